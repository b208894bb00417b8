import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  areApart,
  CHANNEL_RATE,
  type ChannelFacts,
  ChannelMeter,
  joinChannels,
  wordsByTalker,
} from '#core/speech/channels.ts'
import { speakersOfSentences } from '#core/speech/speakers.ts'
import type { Word } from '#core/speech/words.ts'

type Sound = (seconds: number) => number

/** Buzzing that swells and fades, as syllables do. */
const voice =
  (hz: number, isOn: (seconds: number) => boolean): Sound =>
  (s) =>
    isOn(s) ? 6000 * Math.sin(2 * Math.PI * hz * s) * Math.abs(Math.sin(2 * Math.PI * 3 * s)) : 0

/** Noise that is the same at each time. */
const noise =
  (level: number): Sound =>
  (s) =>
    level * (((Math.sin(s * 12_989.8) * 43_758.5453) % 1) * 2 - 1)

const sum =
  (...sounds: Sound[]): Sound =>
  (s) =>
    sounds.reduce((total, sound) => total + sound(s), 0)

const scaled =
  (sound: Sound, gain: number): Sound =>
  (s) =>
    gain * sound(s)

const SECONDS = 12

function measure(left: Sound, right: Sound, seconds = SECONDS): ChannelFacts {
  const pairs = new Int16Array(2 * seconds * CHANNEL_RATE)
  for (let at = 0; at < pairs.length / 2; at++) {
    const s = at / CHANNEL_RATE
    pairs.set([Math.round(left(s)), Math.round(right(s))], 2 * at)
  }
  const meter = new ChannelMeter()
  // As a pipe gives them: in pieces of odd lengths.
  for (let at = 0; at < pairs.length; at += 1234) meter.take(pairs.subarray(at, at + 1234))
  return meter.facts
}

const apart = (left: Sound, right: Sound): boolean => areApart(measure(left, right))

const one = voice(120, (s) => s % 6 < 3)
const other = voice(190, (s) => s % 6 >= 2.5)
const always = voice(150, () => true)

describe('two channels hold a talker each', () => {
  test.each<[string, Sound, Sound, boolean]>([
    ['who speak by turns', one, other, true],
    ['of whom one is much quieter', scaled(one, 0.15), other, true],
    ['with noise of the line', sum(one, noise(60)), sum(other, noise(40)), true],
    [
      'of whom some is heard in the other microphone',
      sum(one, scaled(other, 0.06)),
      sum(other, scaled(one, 0.06)),
      true,
    ],
    ['but it is one sound twice', always, always, false],
    ['but one is the other turned over', always, scaled(always, -1), false],
    ['but one talker stands before two microphones', one, (s) => one(s - 0.0021), false],
    ['but the right one is silent', one, () => 0, false],
    ['but the right one only hums', one, noise(30), false],
    ['but both are music', sum(always, noise(3000)), sum(always, scaled(noise(2500), -1)), false],
    ['but there is nothing', () => 0, () => 0, false],
  ])('%s', (_, left, right, expected) => {
    expect(apart(left, right)).toBe(expected)
  })

  test('whichever is called left', () => {
    const frames = fc.nat(2000)
    const share = fc.double({ min: -1, max: 1, noNaN: true })
    fc.assert(
      fc.property(share, share, frames, frames, frames, (correlation, levels, both, left, right) => {
        const facts = { correlation, levels, frames: both + left + right, left, right }
        expect(areApart({ ...facts, left: right, right: left })).toBe(areApart(facts))
        // Channels with more in common are never separated sooner.
        const closer = {
          ...facts,
          correlation: Math.min(1, Math.abs(correlation) + 0.1),
          levels: Math.min(1, levels + 0.1),
        }
        if (areApart(closer)) expect(areApart(facts)).toBe(true)
      }),
    )
    for (const [left, right] of [
      [one, other],
      [one, always],
    ] as const)
      expect(apart(right, left)).toBe(apart(left, right))
  })
})

const words = fc
  .array(
    fc.record({ text: fc.constantFrom('yes', 'no'), start: fc.nat(5000), length: fc.integer({ min: 1, max: 400 }) }),
  )
  .map((all) => all.map(({ text, start, length }): Word => ({ text, start, end: start + length })))
  .map((all) => all.sort((a, b) => a.start - b.start))

test('words of both channels are joined in time, none is lost, and each talker has their own', () => {
  fc.assert(
    fc.property(words, words, (left, right) => {
      const joined = joinChannels(left, right)
      expect(joined).toHaveLength(left.length + right.length)
      expect(joined.every((word, at) => at === 0 || joined[at - 1]!.start <= word.start)).toBe(true)
      const of = (speaker: string): string[] =>
        joined.filter((word) => word.speaker === speaker).map(({ text, start, end }) => `${text} ${start} ${end}`)
      const plain = (all: readonly Word[]): string[] => all.map(({ text, start, end }) => `${text} ${start} ${end}`)
      expect(of('left').sort()).toEqual(plain(left).sort())
      expect(of('right').sort()).toEqual(plain(right).sort())
      for (const own of wordsByTalker(joined)) expect(new Set(own.map(({ speaker }) => speaker)).size).toBeLessThan(2)
    }),
  )
})

test('words of an engine that tells speakers apart stay together: lines of theirs do not overlap', () => {
  const said = ['1', '2', '1'].map((speaker, at) => ({ text: 'yes', start: at * 100, end: at * 100 + 90, speaker }))
  expect(wordsByTalker(said)).toEqual([said])
})

test('a sentence has one speaker, who says most of it; the next one may have another', () => {
  const texts = ['Good', 'morning,', 'sir.', 'Thank', 'you.', 'Well', 'then']
  const speakers = ['1', '2', '1', '2', '2', '2', '1']
  const words = texts.map((text, at) => ({ text, start: at * 300, end: at * 300 + 250 + at, speaker: speakers[at]! }))
  expect(speakersOfSentences(words).map(({ speaker }) => speaker)).toEqual(['1', '1', '1', '2', '2', '1', '1'])
  expect(speakersOfSentences([{ text: 'Yes', start: 0, end: 10 }])).toEqual([{ text: 'Yes', start: 0, end: 10 }])
})
