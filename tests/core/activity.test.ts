import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { speechSpans } from '#core/speech/activity.ts'
import { evenly } from '#tests/support/evenly.ts'

/** Spans out of a row of digits: the chance of each window of 20 ms in tenths. */
const spansOf = (digits: string): string =>
  speechSpans(
    [...digits].map((digit) => Number(digit) / 10),
    20,
  )
    .map(({ start, end }) => `${start}-${end}`)
    .join(' ')

describe('where somebody speaks', () => {
  test.each([
    ['nothing', '', ''],
    ['silence', '0'.repeat(50), ''],
    ['speech with room on both sides', `${'0'.repeat(10)}${'9'.repeat(15)}${'0'.repeat(10)}`, '160-540'],
    ['speech from beginning to end', '9'.repeat(20), '0-400'],
    [
      'what is between the thresholds goes on and does not begin',
      `${'4'.repeat(10)}${'9'.repeat(10)}${'4'.repeat(10)}${'0'.repeat(9)}`,
      '160-640',
    ],
    ['a short silence belongs to speech', `${'9'.repeat(10)}000000${'9'.repeat(10)}`, '0-520'],
    ['a longer one parts it', `${'9'.repeat(10)}${'0'.repeat(9)}${'9'.repeat(10)}`, '0-240 340-580'],
    ['a noise is no speech', `${'0'.repeat(10)}99999${'0'.repeat(10)}`, ''],
  ])('%s', (_, digits, spans) => expect(spansOf(digits)).toBe(spans))

  test('spans are in order, apart and within the sound', () => {
    fc.assert(
      fc.property(fc.array(evenly(0, 1), { maxLength: 300 }), (chances) => {
        let before = 0
        for (const { start, end } of speechSpans(chances, 32)) {
          expect(start).toBeGreaterThanOrEqual(before)
          expect(end).toBeGreaterThan(start)
          before = end
        }
        expect(before).toBeLessThanOrEqual(chances.length * 32)
      }),
    )
  })
})
