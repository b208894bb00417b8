import fc from 'fast-check'
import type { Cue } from '#core/subtitle/cue.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 30 })

/** Lines in order that do not overlap, at least a gap apart. */
export const tidyCues = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 5000 }), text), { maxLength: 12 })
  .map((parts) => {
    let at = 0
    return parts.map(([gap, length, words], index): Cue => {
      const start = at + gap
      at = start + length
      return { id: `c${index}`, start, end: at, text: words, roles: [] }
    })
  })

/** Anything that a file may hold: overlaps, wrong order, no length. */
export const wildCues = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: -50, max: 5000 }), text), { maxLength: 12 })
  .map((parts) =>
    parts.map(([start, length, words], index): Cue => ({
      id: `c${index}`,
      start,
      end: Math.max(0, start + length),
      text: words,
      roles: [],
    })),
  )
