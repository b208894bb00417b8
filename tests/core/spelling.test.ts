import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inDictionarySpelling, inSpellingOf, spansOfWords, wordsToSpell } from '#core/subtitle/text/spelling.ts'
import { isUntranslated } from '#core/translate/untranslated.ts'

const words = (text: string, language = 'en'): string =>
  wordsToSpell(text, language)
    .map(({ word }) => word)
    .join(' ')

test.each([
  ['en', "Don't <i>stop</i>, well-known {\\an8}Anna", "Don't stop well-known Anna"],
  ['en', '5th B2 a x1 3D', ''],
  ['en', 'see www.site.org, me@mail.org and http://a.fr/path', 'see and'],
  ['en', 'Привет 你好 world', 'world'],
  ['ru', 'Привет, world', 'Привет'],
  ['el', 'Καλημέρα, world', 'Καλημέρα'],
  ['fr', 'aujourd’hui', 'aujourd’hui'],
  ['en', '<font color="#ff0000">Wrod</font>', 'Wrod'],
])('words to spell in %s: %s', (language, text, expected) => {
  expect(words(text, language)).toBe(expected)
})

test('each word stands at its place', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
      for (const { word, from, to } of wordsToSpell(text, 'en')) expect(text.slice(from, to)).toBe(word)
    }),
  )
})

test('apostrophes of the dictionary and of the text', () => {
  expect(inDictionarySpelling('don’t')).toBe("don't")
  expect([inSpellingOf('dont’', "don't"), inSpellingOf('dont', "don't")]).toEqual(['don’t', "don't"])
})

test.each([
  ['the cat sat', 'cat', '4-7'],
  ['the cat and the dog', 'the the', '0-3 12-15'],
  ['the cat', 'dog cat', '4-7'],
  ['sat the cat', 'cat sat', '0-3 8-11'],
  ['', 'cat', ''],
])('words of a note in “%s”: %s', (text, note, expected) => {
  expect(
    spansOfWords(text, note)
      .map(({ from, to }) => `${from}-${to}`)
      .join(' '),
  ).toBe(expected)
})

test.each([
  ['', 'Hello', true],
  ['<i> </i>', 'Hello', true],
  ['', '', false],
  ['Hello', '<i>Hello</i>', true],
  ['Hello\nyou', 'Hello you', true],
  ['1999', '1999', false],
  ['Hallo', 'Hello', false],
])('“%s” for “%s” is still to be translated: %s', (text, source, expected) => {
  expect(isUntranslated(text, source)).toBe(expected)
})
