import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { genderOfPitch, matchVoices, type PitchedVoice } from '#core/speech/match-voices.ts'
import { medianPitch } from '#core/speech/pitch.ts'
import { adaptersOf } from '#tests/support/engines.ts'
import { speakerError } from '#tests/support/speaker-errors.ts'
import { voiceTurns } from '#core/speech/voice-turns.ts'
import type { VoiceFrames } from '#core/speech/voice-frames.ts'
import { voiceFrames } from '#server/engines/diarise/voice-frames.ts'
import { type EngineRegistry, findEngines } from '#server/engines/registry.ts'
import { makeMix, type MixPlan, mixPlans, type VoiceMix } from '#tests/support/voice-mixes.ts'
import { writeWav } from '#tests/support/wav.ts'

const folder = mkdtempSync(join(tmpdir(), 'cuelane-voices-'))
let engines: EngineRegistry
interface HeardMix extends VoiceMix {
  readonly wav: string
  readonly frames: VoiceFrames
}

/** Each is spoken and measured once for all tests: its frames take ten times as long as finding the voices in them. */
const mixes = new Map<MixPlan, Promise<HeardMix>>()
const spoken = new Map<string, Promise<Int16Array>>()
async function makeHeard(plan: MixPlan): Promise<HeardMix> {
  const mix = await makeMix(engines, plan, spoken)
  const wav = join(folder, `${plan.name}.wav`)
  writeFileSync(wav, writeWav({ samples: mix.samples, rate: 16_000 }))
  return { ...mix, wav, frames: await voiceFrames(wav) }
}
function mixOf(plan: MixPlan): Promise<HeardMix> {
  const mix = mixes.get(plan) ?? makeHeard(plan)
  mixes.set(plan, mix)
  return mix
}
beforeAll(async () => {
  engines = await findEngines({ ...process.env, MODELS_DIR: folder }, adaptersOf('tts', 'diarise'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('voices are told apart without a model', () => {
  test.each(mixPlans)(
    '$name',
    async (plan) => {
      const { frames, truth } = await mixOf(plan)
      const found = voiceTurns(frames)
      expect(new Set(found.turns.map(({ speaker }) => speaker)).size).toBe(plan.voices.length)
      expect(speakerError(truth, found.turns)).toBeLessThanOrEqual(0.2)
      expect(found.sure).toBeGreaterThanOrEqual(0.5)
      const given = voiceTurns(frames, { speakers: plan.voices.length })
      expect(speakerError(truth, given.turns)).toBeLessThanOrEqual(0.2)
    },
    60_000,
  )

  test('a diarised speaker gets a voice of the same sex, by pitch', async () => {
    const { signal } = new AbortController()
    const voices: PitchedVoice[] = []
    for (const { engine, serves } of engines.inOrder('tts', { language: 'en' }))
      for (const voice of (serves.voices ?? []).filter(({ id }) => id.startsWith('flite/'))) {
        const said = await engine.speak({ text: 'The weather is free.', voice, language: 'en', rate: 1, signal })
        voices.push({ id: voice.id, gender: voice.gender, pitch: medianPitch(said) })
      }
    for (const { name, truth, given } of [
      { name: 'a woman and a man', truth: ['female', 'male'], given: undefined },
      { name: 'two men', truth: ['male', 'male'], given: undefined },
      { name: 'three voices', truth: ['female', 'male', 'male'], given: 3 },
    ]) {
      const { samples, frames } = await mixOf(mixPlans.find((plan) => plan.name === name)!)
      const { turns } = voiceTurns(frames, { speakers: given })
      const speakers = truth.map((_, id) => {
        const said = turns.filter(({ speaker }) => speaker === id)
        const own = said.flatMap(({ start, end }) => [...samples.subarray(start * 16, end * 16)])
        const pitch = medianPitch({ samples: Int16Array.from(own), rate: 16_000 })
        return { id: String(id), pitch, gender: genderOfPitch(pitch) }
      })
      const found = matchVoices(speakers, voices)
      const sexes = speakers.map(({ id }) => voices.find((voice) => voice.id === found.get(id)?.id)?.gender)
      expect({ name, sexes }).toEqual({ name, sexes: truth })
    }
  }, 120_000)

  test('by the engine: nothing is nobody, and the order of turns is that of first words', async () => {
    const wav = join(folder, 'silence.wav')
    writeFileSync(wav, writeWav({ samples: new Int16Array(48_000), rate: 16_000 }))
    const { signal } = new AbortController()
    const [entry] = engines.inOrder('diarise', {})
    expect(entry?.name).toBe('bic')
    const { engine } = entry!
    expect((await engine.turns(wav, { signal })).turns).toEqual([])
    const mix = await mixOf(mixPlans[0]!)
    const speakers = mixPlans[0]!.voices.length
    const found = await engine.turns(mix.wav, { speakers, signal })
    expect(found).toEqual(voiceTurns(mix.frames, { speakers }))
    const { turns } = found
    const firsts = [...new Set(turns.map(({ speaker }) => speaker))]
    expect(firsts).toEqual(firsts.toSorted((a, b) => a - b))
    expect(turns.every(({ start, end }, at) => start < end && (turns[at - 1]?.end ?? 0) <= start)).toBe(true)
  }, 60_000)
})
