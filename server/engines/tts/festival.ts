import { access, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type LanguageCode, languageCodes } from '#core/domain/languages.ts'
import { type PresetVoice, type Voice, voiceSamples } from '#core/domain/voices.ts'
import { readWav } from '#core/media/wav.ts'
import { EngineError } from '../engine-error.ts'
import { lacksProgram } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { firstLineOf } from '../program-output.ts'
import { runProgram } from '../program.ts'
import { inTemporaryFolder } from '../temporary.ts'
import type { SpeakRequest, SpokenSound } from './engine.ts'

const NAME = 'festival'
const VERSION = 'festival-1'
const VOICES = '/usr/share/festival/voices'
const RATE: readonly [number, number] = [0.5, 2]

interface Preset extends Pick<PresetVoice, 'name' | 'gender' | 'age' | 'style'> {
  /** The program's name, and its data folder. */
  readonly id: string
  readonly folder: string
  readonly language: LanguageCode
  /** Encoding of the voice's rules; it can't say other characters. */
  readonly encoding: 'latin1' | 'iso-8859-2' | 'utf8'
}

const presets: readonly Preset[] = (
  [
    ['cmu_us_slt_arctic_hts', 'us', 'en', 'latin1', 'Susan', 'female', 'youth', 'even'],
    ['lp_diphone', 'italian', 'it', 'latin1', 'Lucia', 'female', 'middleAge', 'clear'],
    ['pc_diphone', 'italian', 'it', 'latin1', 'Piero', 'male', 'middleAge', 'clear'],
    ['czech_dita', 'czech', 'cs', 'iso-8859-2', 'Dita', 'female', 'middleAge', 'calm'],
    ['czech_machac', 'czech', 'cs', 'iso-8859-2', 'Václav', 'male', 'middleAge', 'narrating'],
    ['czech_ph', 'czech', 'cs', 'iso-8859-2', 'Petr', 'male', 'youth', 'even'],
    ['czech_krb', 'czech', 'cs', 'iso-8859-2', 'Kryštof', 'male', 'child', 'playful'],
    ['msu_ru_nsh_clunits', 'russian', 'ru', 'utf8', 'Nikolai', 'male', 'middleAge', 'calm'],
    ['suo_fi_lj_diphone', 'finnish', 'fi', 'latin1', 'Laura', 'female', 'middleAge', 'clear'],
    ['hy_fi_mv_diphone', 'finnish', 'fi', 'latin1', 'Matti', 'male', 'middleAge', 'clear'],
  ] as const
).map(([id, folder, language, encoding, name, gender, age, style]) => {
  return { id, folder, language, encoding, name, gender, age, style }
})

const idOf = ({ id }: Preset): string => `${NAME}/${id}`

function voiceOf(preset: Preset): Voice {
  const { name, gender, age, style, language } = preset
  return {
    id: idOf(preset),
    name,
    engine: NAME,
    languages: [language],
    gender,
    age,
    style,
    sample: voiceSamples[language],
  }
}

async function installed(): Promise<Preset[]> {
  const checked = await Promise.all(
    presets.map(async (preset) => {
      const isThere = await access(join(VOICES, preset.folder, preset.id)).then(
        () => true,
        () => false,
      )
      return isThere ? [preset] : []
    }),
  )
  return checked.flat()
}

async function speak({ text, voice, rate, signal }: SpeakRequest): Promise<SpokenSound> {
  const preset = presets.find((each) => idOf(each) === voice.id)
  if (!preset) throw new EngineError('input', NAME, `no voice ${voice.id}`)
  const stretch = 1 / Math.min(RATE[1], Math.max(RATE[0], rate))
  const set = `(begin (voice_${preset.id}) (Parameter.set 'Duration_Stretch ${stretch.toFixed(3)}))`
  return inTemporaryFolder(async (folder) => {
    const input = join(folder, 'text.txt')
    const output = join(folder, 'speech.wav')
    await writeFile(input, encode(text, preset.encoding))
    await runProgram('text2wave', ['-o', output, '-eval', set, input], { signal, timeoutMs: 120_000 })
    const sound = readWav(await readFile(output))
    if (!sound?.samples.length) throw new EngineError('transient', NAME, 'no sound')
    return sound
  })
}

/** Czech letters that ISO 8859-2 has at other places than Latin-1. */
const latin2 = new Map(
  Object.entries({
    ...{ Č: 0xc8, Ď: 0xcf, Ě: 0xcc, Ň: 0xd2, Ř: 0xd8, Š: 0xa9, Ť: 0xab, Ů: 0xd9, Ž: 0xae },
    ...{ č: 0xe8, ď: 0xef, ě: 0xec, ň: 0xf2, ř: 0xf8, š: 0xb9, ť: 0xbb, ů: 0xf9, ž: 0xbe },
  }),
)

/** The text in the voice's encoding; plain quotation marks and dashes, other foreign characters as spaces. */
function encode(text: string, encoding: Preset['encoding']): Buffer {
  const plain = text
    .normalize('NFC')
    .replace(/[‘’]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[–—]/g, ', ')
    .replace(/…/g, '...')
  if (encoding === 'utf8') return Buffer.from(plain)
  const bytes = [...plain].map((sign) => {
    const code = (encoding === 'iso-8859-2' ? latin2.get(sign) : undefined) ?? sign.codePointAt(0) ?? 32
    return code > 255 ? 32 : code
  })
  return Buffer.from(bytes)
}

/** Concatenative voices by festival, for the installed languages. */
export const adapter = defineEngine({
  port: 'tts',
  name: NAME,
  label: 'Festival',
  settings: z.object({}),
  async probe() {
    const [here, version] = await Promise.all([installed(), firstLineOf('festival', ['--version'])])
    if (version && here.length) {
      const languages = languageCodes.filter((code) => here.some(({ language }) => language === code))
      const abilities = { speed: RATE, priceUnit: 'free', isDraft: true } as const
      return { serves: { languages, voices: here.map(voiceOf), abilities }, detail: version }
    }
    return lacksProgram('festival', { apt: 'festival festvox-italp16k festvox-itapc16k festvox-czech-dita' })
  },
  open: (_, { serves }) => ({ version: VERSION, voices: serves.voices ?? [], speak }),
})
