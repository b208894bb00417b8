import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { type PresetVoice, voiceSamples } from '#core/domain/voices.ts'
import { readWav } from '#core/media/wav.ts'
import { EngineError } from '../engine-error.ts'
import { runFfmpeg } from '../ffmpeg.ts'
import { lacksProgram } from '../missing.ts'
import { defineEngine } from '../ports.ts'
import { outputOf } from '../program-output.ts'
import { inTemporaryFolder } from '../temporary.ts'
import type { SpeakRequest, SpokenSound } from './engine.ts'

const NAME = 'flite'
const VERSION = 'flite-1'
const RATE: readonly [number, number] = [0.5, 2]

/** Voices that ship with the library; the id is its name. */
const presets = [
  { id: 'slt', name: 'Sarah', gender: 'female', age: 'youth', style: 'clear' },
  { id: 'rms', name: 'Robert', gender: 'male', age: 'middleAge', style: 'narrating' },
  { id: 'awb', name: 'Alan', gender: 'male', age: 'youth', style: 'soft' },
  { id: 'kal16', name: 'Karl', gender: 'male', age: 'old', style: 'dry' },
] as const

const voices: readonly PresetVoice[] = presets.map(({ id, ...rest }) => ({
  ...rest,
  id: `${NAME}/${id}`,
  engine: NAME,
  languages: ['en'],
  sample: voiceSamples.en,
}))

async function speak(ffmpeg: string, { text, voice, rate, signal }: SpeakRequest): Promise<SpokenSound> {
  const preset = presets.find(({ id }) => voice.id === `${NAME}/${id}`)
  if (!preset) throw new EngineError('input', NAME, `no voice ${voice.id}`)
  return inTemporaryFolder(async (folder) => {
    await writeFile(join(folder, 'text.txt'), text)
    const tempo = Math.min(RATE[1], Math.max(RATE[0], rate))
    const graph = `flite=textfile=text.txt:voice=${preset.id},atempo=${tempo.toFixed(3)}`
    const output = ['-ac', '1', '-c:a', 'pcm_s16le', '-f', 'wav', 'pipe:1']
    const pieces: Buffer[] = []
    await runFfmpeg(['-filter_complex', graph, ...output], {
      program: ffmpeg,
      signal,
      cwd: folder,
      timeoutMs: 120_000,
      onBytes: (bytes) => pieces.push(Buffer.from(bytes)),
    })
    const sound = readWav(Buffer.concat(pieces))
    if (!sound?.samples.length) throw new EngineError('transient', NAME, 'no sound')
    return sound
  })
}

/** English voices by the flite library inside ffmpeg. */
export const adapter = defineEngine({
  port: 'tts',
  name: NAME,
  label: 'Flite',
  settings: z.object({ FFMPEG_PATH: z.string().default('ffmpeg') }).transform((set) => ({ ffmpeg: set.FFMPEG_PATH })),
  async probe({ ffmpeg }) {
    const filters = await outputOf(ffmpeg, ['-hide_banner', '-filters'])
    if (/^ \S+ flite /m.test(filters)) {
      const abilities = { speed: RATE, priceUnit: 'free', isDraft: true } as const
      return { serves: { languages: ['en'], voices, abilities }, detail: VERSION }
    }
    return lacksProgram('ffmpeg (flite)', { apt: 'ffmpeg' })
  },
  open: ({ ffmpeg }) => ({ version: VERSION, voices, speak: (request) => speak(ffmpeg, request) }),
})
