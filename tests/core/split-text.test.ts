import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TextFacts } from '#core/checks/rule.ts'
import { type Cue, makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { cutMarkup, plainText } from '#core/subtitle/text/markup.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { withPartTimes } from '#core/subtitle/text/part-codes.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { splitCue, splitLongCues } from '#core/timing/split.ts'

const cueOf = (text: string, length: number): Cue => makeCue('a', 1000, 1000 + length, text)

function longParts(text: string, characters: number, length = 5000): string[] {
  const list = cueList([cueOf(text, length)])
  const patch = splitLongCues(list, { characters, duration: 7000 }, defaultRules, sequentialIds('n'))
  return applyPatch(list, patch).cues.map((cue) => cue.text)
}

function halves(text: string, time = 2500): string[] | string {
  const list = cueList([cueOf(text, 3000)])
  const outcome = splitCue(list, 'a', { time }, defaultRules, sequentialIds('n'))
  return outcome.ok ? applyPatch(list, outcome.value).cues.map((cue) => cue.text) : outcome.reason
}

describe('where long lines are split', () => {
  test.each([
    ['a number', 'He paid 1234.56 dollars', 12, ['He paid', '1234.56 dollars']],
    ['a time of day', 'We meet at 12:45 on Monday', 14, ['We meet at', '12:45 on Monday']],
    ['thousands', 'There are 1,250,000 people', 14, ['There are', '1,250,000 people']],
    ['thousands with blanks', 'Ils sont 1 250 000 ici', 12, ['Ils sont', '1 250 000 ici']],
    ['an address', 'Look at www.example.com, please', 20, ['Look at', 'www.example.com, please']],
    ['an e-mail', 'Write to john.smith@example.com now', 20, ['Write to', 'john.smith@example.com now']],
    ['a title', 'And then Dr. Jones came in', 14, ['And then', 'Dr. Jones came in']],
    [
      'speakers in a row',
      '- Have you ever been to the old harbour town? - No, I have never been there in all my life.',
      48,
      ['- Have you ever been to the old harbour town?', '- No, I have never been there in all my life.'],
    ],
    ['speakers in rows', '- Yes.\n- No, never at all', 20, ['- Yes.', '- No, never at all']],
    ['a dash in a sentence', 'Two words - and two more', 14, ['Two words -', 'and two more']],
    ['who is quoted', '- Really? - asked the man.', 20, ['- Really? -', 'asked the man.']],
    ['a single word', 'Supercalifragilistic', 5, ['Supercalifragilistic']],
    [
      'a drawing',
      String.raw`{\p1}m 0 0 l 100 0 100 100 0 100{\p0}`,
      2,
      [String.raw`{\p1}m 0 0 l 100 0 100 100 0 100{\p0}`],
    ],
  ])('%s', (_, text, characters, expected) => {
    expect(longParts(text, characters)).toEqual(expected)
  })

  test.each([
    [String.raw`{\pos(100,100)}SIGN`, [String.raw`{\pos(100,100)}SIGN`]],
    [String.raw`{\pos(100,100)}LONG SIGN`, [String.raw`{\pos(100,100)}LONG SIGN`]],
    [String.raw`{\fad(200,300)}Two words`, [String.raw`{\fad(200,0)}Two`, String.raw`{\fad(0,300)}words`]],
    ['<i>Halt!</i>', ['<i>Halt!</i>']],
  ])('ten seconds of %s', (text, expected) => {
    expect(longParts(text, 40, 10_000)).toEqual(expected)
  })
})

/** Words, and what may not be cut. */
const whole = [
  'one',
  'river',
  '1,250,000',
  '12:45',
  '3.50',
  'www.example.com',
  'a@b.org',
  'well-known',
  "don't",
  '...',
  '♪',
  '—',
]
const tags = [
  ['', ''],
  ['<i>', '</i>'],
  ['<b><i>', '</i></b>'],
  ['{\\an8}', ''],
  ['<font color="#ff0000">', '</font>'],
  ['<v Mary>', '</v>'],
  ['{\\fs30\\bord2}', ''],
] as const

describe('however a text is split', () => {
  const text = fc
    .tuple(
      fc.array(fc.tuple(fc.constantFrom(...whole), fc.constantFrom(' ', '\n', '. ', ', ', '? - ')), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.constantFrom(...tags),
      fc.boolean(),
    )
    .map(([words, [open, close], isInside]) => {
      const parts = words.map(([word, after]) => word + after)
      if (isInside && parts.length > 2)
        return [parts[0], open, ...parts.slice(1, -1), close, parts.at(-1)].join('').trim()
      return `${open}${parts.join('').trim()}${close}`
    })
  const squeezed = (texts: readonly string[]): string => texts.map(plainText).join('').replace(/\s/g, '')

  test('its parts together say the text, none says nothing, no word is cut, and tags are in pairs', () => {
    fc.assert(
      fc.property(
        text,
        fc.integer({ min: 4, max: 40 }),
        fc.integer({ min: 500, max: 20_000 }),
        (source, most, length) => {
          const parts = longParts(source, most, length)
          const half = halves(source)
          for (const texts of [parts, typeof half === 'string' ? [source] : half]) {
            expect(squeezed(texts)).toBe(squeezed([source]))
            const words = (all: readonly string[]): string[] =>
              all.flatMap((one) => plainText(one).split(/\s+/)).filter(Boolean)
            expect(words(texts)).toEqual(words([source]))
            for (const part of texts) {
              if (texts.length > 1) expect(plainText(part)).toMatch(/[\p{L}\p{N}]/u)
              expect(new TextFacts(part).faults.markup, part).toBe(false)
            }
          }
        },
      ),
      { numRuns: 400 },
    )
  })

  test('each part keeps what stands at the beginning', () => {
    fc.assert(
      fc.property(
        text,
        fc.constantFrom(String.raw`{\an8}`, String.raw`{\fs30\bord2}`, '<i>', '<v Mary>'),
        (source, lead) => {
          for (const part of longParts(lead + plainText(source), 12)) expect(part.startsWith(lead), part).toBe(true)
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('the editor', () => {
  test.each([
    ['He paid 1234.56 dollars', ['He paid', '1234.56 dollars']],
    ['Supercalifragilistic', 'one_word'],
    [String.raw`{\pos(1,2)}SIGN`, [String.raw`{\pos(1,2)}SIGN`, String.raw`{\pos(1,2)}SIGN`]],
    [
      String.raw`{\move(0,0,300,0)}NOW PLAYING`,
      [String.raw`{\move(0,0,150,0,0,1500)}NOW`, String.raw`{\move(150.1,0,300,0,0,1499)}PLAYING`],
    ],
  ])('splits %s in the middle', (text, expected) => {
    expect(halves(text)).toEqual(expected)
  })

  test('a mask is shown whole on both sides', () => {
    const mask = String.raw`{\an7}{\pos(0,0)\p1}m 0 0 l 50 0 50 50{\p0}`
    expect(halves(mask)).toEqual([mask, mask])
  })
})

describe('codes that count time', () => {
  const first = { from: 0, to: 1000, length: 3000 }
  const middle = { from: 1000, to: 2000, length: 3000 }
  const last = { from: 2000, to: 3000, length: 3000 }
  test.each([
    [String.raw`{\fad(100,200)}a`, String.raw`{\fad(100,0)}a`, 'a', String.raw`{\fad(0,200)}a`],
    [
      String.raw`{\fade(255,0,255,0,500,2500,3000)}a`,
      String.raw`{\fade(255,0,255,0,500,2500,3000)}a`,
      String.raw`{\fade(255,0,255,-1000,-500,1500,2000)}a`,
      String.raw`{\fade(255,0,255,-2000,-1500,500,1000)}a`,
    ],
    [
      String.raw`{\move(0,0,300,600)}a`,
      String.raw`{\move(0,0,100,200,0,1000)}a`,
      String.raw`{\move(100,200,200,400,0,1000)}a`,
      String.raw`{\move(200,400,300,600,0,1000)}a`,
    ],
    [
      String.raw`{\move(0,0,10,0,500,1500)}a`,
      String.raw`{\move(0,0,5,0,500,1000)}a`,
      String.raw`{\move(5,0,10,0,0,500)}a`,
      String.raw`{\pos(10,0)}a`,
    ],
    [
      String.raw`{\t(\fs20)}a`,
      String.raw`{\t(0,3000,\fs20)}a`,
      String.raw`{\t(-1000,2000,\fs20)}a`,
      String.raw`{\t(-2000,1000,\fs20)}a`,
    ],
    [
      String.raw`{\t(1200,1800,2,\fs20\clip(0,0,1,1))}a`,
      'a',
      String.raw`{\t(200,800,2,\fs20\clip(0,0,1,1))}a`,
      String.raw`{\fs20\clip(0,0,1,1)}a`,
    ],
    ['{\\*fad(1,2)}a', '{\\*fad(1,2)}a', '{\\*fad(1,2)}a', '{\\*fad(1,2)}a'],
  ])('%s', (text, ...expected) => {
    expect([first, middle, last].map((part) => withPartTimes(text, part))).toEqual(expected)
  })

  test('what holds for the rest of the line is said again, syllables and notes are not', () => {
    const text = String.raw`{\pos(1,2)\k20}Ka{\k30}ra {\*note}{\fs30}oke now`
    expect(cutMarkup(text, text.indexOf('now'))).toEqual([
      String.raw`{\pos(1,2)\k20}Ka{\k30}ra {\*note}{\fs30}oke`,
      String.raw`{\pos(1,2)}{\fs30}now`,
    ])
  })
})
