import fc from 'fast-check'
import { expect, test } from 'vitest'
import { languageCodes } from '#core/domain/languages.ts'
import { nameLengths } from '#core/domain/limits.ts'
import {
  chainOf,
  folderNameOf,
  lacksLanguage,
  plainGoals,
  switched,
  type Goals,
  type Goal,
} from '#core/domain/goals.ts'

const parts: readonly Goal[] = ['subtitles', 'translate', 'dub', 'erase']
const goalSets: fc.Arbitrary<Goals> = fc.record({
  subtitles: fc.constant(true),
  translate: fc.boolean(),
  dub: fc.constant(false),
  erase: fc.boolean(),
  source: fc.constantFrom('' as const, ...languageCodes),
  targets: fc.uniqueArray(fc.constantFrom(...languageCodes), { maxLength: 5 }),
  shown: fc.constantFrom('none', 'burn', 'soft'),
  stops: fc.subarray(['extract', 'translate'] as const),
})

const andMore = (first: string, more: number): string => `${first} and ${more} more`

test.each([
  [['harbour.mp4'], 'harbour'],
  [['harbour.mp4', 'boats.mp4'], 'harbour and 1 more'],
  [['a.b.mov', 'c.mp4', 'd.mp4'], 'a.b and 2 more'],
  [['.mp4'], '.mp4'],
])('the folder of %j is “%s”', (names, name) => {
  expect(folderNameOf(names, andMore)).toBe(name)
})

test('law: a folder’s name fits, has no half letter, and keeps the number of the others', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), { minLength: 1 }), (names) => {
      const name = folderNameOf(names, andMore)
      expect(name.length).toBeLessThanOrEqual(nameLengths.folder)
      expect(name.isWellFormed()).toBe(true)
      if (names.length > 1) expect(name).toContain(`and ${names.length - 1} more`)
    }),
  )
})

test('law: a dub is never without its translation, nor a translation without subtitles, and something is left', () => {
  fc.assert(
    fc.property(goalSets, fc.array(fc.constantFrom(...parts), { maxLength: 8 }), (first, presses) => {
      const goals = presses.reduce(switched, first)
      expect(goals.dub && !goals.translate).toBe(false)
      expect(goals.translate && !goals.subtitles).toBe(false)
      expect(goals.subtitles || goals.erase).toBe(true)
      const twice = switched(switched(goals, 'erase'), 'erase')
      expect(twice).toEqual(goals.subtitles ? goals : { ...goals, subtitles: true })
    }),
  )
})

test('law: a chain has the languages and stops of the chosen parts only', () => {
  fc.assert(
    fc.property(goalSets, (goals) => {
      const { to_languages, stops, source_language, subtitles } = chainOf(goals)
      expect(subtitles).toBe(true)
      expect(to_languages).toEqual(goals.translate ? goals.targets : [])
      expect(stops.includes('translate') && !goals.translate).toBe(false)
      expect(source_language ?? '').toBe(goals.source)
    }),
  )
})

test('a translation lacks a language until one is chosen; subtitles alone lack none', () => {
  expect(lacksLanguage(plainGoals)).toBe(false)
  expect(lacksLanguage(switched(plainGoals, 'dub'))).toBe(true)
  expect(lacksLanguage({ ...switched(plainGoals, 'dub'), targets: ['es'] })).toBe(false)
})

test('a clean picture alone has no languages, no shown subtitles and no stops', () => {
  const goals = switched({ ...plainGoals, source: 'en', shown: 'burn', stops: ['extract'] }, 'subtitles')
  expect(chainOf(goals)).toEqual({
    ...{ subtitles: false, erase: true, dub: false, source_language: 'en' },
    ...{ to_languages: [], synthesis_type: 'none', stops: [] },
  })
  expect(switched(goals, 'dub')).toMatchObject({ subtitles: true, translate: true, dub: true, erase: true })
})
