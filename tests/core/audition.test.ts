import fc from 'fast-check'
import { expect, test } from 'vitest'
import { voiceAges, voiceGenders } from '#core/domain/voices.ts'
import { MOST_AUDITIONED, voicesToCompare } from '#core/speech/audition.ts'

/** `Anna f youth`: name, gender and age. */
const voice = (line: string) => {
  const [voice_id = '', gender, age] = line.split(' ')
  return { voice_id, gender: gender === 'f' ? 'female' : 'male', age } as Parameters<typeof voicesToCompare>[0][number]
}
const ids = (voices: readonly { voice_id: string }[]): string => voices.map(({ voice_id }) => voice_id).join(' ')

test('a line’s own voice is compared with voices of its gender, of other ages first', () => {
  const voices = ['a m old', 'b f youth', 'c f youth', 'd f child', 'e m youth', 'f f old'].map(voice)
  expect(ids(voicesToCompare(voices, 'b'))).toBe('b d f c a')
  expect(ids(voicesToCompare(voices, 'e'))).toBe('e a b c d')
  expect(ids(voicesToCompare(voices, 'gone', undefined, 2))).toBe('a e')
  expect(voicesToCompare([], 'a')).toEqual([])
})

test('after a line’s own voice come those of the gender that the pitch of the original suggests', () => {
  const voices = ['a m old', 'b f youth', 'c f youth', 'd f child', 'e m youth', 'f f old'].map(voice)
  expect(ids(voicesToCompare(voices, 'b', 110))).toBe('b a e c d')
  expect(ids(voicesToCompare(voices, 'e', 210))).toBe('e b d f c')
  expect(ids(voicesToCompare(voices, 'e', 160))).toBe('e a b c d')
})

test('law: each voice once, the own one first, as many as there are up to the limit', () => {
  const voices = fc.uniqueArray(
    fc.record({
      voice_id: fc.string({ minLength: 1, maxLength: 3 }),
      gender: fc.constantFrom(...voiceGenders),
      age: fc.constantFrom(...voiceAges),
    }),
    { selector: ({ voice_id }) => voice_id, maxLength: 12 },
  )
  fc.assert(
    fc.property(
      voices,
      fc.nat(11),
      fc.option(fc.integer({ min: 60, max: 420 }), { nil: undefined }),
      (all, at, pitch) => {
        const own = all[at % Math.max(1, all.length)]
        const chosen = voicesToCompare(all, own?.voice_id ?? '', pitch)
        expect(chosen).toHaveLength(Math.min(all.length, MOST_AUDITIONED))
        expect(new Set(chosen).size).toBe(chosen.length)
        expect(chosen[0]).toBe(own)
      },
    ),
  )
})
