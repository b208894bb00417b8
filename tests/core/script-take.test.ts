import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withTaken } from '#core/speech/script-take.ts'
import { makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'

const rules = { lineLength: 42, unspaced: false }
const cues = [makeCue('a', 1000, 2000, 'One.'), makeCue('b', 4000, 5000, 'Three.')]
const take = (...parts: [string, number, number][]) =>
  withTaken(
    cues,
    parts.map(([text, start, end]) => ({ id: text, text, start, end })),
    rules,
    sequentialIds('n'),
  )
    .map(({ start, end, text }) => `${start}-${end} ${text}`)
    .join(' | ')

test.each<[string, [string, number, number][], string]>([
  ['nothing', [], '1000-2000 One. | 4000-5000 Three.'],
  ['a part between lines', [['Two.', 1900, 4000]], '1000-2000 One. | 2000-4000 Two. | 4000-5000 Three.'],
  [
    'two parts in one place share it',
    [
      ['Two.', 2000, 4000],
      ['Two and a half.', 2000, 4000],
    ],
    '1000-2000 One. | 2000-3000 Two. | 3000-4000 Two and a half. | 4000-5000 Three.',
  ],
  ['a part after all', [['Four.', 5000, 5000]], '1000-2000 One. | 4000-5000 Three. | 5000-5500 Four.'],
])('%s', (_, parts, expected) => {
  expect(take(...parts)).toBe(expected)
})

test('all lines stay as they are, and what is taken is in order of time', () => {
  const part = fc.tuple(fc.nat(9000), fc.nat(2000))
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const all = withTaken(
        cues,
        parts.map(([start, length], at) => ({ id: String(at), text: `Part ${at}`, start, end: start + length })),
        rules,
        sequentialIds('n'),
      )
      expect(all.filter(({ id }) => id === 'a' || id === 'b')).toEqual(cues)
      expect(all).toHaveLength(parts.length + 2)
      for (const [at, { start, end }] of all.entries()) {
        expect(end).toBeGreaterThan(start)
        expect(start).toBeGreaterThanOrEqual(all[at - 1]?.start ?? 0)
      }
    }),
  )
})
