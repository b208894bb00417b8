import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Pronunciation } from '#core/domain/pronunciation.ts'
import { pronouncer } from '#core/speech/pronunciation.ts'

/** Entries as `word=say`, with `language:` before some. */
const list = (text: string): Pronunciation[] =>
  text.split(' ; ').map((entry) => {
    const [, language = '', word = '', say = ''] = /^(?:(\w+):)?([^=]*)=(.*)$/.exec(entry) ?? []
    return { language, word, say }
  })
const spoken = (entries: string, text: string, speech = { language: 'en', takesPhonemes: true }): string =>
  pronouncer(list(entries), speech)(text)

test.each([
  ['nguyen=win', 'Nguyen met NGUYEN, nguyen and Nguyens.', 'win met win, win and Nguyens.'],
  ['US=U S', 'The US told us.', 'The U S told us.'],
  ['new york=noo york ; york=yorrk', 'New York is not York.', 'noo york is not yorrk.'],
  ['US=U S ; us=uss', 'US, us, Us', 'U S, uss, uss'],
  ['colour=color ; color=kuller', 'A colour.', 'A color.'],
  ["o'brien=oh bryan", "O'Brien's boat", "oh bryan's boat"],
  ['20=score', '20 of 120, 20%', 'score of 120, score%'],
  ['重庆=冲庆', '我在重庆工作', '我在冲庆工作'],
  ['fr:paris=parie ; paris=pariss', 'Paris', 'pariss'],
  ['gif=[[dZIf]]', 'A gif.', 'A [[dZIf]].'],
])('%s: %s', (entries, text, said) => expect(spoken(entries, text)).toBe(said))

test('phonemes are for voices that take them, entries for their language', () => {
  const speech = { language: 'fr', takesPhonemes: false }
  expect(spoken('gif=[[dZIf]] ; gif=jif', 'A gif.', speech)).toBe('A jif.')
  expect(spoken('gif=[[dZIf]]', 'A gif.', speech)).toBe('A gif.')
  expect(spoken('fr:paris=parie', 'Paris', speech)).toBe('parie')
  expect(spoken('en:paris=pariss', 'Paris', speech)).toBe('Paris')
})

const words = fc.array(fc.constantFrom('a', 'b', 'ab', 'A', 'Ba', '你', '你好', '12', 'é', '😀'), {
  minLength: 1,
  maxLength: 3,
})
const entries = fc.array(
  fc.record({
    language: fc.constantFrom('', 'en', 'fr'),
    word: words.map((all) => all.join(' ')),
    say: fc.constantFrom('X', 'Y Z', '[[x]]', ''),
  }),
  { maxLength: 8 },
)
const texts = fc
  .array(fc.constantFrom('a', 'b', 'ab', 'A', 'Ba', '你', '你好', '12', 'é', '😀', ' ', ', ', '.', 'q'), {
    maxLength: 20,
  })
  .map((all) => all.join(''))
const speech = { language: 'en', takesPhonemes: true }

test('laws', () => {
  fc.assert(
    fc.property(entries, texts, (drawn, text) => {
      const say = pronouncer(drawn, speech)
      const said = say(text)
      // No entry begins in what was put in: a second time changes nothing.
      expect(say(said)).toBe(said)
      expect(pronouncer([], speech)(text)).toBe(text)
      // The order of entries with different words does not count.
      const words = new Set(drawn.map(({ word }) => word))
      if (words.size === drawn.length) expect(pronouncer(drawn.toReversed(), speech)(text)).toBe(said)
      // A text without the letters of any entry stays.
      expect(say('qqq. Qq')).toBe('qqq. Qq')
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (drawn) => {
      const text = drawn.replaceAll(/z/gi, '')
      expect(pronouncer(list('zebra=x'), speech)(text)).toBe(text)
    }),
  )
})
