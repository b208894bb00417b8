import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareLines, scoreOfTokens } from '#core/translate/memory/difference.ts'
import { keysOfPair, neighboursKey, pairKeys, wordCount, wordKeys } from '#core/translate/memory/keys.ts'
import { type Candidate, rank } from '#core/translate/memory/rank.ts'
import { normalForm, tokensOf } from '#core/translate/memory/tokens.ts'

/** Marked pieces in one line: `[-stored-]`, `[+asked+]`. */
const marked = (stored: string, asked: string): string => {
  const { score, pieces } = compareLines(stored, asked)
  const signs = { same: '', stored: '-', asked: '+' }
  const shown = pieces.map(({ kind, text }) => (kind === 'same' ? text : `[${signs[kind]}${text}${signs[kind]}]`))
  return `${score} ${shown.join('')}`
}

const normalLetters = (text: string): string => normalForm(text).replaceAll(/[\u{fffc} ]/gu, '')
const score = (stored: string, asked: string): number => compareLines(stored, asked).score
const word = fc.constantFrom(
  'the',
  'old',
  'Machine',
  '42',
  'é',
  '机',
  '器',
  ',',
  '!',
  '<i>',
  '</i>',
  '{\\an8}',
  '\n',
  "it's",
)
const line = fc.array(word, { maxLength: 14 }).map((words) => words.join(' '))

describe('normal form', () => {
  test.each([
    ['Hello, World!', 'hello , world !'],
    ['<i>Hello</i>', '\u{fffc} hello \u{fffc}'],
    ['Two\nrows', 'two rows'],
    ['It’s 42', "it's 42"],
    ['ＡＢＣ１２', 'abc12'],
    ['我们走吧。', '我 们 走 吧 。'],
    ['', ''],
  ])('%j is %j', (text, normal) => expect(normalForm(text)).toBe(normal))

  test('case, spaces and row breaks do not count, digits do', () => {
    expect(normalForm('We  have\n3 Days')).toBe(normalForm('we have 3 days'))
    expect(normalForm('3 days')).not.toBe(normalForm('4 days'))
  })
})

describe('difference', () => {
  test.each([
    ['We go home', 'We go home', '100 We go home'],
    ['We go home', 'we go\nHome', '100 We go home'],
    ['We go home now', 'We go out now', '75 We go[- home-][+ out+] now'],
    ['We go home', 'We go home.', '92 We go home[+.+]'],
    ['Yes', 'No', '0 [-Yes-][+No+]'],
    ['我们走吧', '我们跑吧', '75 我们[-走-][+跑+]吧'],
    ['We go', '', '0 [-We go-]'],
    ['We go', 'So we go', '67 [+So+] We go'],
    ['', '', '100 '],
  ])('%j against %j', (stored, asked, shown) => expect(marked(stored, asked)).toBe(shown))

  test('laws', () => {
    fc.assert(
      fc.property(line, line, (a, b) => {
        const { score: found, pieces } = compareLines(a, b)
        expect(found).toBe(score(b, a))
        expect(found).toBe(scoreOfTokens(tokensOf(a), tokensOf(b)))
        expect(found === 100).toBe(normalForm(a) === normalForm(b))
        expect(found).toBeGreaterThanOrEqual(0)
        const without = (kind: string): string =>
          normalLetters(
            pieces
              .filter((piece) => piece.kind !== kind)
              .map(({ text }) => text)
              .join(''),
          )
        expect(without('asked')).toBe(normalLetters(a))
        expect(without('stored')).toBe(normalLetters(b))
      }),
    )
  })
})

describe('ranking', () => {
  const candidate = (target: string, source: string, more: Partial<Candidate> = {}): Candidate => ({
    ...{ source, target, sameNeighbours: false, sameFolder: false, date: 0 },
    ...more,
  })
  const ranked = (text: string, candidates: readonly Candidate[]): string =>
    rank(text, candidates)
      .map(({ candidate: { target }, kind, score: found, count }) => `${target} ${kind} ${found} ${count}`)
      .join(', ')

  test('same neighbours, exact, fuzzy; the own folder and the newest first; each pair once', () => {
    expect(
      ranked('We go home now', [
        candidate('f', 'We go out now'),
        candidate('old', 'we go home now', { date: 1 }),
        candidate('new', 'We go home now', { date: 2 }),
        candidate('mine', 'We go home now', { date: 0, sameFolder: true }),
        candidate('new', 'We go home now'),
        candidate('n', 'We go home now', { sameNeighbours: true }),
        candidate('far', 'Other words altogether'),
      ]),
    ).toBe('n neighbours 100 1, mine exact 100 1, new exact 100 2, old exact 100 1, f fuzzy 75 1')
  })

  test('the order of candidates does not count', () => {
    const some = fc.array(
      fc.record({
        ...{ source: line, target: fc.constantFrom('a', 'b'), sameNeighbours: fc.boolean(), sameFolder: fc.boolean() },
        date: fc.integer({ min: 0, max: 9 }),
      }),
    )
    const scores = (text: string, all: readonly Candidate[]) =>
      rank(text, all, 100).map(({ kind, score: found, count }) => [kind, found, count])
    fc.assert(
      fc.property(line, some, (text, all) => {
        const found = rank(text, all)
        expect(found.map(({ score: each }) => each)).toEqual(
          found.map(({ score: each }) => each).toSorted((a, b) => b - a),
        )
        expect(scores(text, all).map(String).toSorted()).toEqual(scores(text, all.toReversed()).map(String).toSorted())
      }),
    )
  })
})

describe('keys', () => {
  test('similar lines share a pair of words, and a phrase its words', () => {
    fc.assert(
      fc.property(line, line, (a, b) => {
        const all = new Set(keysOfPair(1, a, b))
        for (const key of [...pairKeys(1, a), ...wordKeys(1, a, 'source'), ...wordKeys(1, b, 'target')])
          expect(all.has(key)).toBe(true)
        const isNear = score(a, b) >= 70 && Math.min(wordCount(a), wordCount(b)) > 1
        if (isNear) expect(pairKeys(1, a).some((key) => pairKeys(1, b).includes(key))).toBe(true)
      }),
    )
  })

  test('memories are apart, and so are neighbours', () => {
    expect(pairKeys(1, 'Yes')).not.toEqual(pairKeys(2, 'Yes'))
    expect(neighboursKey('A', 'B')).toBe(neighboursKey('a', 'b'))
    expect(neighboursKey('A', 'B')).not.toBe(neighboursKey('B', 'A'))
  })
})
