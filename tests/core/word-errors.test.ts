import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedWords, wordErrors } from '#core/metrics/word-errors.ts'

test.each([
  ['Good morning, all!', 'good morning all', 0],
  ['one two three', 'one three', 1],
  ['one two three', 'one two and three', 1],
  ['one two three', 'one too three', 1],
  ['', 'anything', 1],
  ['all of it', '', 3],
  ['It’s free', "it's free", 0],
])('%s against %s: %i wrong', (reference, text, wrong) => {
  expect(wordErrors(reference, text).wrong).toBe(wrong)
})

test('no more wrong than the longer text has words, none against itself, and the same the other way round', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd,', 'E'), { maxLength: 12 }).map((words) => words.join(' '))
  fc.assert(
    fc.property(texts, texts, (a, b) => {
      const { wrong, words } = wordErrors(a, b)
      expect(words).toBe(comparedWords(a).length)
      expect(wrong).toBeLessThanOrEqual(Math.max(words, comparedWords(b).length))
      expect(wordErrors(b, a).wrong).toBe(wrong)
      expect(wordErrors(a, a).wrong).toBe(0)
    }),
  )
})
