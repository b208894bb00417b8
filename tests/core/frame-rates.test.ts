import { describe, expect, test } from 'vitest'
import { frameRates, parseFrameRate } from '#core/domain/frames.ts'
import { rateOfSpan } from '#core/media/facts.ts'
import { makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { writeSubtitle } from '#core/subtitle/formats/file.ts'
import { readMicroDvd } from '#core/subtitle/formats/microdvd.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { snapToFrames } from '#core/timing/gaps.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { changeFrameRate } from '#core/timing/sync.ts'

describe('frame rates', () => {
  test('each usual rate is read as itself, from a fraction, a whole number or a decimal, and measured in pictures', () => {
    for (const rate of frameRates) {
      const value = rate.num / rate.den
      const spellings = [`${rate.num}/${rate.den}`, value.toFixed(2), value.toFixed(3), value.toFixed(6)]
      if (rate.den === 1) spellings.push(String(value))
      for (const text of spellings) expect(parseFrameRate(text), text).toEqual(rate)
      for (const count of [241, 1000, 90_001]) {
        // Containers round times to a millisecond.
        const seconds = Math.round(((count - 1) * 1000) / value) / 1000
        expect(rateOfSpan(count, seconds), `${count} pictures at ${value}`).toEqual([rate.num, rate.den])
      }
    }
  })

  test.each([
    ['24', '25', 6_912_000],
    ['25', '24', 7_500_000],
    ['24', '23.976', 7_207_200],
    ['23.976', '24', 7_192_807],
  ])('two hours from %s to %s are %d ms', (from, to, expected) => {
    const list = cueList([makeCue('a', 7_200_000, 7_300_000, 'Two hours')])
    const result = changeFrameRate(list, parseFrameRate(from)!, parseFrameRate(to)!, defaultRules)
    expect(result.ok && applyPatch(list, result.value).cueAt(0).start).toBe(expected)
  })

  test('24 frames a second are 24 in the head of MicroDVD, as 24 and as 24.000', () => {
    for (const head of ['24', '24.000']) {
      const file = readMicroDvd(`{1}{1}${head}\n{172800}{172824}Two hours\n`, sequentialIds('c'))
      expect(file.cues.map(({ start, end }) => [start, end])).toEqual([[7_200_000, 7_201_000]])
      expect(writeSubtitle(file.cues, 'sub', { extras: file.extras }).text).toContain('{1}{1}24\n')
    }
    const snapped = snapToFrames(cueList([makeCue('a', 3_600_000, 3_601_000, 'An hour')]), parseFrameRate('24')!)
    expect(snapped).toEqual([])
  })
})
