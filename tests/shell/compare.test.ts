import { describe, expect, test } from 'vitest'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { nextDifference, rowsBySpan, rowsOfDifference } from '#src/tasks/compare-rows.ts'
import { followerRate } from '#src/tasks/one-clock.ts'

/** Cues of lines such as `1-2 text`, in seconds. */
function cues(prefix: string, ...lines: string[]) {
  const stamp = (s: string): string => `00:00:${s.padStart(2, '0')},000`
  const text = lines.map((line, at) => {
    const [span = '', ...words] = line.split(' ')
    const [from = '', to = ''] = span.split('-')
    return `${at + 1}\n${stamp(from)} --> ${stamp(to)}\n${words.join(' ')}\n`
  })
  return readSrt(text.join('\n'), sequentialIds(prefix)).cues
}

const brief = (rows: ReturnType<typeof rowsBySpan>): string[] =>
  rows.map(({ change, other, made }) => `${change}: ${other} | ${made}`)

describe('lines of a result beside others', () => {
  test('in another language, by the time that they share', () => {
    const rows = rowsBySpan(cues('a', '1-3 good day', '3-4 friend'), cues('b', '1-4 buenos días, amigo', '5-6 sí'))
    expect(brief(rows)).toEqual(['none: good day\nfriend | buenos días, amigo', 'none:  | sí'])
  })

  test('in the same language, with what differs; from one difference to the next and back', () => {
    const other = cues('a', '1-2 one', '3-4 two', '5-6 three', '7-8 four', '9-10 five')
    const made = cues('b', '1-2 one', '3-4 two!', '5-7 three', '9-10 five', '11-12 six')
    const rows = rowsOfDifference(other, made)
    expect(brief(rows)).toEqual([
      'none: one | one',
      'changed: two | two!',
      'moved: three | three',
      'removed: four | ',
      'none: five | five',
      'added:  | six',
    ])
    const places = [-1]
    for (let step = 0; step < 5; step++) places.push(nextDifference(rows, places.at(-1)!, 1))
    expect(places).toEqual([-1, 1, 2, 3, 5, 5])
    expect(nextDifference(rows, 5, -1)).toBe(3)
    expect(nextDifference(rows, 1, -1)).toBe(1)
  })
})

describe('a second player on the clock of the first', () => {
  const FRAME_S = 1 / 60

  test.each([0.149, 0.06, -0.06, -0.149])('is back in step from %d seconds within four, and stays there', (begin) => {
    // Its own clock is a little wrong too.
    for (const wrong of [1, 1.002, 0.998]) {
      let drift = begin
      let most = 0
      for (let at = 0; at < 20; at += FRAME_S) {
        drift += FRAME_S * ((followerRate(drift) ?? 1) * wrong - 1)
        if (at > 4) most = Math.max(most, Math.abs(drift))
      }
      expect(most).toBeLessThan(0.025)
    }
  })

  test('is set anew where it is far away', () => {
    expect(followerRate(0.2)).toBeUndefined()
    expect(followerRate(-3)).toBeUndefined()
    expect(followerRate(0.01)).toBe(1)
  })
})
