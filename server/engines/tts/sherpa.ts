import { existsSync } from 'node:fs'
import { z } from 'zod'
import { EngineError } from '../engine-error.ts'
import { modelsSettings } from '../models/folder.ts'
import { inferByModel } from '../models/host.ts'
import { espeakData, type LocalVoice, localVoices } from '../models/sherpa-voices.ts'
import { defineEngine } from '../ports.ts'
import { firstLineOf } from '../program-output.ts'
import { languagesOf } from '../voice-list.ts'
import type { SpeakRequest, SpokenSound } from './engine.ts'

const NAME = 'sherpa'
const VERSION = 'sherpa-tts-1'
const SPEED: readonly [number, number] = [0.7, 1.5]
const MAX_CHARS = 2000

/** Samples from -1 to 1 as 16-bit ones; throws if there are none. */
export function spokenSound({ samples, sampleRate }: { samples: Float32Array; sampleRate: number }): SpokenSound {
  if (samples.length === 0 || !(sampleRate > 0)) throw new EngineError('transient', NAME, 'no sound')
  return {
    samples: Int16Array.from(samples, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767)),
    rate: sampleRate,
  }
}

async function voicesIn(folder: string): Promise<LocalVoice[]> {
  const data = espeakData(folder, existsSync, await firstLineOf('espeak-ng', ['--version']))
  return data === undefined ? [] : localVoices(folder, NAME, data)
}

async function speak(folder: string, { text, voice, rate, signal }: SpeakRequest): Promise<SpokenSound> {
  if (text.length > MAX_CHARS) throw new EngineError('input', NAME, `a text of over ${MAX_CHARS} characters`)
  const local = (await voicesIn(folder)).find((each) => each.voice.id === voice.id)
  if (!local) throw new EngineError('transient', NAME, `the files of ${voice.name} are gone`)
  const { model, sid } = local
  const speed = Math.min(SPEED[1], Math.max(SPEED[0], rate))
  return spokenSound(await inferByModel(NAME, 'speakText', { folder, model, text, sid, speed }, signal))
}

/** Natural voices with weights of the models folder: Kokoro and Piper. */
export const adapter = defineEngine({
  port: 'tts',
  name: NAME,
  label: 'Kokoro, Piper',
  settings: z.object(modelsSettings),
  async probe({ MODELS_DIR }) {
    const voices = (await voicesIn(MODELS_DIR)).map(({ voice }) => voice)
    const abilities = { maxChars: MAX_CHARS, concurrency: 1, speed: SPEED, priceUnit: 'free' } as const
    if (voices.length > 0)
      return {
        serves: { languages: languagesOf(voices), voices, abilities },
        detail: VERSION,
      }
    return { lacks: 'kokoro', remedy: { key: 'fetch_voices' }, isOptional: true }
  },
  open: ({ MODELS_DIR: folder }, { serves }) => ({
    version: VERSION,
    voices: serves.voices ?? [],
    speak: (request) => speak(folder, request),
  }),
})
