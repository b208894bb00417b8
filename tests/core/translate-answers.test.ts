import { describe, expect, test } from 'vitest'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { readKeyed } from '#core/translate/answers.ts'
import { cueBudget } from '#core/translate/budget.ts'
import { missingTerms, readGlossary, termsIn, withTerms } from '#core/translate/glossary.ts'
import { readMarks, withoutMarks } from '#core/translate/marks.ts'
import { nameIn } from '#core/translate/names.ts'

const limits = (language: LanguageCode) => limitsOf(profiles.netflix, { language })

describe('what models answer', () => {
  test.each([
    ['{"0":"a","2":"b","9":"x"}', { 0: 'a', 2: 'b' }],
    ['Sure! ```json\n{"0": "a"}\n```', { 0: 'a' }],
    ['{"lines": {"0": "a", "2": " b "}}', { 0: 'a', 2: 'b' }],
    // Cut off in the middle: what is whole counts.
    ['{"0": "a \\"q\\" {", "2": "half of', { 0: 'a "q" {' }],
    ['0: a\n2. "b"', { 0: 'a', 2: 'b' }],
    ['{"0": 5, "2": ""}', {}],
    ['no object', {}],
    ['', {}],
  ])('%s', (content, wanted) => expect(Object.fromEntries(readKeyed(content, ['0', '2']))).toEqual(wanted))

  test('marks', () => {
    expect(readMarks('Vi ⟦1⟧la casa⟦/1⟧ ⟦|⟧ roja.', 1)).toEqual({
      ...{ text: 'Vi la casa roja.', breaks: [11], isWhole: true },
      spans: [{ from: 3, to: 10, style: 1 }],
    })
    expect(readMarks('a⟦/1⟧ b⟦1⟧', 1)).toMatchObject({ text: 'a b', spans: [], isWhole: false })
    expect(withoutMarks('a ⟦|⟧ b⟦1⟧c⟦/1⟧')).toBe('a bc')
  })
})

test('terms: whole words, the longest first; a list of them is read', () => {
  const glossary = readGlossary('cat = gato\nwild cat=gato montés\n= x\nalone')
  expect(glossary).toEqual([
    { from: 'cat', to: 'gato' },
    { from: 'wild cat', to: 'gato montés' },
  ])
  expect(withTerms('A wild cat, a Cat, concat, cat.org.', glossary)).toBe('A gato montés, a gato, concat, cat.org.')
  expect(termsIn(['concat'], glossary)).toEqual([])
  expect(missingTerms('a cat', 'un Gato', glossary)).toEqual([])
})

test.each([
  ['film', 'film.es'],
  ['film.en', 'film.es'],
  ['film.EN', 'film.es'],
  ['film.es', 'film.es'],
  ['broken', 'broken.es'],
  ['.en', '.en.es'],
])('%s in Spanish is %s', (name, wanted) => expect(nameIn(name, 'en', 'es')).toBe(wanted))

test('a budget is what can be read in the time and stand in the rows', () => {
  expect(cueBudget({ start: 0, end: 1000 }, limits('es'))).toBe(17)
  expect(cueBudget({ start: 0, end: 60_000 }, limits('es'))).toBe(84)
  expect(cueBudget({ start: 0, end: 2000 }, limits('zh_cn'))).toBe(18)
  expect(cueBudget({ start: 0, end: 0 }, limits('es'))).toBe(8)
})

test('a glossary with runs of blanks, tabs or marks is read in one look', () => {
  const long = `${' '.repeat(1_000_000)}x`
  expect(readGlossary(`cat\t=\t gato \n${long}\n${'='.repeat(1_000_000)}\nb\t\tc\nd → e = f\n=\n`)).toEqual([
    { from: 'cat', to: 'gato' },
    { from: 'b', to: 'c' },
    { from: 'd', to: 'e f' },
  ])
})
