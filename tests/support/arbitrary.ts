import fc from 'fast-check'
import type { Cue } from '#core/subtitle/cue/cue.ts'

const text = fc.string({ unit: 'grapheme', maxLength: 30 })

/** Ordered cues without overlaps, at least a gap apart. */
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

/** Anything a file may hold: overlaps, wrong order, zero length. */
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

const phrase = fc.constantFrom(
  'Well...',
  'so , then',
  '- Yes.',
  '-No!',
  '(door slams)',
  '5 cats',
  'the quick brown fox jumps over the lazy dog',
  '我们今天要讨论这个问题这是什么意思',
  'ｶﾞｷﾞ',
  'สวัสดีครับ',
  '<i>',
  '</i>',
  '{\\an8}',
  '{Music playing}',
  '<font color="#ff0000">',
  '</font>',
  '  ',
  '\n',
  '\n',
  '😀',
  'x'.repeat(50),
)

/** Crowded cues with typical faults, sometimes unordered or of zero length. */
export const writtenCues = fc
  .array(
    fc.tuple(
      fc.integer({ min: -300, max: 700 }),
      fc.integer({ min: -30, max: 3000 }),
      fc.array(phrase, { maxLength: 5 }).map((phrases) => phrases.join(' ').replace(/ ?\n ?/g, '\n')),
    ),
    { maxLength: 12 },
  )
  .map((parts) => {
    let at = 1000
    return parts.map(([gap, length, words], index): Cue => {
      const start = Math.max(0, at + gap)
      at = Math.max(0, start + length)
      return { id: `c${index}`, start, end: at, text: words, roles: [] }
    })
  })
