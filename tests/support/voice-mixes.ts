import type { VoiceEngine } from '#server/engines/tts/engine.ts'
import type { VoiceTurn } from '#core/speech/voice-turns.ts'
import { trimmedSpeech } from '#core/media/speech-sound.ts'
import type { EngineRegistry } from '#server/engines/registry.ts'

const RATE = 16_000
const lines = [
  'Good morning, and welcome to the harbour.',
  'The first boats leave before the sun is up. How long have you been working on the water?',
  'My father taught me when I was seven years old.',
  'And what did he say about the weather?',
  'He said that it is free, but that the fish is not, and that one should never trust a quiet sea in spring.',
  'That is a good answer.',
  'Yes. We sell everything here at the market before noon, and in the evening we mend the nets.',
  'Thank you for taking the time to speak with me today.',
  'Not at all. Come back in autumn, when the big ships arrive from the north.',
  'I will bring my children, who have never seen a lighthouse from inside.',
  'Then wear warm coats, because the stairs are open and the wind goes through everything.',
  'What became of the old boat over there, the one with the red hull?',
]

/** A recording of alternating voices, with their turns. */
export interface VoiceMix {
  readonly name: string
  readonly samples: Int16Array
  readonly truth: readonly VoiceTurn[]
}

/** Voices as `engine/voice`, and pauses between turns in milliseconds; a speaker may have two sentences in a row. */
export interface MixPlan {
  readonly name: string
  readonly voices: readonly string[]
  readonly pauseMs: number
  readonly noiseDb?: number
}

/** Mixes of synthetic voices at 16 kHz, so that the truth is known to the sample. */
export const mixPlans: readonly MixPlan[] = [
  { name: 'a woman and a man', voices: ['flite/slt', 'flite/kal16'], pauseMs: 400 },
  { name: 'two men', voices: ['flite/rms', 'flite/awb'], pauseMs: 400 },
  { name: 'two men without pauses', voices: ['flite/rms', 'flite/kal16'], pauseMs: 60 },
  { name: 'a woman and a man in noise', voices: ['flite/slt', 'flite/rms'], pauseMs: 300, noiseDb: -45 },
  { name: 'three voices', voices: ['flite/slt', 'flite/rms', 'flite/awb'], pauseMs: 350 },
  { name: 'one voice', voices: ['flite/slt'], pauseMs: 350 },
  { name: 'one deep voice', voices: ['flite/rms'], pauseMs: 350 },
]

/** `spoken` keeps the lines of each voice for other mixes. */
export async function makeMix(
  engines: EngineRegistry,
  plan: MixPlan,
  spoken = new Map<string, Promise<Int16Array>>(),
): Promise<VoiceMix> {
  const parts: Int16Array[] = []
  const truth: VoiceTurn[] = []
  let at = Math.round(RATE * 0.5)
  parts.push(new Int16Array(at))
  const { length } = plan.voices
  for (const [index, text] of lines.entries()) {
    // Not strictly alternating: a speaker sometimes continues.
    const speaker = (index + Math.floor(index / 5)) % length
    const voice = plan.voices[speaker]!
    const speech = spoken.get(`${voice} ${text}`) ?? speak(engines, voice, text)
    spoken.set(`${voice} ${text}`, speech)
    const samples = await speech
    const [start, end] = [at, at + samples.length].map((sample) => Math.round((sample / RATE) * 1000))
    truth.push({ start: start!, end: end!, speaker })
    const pause = new Int16Array(Math.round((RATE * plan.pauseMs) / 1000))
    parts.push(samples, pause)
    at += samples.length + pause.length
  }
  const all = new Int16Array(at)
  let from = 0
  for (const part of parts) {
    all.set(part, from)
    from += part.length
  }
  return { name: plan.name, samples: plan.noiseDb === undefined ? all : noisy(all, plan.noiseDb), truth }
}

async function speak(engines: EngineRegistry, id: string, text: string): Promise<Int16Array> {
  const signal = AbortSignal.timeout(60_000)
  const { engine, voice } = voiceOf(engines, id)
  const sound = trimmedSpeech(await engine.speak({ text, voice, language: 'en', rate: 1, signal }))
  if (!sound) throw new Error(`${id} says nothing`)
  return levelled(resampled(sound.samples, sound.rate))
}

function voiceOf(
  engines: EngineRegistry,
  id: string,
): { engine: VoiceEngine; voice: Parameters<VoiceEngine['speak']>[0]['voice'] } {
  for (const { engine, serves } of engines.inOrder('tts', { language: 'en' })) {
    const voice = serves.voices?.find((each) => each.id === id)
    if (voice) return { engine, voice }
  }
  throw new Error(`No voice ${id} here`)
}

function resampled(samples: Int16Array, rate: number): Int16Array {
  return Int16Array.from({ length: Math.floor((samples.length * RATE) / rate) }, (_, at) => {
    const place = (at * rate) / RATE
    const [below, share] = [Math.floor(place), place % 1]
    return Math.round((samples[below] ?? 0) * (1 - share) + (samples[below + 1] ?? 0) * share)
  })
}

/** Equally loud: level must not identify speakers. */
function levelled(samples: Int16Array): Int16Array {
  const power = Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length)
  return samples.map((sample) => Math.max(-32_768, Math.min(32_767, Math.round((sample * 2200) / power))))
}

function noisy(samples: Int16Array, decibels: number): Int16Array {
  let seed = 1
  const peak = 32_768 * 10 ** (decibels / 20) * 1.7
  return samples.map((sample) => {
    seed = (seed * 16_807) % 2_147_483_647
    return Math.max(-32_768, Math.min(32_767, Math.round(sample + (seed / 2_147_483_647 - 0.5) * 2 * peak)))
  })
}
