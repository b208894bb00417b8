import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withKnownNames } from '#core/speech/known-names.ts'
import type { Word } from '#core/speech/words.ts'

/** Words of a second each; `~` before a word: heard with little confidence. */
const heard = (text: string): Word[] =>
  text.split(' ').map((word, at) => ({
    text: word.replace('~', ''),
    start: at * 1000,
    end: at * 1000 + 900,
    confidence: word.includes('~') ? 0.4 : 0.95,
  }))

const corrected = (text: string, ...names: string[]): string =>
  withKnownNames(heard(text), names)
    .map((word) => word.text)
    .join(' ')

describe('names that are known', () => {
  test.each([
    ['My name is Jordy Mass. I am here.', 'Jordi Mas', 'My name is Jordi Mas. I am here.'],
    ['Peter Wooler as our guest', 'Pieter Wuille', 'Peter Wooler as our guest'],
    ['I am Jory Masse, from', 'Jordi Mas', 'I am Jordi Mas, from'],
    ['with Dash Wood, then', 'Dashwood', 'with Dashwood, then'],
    ['and “Catherine’s” dog', 'Kathryn', 'and “Kathryn’s” dog'],
    ['we saw jordi mas there', 'Jordi Mas', 'we saw Jordi Mas there'],
    ['a ~stefan came', 'Stephen', 'a Stephen came'],
  ])('%s with %s is %s', (said, name, wanted) => {
    expect(corrected(said, name)).toBe(wanted)
  })

  test('a plain word that is heard surely stays, and so does what a mark parts', () => {
    for (const [said, name] of [
      ['please mark the place', 'Mark'],
      ['the mass was long', 'Mas'],
      ['a stefan came', 'Stephen'],
      ['hello Jordy. Mass is here', 'Jordi Mas'],
    ] as const)
      expect(corrected(said, name)).toBe(said)
  })

  test('is as sure as its letters are alike, at the times of what was heard', () => {
    expect(withKnownNames(heard('Jordy Mass spoke'), ['Jordi Mas']).slice(0, 2)).toEqual([
      { text: 'Jordi', start: 0, end: 900, confidence: expect.closeTo(0.78, 1) as number },
      { text: 'Mas', start: 1000, end: 1900, confidence: expect.closeTo(0.78, 1) as number },
    ])
    const [one, two] = withKnownNames(
      heard('annasmith spoke').map((word) => ({ ...word, confidence: 0.3 })),
      ['Anna Smith'],
    )
    expect([one, two].map((word) => [word?.text, word?.start, word?.end])).toEqual([
      ['Anna', 0, 450],
      ['Smith', 450, 900],
    ])
  })

  test('nothing changes without names; times stay in order whatever is heard', () => {
    const words = fc.array(fc.stringMatching(/^[A-Za-z]{1,7}[.,]?$/), { minLength: 1, maxLength: 12 })
    const names = fc.array(fc.stringMatching(/^[A-Z][a-z]{2,6}( [A-Z][a-z]{2,6})?$/), { maxLength: 4 })
    fc.assert(
      fc.property(words, names, (texts, known) => {
        const given = heard(texts.join(' '))
        expect(withKnownNames(given, [])).toEqual(given)
        const made = withKnownNames(given, known)
        for (const [at, word] of made.entries()) {
          expect(word.start).toBeGreaterThanOrEqual(made[at - 1]?.end ?? 0)
          expect(word.end).toBeGreaterThan(word.start)
        }
      }),
    )
  })
})
