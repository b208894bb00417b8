import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { speakerError } from '#tests/support/speaker-errors.ts'
import { bicDistance, FrameSums, TIMBRE } from '#core/speech/gaussian.ts'
import type { VoiceFrames } from '#core/speech/voice-frames.ts'
import { voiceTurns } from '#core/speech/voice-turns.ts'

/** Random numbers of a seed, normally distributed as nearly as twelve even ones are. */
function normal(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1
  const even = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
  return () => Array.from({ length: 12 }, even).reduce((sum, value) => sum + value, -6)
}

/** Speech of voices by turns: letters are voices, `n` a noise, each a second and a half; `.` is half a second of silence. */
function framesOf(score: string, seed: number): VoiceFrames {
  const random = normal(seed)
  const voices = 'abcn'
  const parts = [...score].flatMap((sign) =>
    Array.from({ length: sign === '.' ? 50 : 150 }, () => voices.indexOf(sign)),
  )
  const timbre = new Float32Array(parts.length * TIMBRE)
  for (const [frame, voice] of parts.entries())
    for (let at = 0; at < TIMBRE; at++) timbre[frame * TIMBRE + at] = 3 * Math.sin((voice + 1) * (at + 2)) + random()
  return {
    ...{ stepMs: 10, timbre },
    pitch: Float32Array.from(parts, (voice, frame) =>
      voice < 0 || voice === 3 || frame % 3 === 0 ? Number.NaN : 7 + voice / 2,
    ),
    level: Float32Array.from(parts, (voice) => (voice < 0 ? -80 : -25) + random()),
  }
}

const truthOf = (score: string) => {
  let at = 0
  return [...score].flatMap((sign) => {
    const start = at
    at += sign === '.' ? 500 : 1500
    return sign === '.' ? [] : [{ start, end: at, speaker: 'abc'.indexOf(sign) }]
  })
}

describe('turns of voices', () => {
  test.each([
    'aa.bb.aa.bb.ab',
    'a.b.a.b.a.b.a.b',
    'aabb.aabb.aabb',
    'aaa.bbb.ccc.aaa.bbb.ccc',
    'aaa.aaa.aaa',
    'aaaaaaa.b.aa.bb',
  ])('of %s are found, and as many as there are', (score) => {
    const { turns, sure } = voiceTurns(framesOf(score, 7))
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(new Set(score.replaceAll('.', '')).size)
    expect(speakerError(truthOf(score), turns)).toBeLessThan(0.05)
    expect(sure).toBeGreaterThan(0.5)
  })

  test.each([
    ['a noise beside a voice is no speaker', 'aanaa.naa.anaan', 1],
    ['who speaks too little to be compared may be one more', 'aaaaa.aaaaa.b.a', 1],
  ])('%s', (_, score, count) => {
    const { turns } = voiceTurns(framesOf(score, 7))
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(count)
  })

  test('say how many there may be as well', () => {
    expect(voiceTurns(framesOf('aaaaa.aaaaa.b.a', 7))).toMatchObject({ maybe: 2, sure: 0.5 })
    expect(voiceTurns(framesOf('aaa.aaa.aaa', 7)).maybe).toBeUndefined()
    expect(voiceTurns(framesOf('aa.bb.aa.bb.ab', 7)).maybe).toBeUndefined()
  })

  test('of as many voices as were given are made beside a noise, too', () => {
    const { turns } = voiceTurns(framesOf('aan.bb.naa.bbn', 7), { speakers: 2 })
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(2)
  })

  test('are in order, do not overlap, and are no more voices than were given', () => {
    const score = fc.array(fc.constantFrom('a', 'b', 'c', '.'), { maxLength: 10 }).map((signs) => signs.join(''))
    fc.assert(
      fc.property(score, fc.nat(1000), fc.integer({ min: 1, max: 4 }), (signs, seed, speakers) => {
        const { turns, sure } = voiceTurns(framesOf(signs, seed), { speakers })
        expect(turns.every(({ start, end }, at) => start < end && (turns[at - 1]?.end ?? 0) <= start)).toBe(true)
        expect(new Set(turns.map(({ speaker }) => speaker)).size).toBeLessThanOrEqual(speakers)
        expect(sure >= 0 && sure <= 1).toBe(true)
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })

  test('one voice is nearer to itself than to another', () => {
    const sums = (score: string, seed: number): FrameSums => {
      const { timbre, pitch } = framesOf(score, seed)
      const all = new FrameSums()
      for (const [frame, octaves] of pitch.entries()) all.add(timbre, frame * TIMBRE, octaves)
      return all
    }
    expect(bicDistance(sums('aa', 1), sums('aa', 2), 1)).toBeLessThan(0)
    expect(bicDistance(sums('aa', 1), sums('bb', 2), 1)).toBeGreaterThan(0)
  })
})

describe('the diarisation error', () => {
  const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker })
  const truth = [turn(0, 4000, 0), turn(4000, 8000, 1)]
  test.each([
    ['the same turns', truth, 0],
    ['the same turns by other names', [turn(0, 4000, 5), turn(4000, 8000, 3)], 0],
    ['borders that are a little off', [turn(100, 4200, 0), turn(4200, 8000, 1)], 0],
    ['one speaker for two', [turn(0, 8000, 0)], 0.5],
    ['nobody', [], 1],
    ['half of the time missed', [turn(0, 4000, 0)], 0.5],
  ])('of %s', (_, found, error) => {
    expect(speakerError(truth, found)).toBeCloseTo(error, 2)
  })
})
