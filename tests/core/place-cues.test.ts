import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillCues, replaceCues } from '#core/speech/place-cues.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'

/** `a 0-100, b 200-300` as cues. */
function cues(text: string): Cue[] {
  return [...text.matchAll(/(\w+) (\d+)-(\d+)/g)].map(([, id = '', start, end]) => ({
    ...{ id, start: Number(start), end: Number(end), text: id, roles: [] },
  }))
}
const shown = (all: readonly Cue[]): string => all.map(({ id, start, end }) => `${id} ${start}-${end}`).join(', ')

describe('lines that were heard', () => {
  test('take the place of those in the part, and the others stay', () => {
    const there = cues('a 0-100, b 200-300, c 400-500')
    expect(shown(replaceCues(there, cues('x 150-250, y 260-390'), { start: 120, end: 390 }))).toBe(
      'a 0-100, x 150-250, y 260-390, c 400-500',
    )
    expect(shown(replaceCues(there, cues('x 10-90'), { start: 0, end: 1000 }))).toBe('x 10-90')
    // It lingers past its part, into a line that stays.
    expect(shown(replaceCues(there, cues('x 300-420'), { start: 200, end: 400 }))).toBe('a 0-100, x 300-400, c 400-500')
  })

  test('come where there are none', () => {
    expect(shown(fillCues(cues('a 0-100, b 200-300'), cues('x 50-120, y 110-190, z 150-210, w 310-400')))).toBe(
      'a 0-100, y 110-190, z 150-200, b 200-300, w 310-400',
    )
  })

  const lists = fc
    .array(fc.record({ gap: fc.integer({ min: 0, max: 80 }), length: fc.integer({ min: 1, max: 90 }) }), {
      maxLength: 12,
    })
    .map((parts) => {
      let at = 0
      return parts.map(({ gap, length }) => {
        const start = at + gap
        at = start + length
        return { start, end: at }
      })
    })
  const named = (name: string, list: readonly { start: number; end: number }[]): Cue[] =>
    list.map((range, at) => ({ id: `${name}${at}`, ...range, text: '', roles: [] }))

  test('never overlap a line, and no line that stays is changed', () => {
    fc.assert(
      fc.property(lists, lists, fc.nat(400), fc.nat(400), (there, heard, from, length) => {
        const part = { start: from, end: from + length }
        const before = named('a', there)
        for (const [after, stay] of [
          [fillCues(before, named('x', heard)), before],
          [
            replaceCues(before, named('x', heard), part),
            before.filter(({ start, end }) => end <= part.start || start >= part.end),
          ],
        ] as const) {
          expect(after.filter(({ id }) => id.startsWith('a'))).toEqual(stay)
          for (const [at, cue] of after.entries()) {
            expect(cue.end).toBeGreaterThan(cue.start)
            expect(cue.start).toBeGreaterThanOrEqual(after[at - 1]?.end ?? 0)
          }
        }
      }),
    )
  })
})
