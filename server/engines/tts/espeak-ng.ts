import { readFile, writeFile } from 'node:fs/promises'
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

const NAME = 'espeak-ng'
const VERSION = 'espeak-ng-2'

/** Words a minute at the normal rate, and the limits within which speech stays clear. */
const USUAL_WPM = 165
/** For languages with one-syllable words, to give about as many syllables a second as others. */
const syllableSpeeds: Partial<Record<LanguageCode, number>> = { zh_cn: 290, zh_tw: 290, vi: 210 }
/** Above this the program drops sounds. */
const GREATEST_WPM = 450
const RATE: readonly [number, number] = [0.5, 2]
/** Measured: steps of its pitch for a semitone, and milliseconds for a step of its pause between words. */
const PITCH_STEPS = 5.6
const GAP_STEP_MS = 15
const HIGHEST_PITCH = 99

interface Preset extends Pick<PresetVoice, 'name' | 'gender' | 'age' | 'style'> {
  readonly id: string
  /** Variant of the language's voice; its pitch from 0 to 99. */
  readonly variant: string
  readonly pitch: number
}

/** Variants that differ clearly in timbre and pitch; the most intelligible first. */
const presets: readonly Preset[] = [
  { id: 'leo', name: 'Leo', gender: 'male', age: 'youth', style: 'lively', variant: 'm1', pitch: 62 },
  { id: 'ines', name: 'Ines', gender: 'female', age: 'youth', style: 'bright', variant: 'f5', pitch: 68 },
  { id: 'otto', name: 'Otto', gender: 'male', age: 'old', style: 'serious', variant: 'grandpa', pitch: 30 },
  { id: 'paul', name: 'Paul', gender: 'male', age: 'middleAge', style: 'calm', variant: 'm3', pitch: 48 },
  { id: 'mona', name: 'Mona', gender: 'female', age: 'middleAge', style: 'warm', variant: 'f2', pitch: 32 },
  { id: 'bruno', name: 'Bruno', gender: 'male', age: 'middleAge', style: 'deep', variant: 'm7', pitch: 14 },
  { id: 'greta', name: 'Greta', gender: 'female', age: 'old', style: 'gentle', variant: 'grandma', pitch: 42 },
  { id: 'clara', name: 'Clara', gender: 'female', age: 'middleAge', style: 'calm', variant: 'f3', pitch: 50 },
  { id: 'finn', name: 'Finn', gender: 'male', age: 'teenager', style: 'bright', variant: 'm4', pitch: 80 },
  { id: 'lily', name: 'Lily', gender: 'female', age: 'teenager', style: 'lively', variant: 'f1', pitch: 78 },
  { id: 'pia', name: 'Pia', gender: 'female', age: 'child', style: 'playful', variant: 'f4', pitch: 96 },
  { id: 'timo', name: 'Timo', gender: 'male', age: 'child', style: 'playful', variant: 'm2', pitch: 99 },
]

const voices: readonly Voice[] = presets.map(({ id, name, gender, age, style, pitch }) => ({
  id: `${NAME}/${id}`,
  name,
  engine: NAME,
  languages: languageCodes,
  gender,
  age,
  style,
  pitch: [-Math.floor(pitch / PITCH_STEPS), Math.floor((HIGHEST_PITCH - pitch) / PITCH_STEPS)],
  sample: voiceSamples.en,
}))

/** The program's codes of languages, where they differ. */
const names: Partial<Record<LanguageCode, string>> = { en: 'en-us', zh_cn: 'cmn', zh_tw: 'cmn', fr: 'fr-fr' }

interface Manner {
  readonly language: LanguageCode
  /** Variant of the language's voice, its pitch from 0 to 99, and its rate, 1 being normal. */
  readonly variant: string
  readonly pitch: number
  readonly rate: number
  /** Added pause after each word, in milliseconds. */
  readonly gap?: number
  readonly signal: AbortSignal
}

/** A text spoken by the program. Throws an EngineError if nothing comes out. */
export async function speakText(
  text: string,
  { language, variant, pitch, rate, gap = 0, signal }: Manner,
): Promise<SpokenSound> {
  const usual = syllableSpeeds[language] ?? USUAL_WPM
  const wpm = Math.min(GREATEST_WPM, Math.round(usual * Math.min(RATE[1], Math.max(RATE[0], rate))))
  return inTemporaryFolder(async (folder) => {
    // A file: a text with a leading dash would be an option.
    const input = join(folder, 'text.txt')
    const output = join(folder, 'speech.wav')
    await writeFile(input, text)
    const chosen = ['-v', `${names[language] ?? language}+${variant}`, '-p', String(pitch), '-s', String(wpm)]
    if (gap > 0) chosen.push('-g', String(Math.round(gap / GAP_STEP_MS)))
    await runProgram('espeak-ng', [...chosen, '-b', '1', '-f', input, '-w', output], { signal, timeoutMs: 120_000 })
    const sound = readWav(await readFile(output))
    if (!sound) throw new EngineError('transient', NAME, 'no sound')
    return sound
  })
}

async function speak({ text, voice, pitch: semitones = 0, ...request }: SpeakRequest): Promise<SpokenSound> {
  const preset = presets.find(({ id }) => voice.id === `${NAME}/${id}`)
  if (!preset) throw new EngineError('input', NAME, `no voice ${voice.id}`)
  const pitch = Math.round(preset.pitch + semitones * PITCH_STEPS)
  return speakText(text, {
    ...request,
    variant: preset.variant,
    pitch: Math.min(HIGHEST_PITCH, Math.max(0, pitch)),
  })
}

/** Version of the program; undefined if it is missing. */
export const espeakVersion = (): Promise<string | undefined> => firstLineOf('espeak-ng', ['--version'])

/** What is missing, and how to install it. */
export const lacksEspeak = () => lacksProgram('espeak-ng', { apt: 'espeak-ng', brew: 'espeak-ng', dnf: 'espeak-ng' })

/** Voices by espeak-ng: every language, robotic, very fast. */
export const adapter = defineEngine({
  port: 'tts',
  name: NAME,
  label: 'eSpeak NG',
  settings: z.object({}),
  async probe() {
    const version = await espeakVersion()
    if (version) {
      const abilities = { speed: RATE, gap: 500, phonemes: true, priceUnit: 'free', isDraft: true } as const
      return { serves: { languages: languageCodes, voices, abilities }, detail: version }
    }
    return lacksEspeak()
  },
  open: () => ({ version: VERSION, voices, speak }),
})
