import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAll } from '#core/checks/check.ts'
import { fixAll } from '#core/checks/fix.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { readSubtitleBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { applyPatch } from '#core/subtitle/cue/patch.ts'
import { readSrt, writeSrt } from '#core/subtitle/formats/srt/srt.ts'

const read = (text: string) => readSrt(text, sequentialIds('c'))
const brief = (text: string): string =>
  read(text)
    .cues.map(({ start, end, text: words }) => `${start}-${end} ${words.replaceAll('\n', '/')}`)
    .join(' | ')
const problems = (text: string): string =>
  read(text)
    .problems.map(({ line, kind }) => `${line} ${kind}`)
    .join(', ')

const ONE = '1\n00:00:01,000 --> 00:00:02,500\nFirst\n'
const TWO = '2\n00:00:03,000 --> 00:00:04,500\nSecond\n'
const BOTH = '1000-2500 First | 3000-4500 Second'

describe('reading SubRip', () => {
  test.each([
    ['plain', `${ONE}\n${TWO}`, BOTH],
    ['with a byte order mark', `\ufeff${ONE}\n${TWO}`, BOTH],
    ['CRLF', `${ONE}\n${TWO}`.replaceAll('\n', '\r\n'), BOTH],
    ['CR only', `${ONE}\n${TWO}`.replaceAll('\n', '\r'), BOTH],
    ['no numbers', '00:00:01,000 --> 00:00:02,500\nFirst\n\n00:00:03,000 --> 00:00:04,500\nSecond', BOTH],
    ['no blank line between', ONE + TWO, BOTH],
    ['many blank lines', `\n \n${ONE}\n\n  \n${TWO}`, BOTH],
    ['dots for commas', ONE.replaceAll(',', '.'), '1000-2500 First'],
    ['short fractions', '1\n00:00:01,5 --> 00:00:02,25\nFirst', '1500-2250 First'],
    ['no fractions', '1\n00:00:01 --> 00:00:02\nFirst', '1000-2000 First'],
    ['short clocks', '1\n0:01,000 --> 0:0:2,500\nFirst', '1000-2500 First'],
    ['hours above 99', '1\n100:00:03,000 --> 100:00:04,500\nFirst', '360003000-360004500 First'],
    ['blanks round the arrow or none', '1\n00:00:01,000-->00:00:02,500  \nFirst', '1000-2500 First'],
    ['blanks in stamps', '1\n00: 00: 01, 000 --> 00: 00: 02, 500\nFirst', '1000-2500 First'],
    ['coordinates', '1\n00:00:01,000 --> 00:00:02,500 X1:10 X2:20 Y1:5 Y2:9\nFirst', '1000-2500 First'],
    [
      'a blank line inside a text',
      `1\n00:00:01,000 --> 00:00:02,500\nFirst\n\nmore\n\n${TWO}`,
      '1000-2500 First//more | 3000-4500 Second',
    ],
    [
      'numbers as text',
      '1\n00:00:01,000 --> 00:00:02,500\n1984\n\n2\n00:00:03,000 --> 00:00:04,500\n42\n42',
      '1000-2500 1984 | 3000-4500 42/42',
    ],
    ['an arrow in a text', '1\n00:00:01,000 --> 00:00:02,500\nleft --> right', '1000-2500 left --> right'],
    [
      'no text',
      '1\n00:00:01,000 --> 00:00:02,500\n\n2\n00:00:03,000 --> 00:00:04,500\nSecond',
      '1000-2500  | 3000-4500 Second',
    ],
    ['end before start', '1\n00:00:03,000 --> 00:00:02,900\nFirst', '3000-2900 First'],
    ['line separators of Unicode', '1\n00:00:01,000 --> 00:00:02,500\na\u2028b\u0085c', '1000-2500 a\u2028b\u0085c'],
    ['nothing', '', ''],
    ['a blank line after every line', `${ONE}\n${TWO}`.replaceAll('\n', '\n\n'), BOTH],
    ['LF and CR the wrong way round', `${ONE}\n${TWO}`.replaceAll('\n', '\n\r'), BOTH],
    ['CR, CR and LF at every end', `${ONE}\n${TWO}`.replaceAll('\n', '\r\r\n'), BOTH],
    [
      'a text of two lines and one of a number, with a blank line after every line',
      `${ONE.replace('First', 'First\nhalf')}\n${TWO.replace('Second', '1984')}`.replaceAll('\n', '\n\n'),
      '1000-2500 First/half | 3000-4500 1984',
    ],
    [
      'a number that ends a text, where cues have no numbers',
      '00:00:01,000 --> 00:00:02,500\nFirst\n1984\n\n00:00:03,000 --> 00:00:04,500\nSecond',
      '1000-2500 First/1984 | 3000-4500 Second',
    ],
    [
      'a number, a blank line and an arrow as text',
      `${ONE}1984\n\nleft --> right\n\n${TWO}`,
      '1000-2500 First/1984//left --> right | 3000-4500 Second',
    ],
    [
      'a number that is not due, and a blank line before the times',
      `${ONE}67\n\n00:00:03,000 --> 00:00:04,500\nSecond\n`,
      BOTH,
    ],
    [
      'times in a text',
      `${ONE}from 10:20 -> 11:20\n00:00:03,000 - 00:00:04,000\n\n${TWO}`,
      '1000-2500 First/from 10:20 -> 11:20/00:00:03,000 - 00:00:04,000 | 3000-4500 Second',
    ],
  ])('%s', (_, text, expected) => {
    expect(brief(text)).toBe(expected)
  })

  test.each([
    ['text before the first cue', `www.example.org\n\n${ONE}`, '1 text_outside_cue'],
    ['a WebVTT header', `WEBVTT\n\n${ONE}`, '1 unexpected_header'],
    [
      'a broken time line with its text',
      `${ONE}\n2\n00:00:xx,000 --> 00:00:04\nlost\n\n${TWO}`,
      '6 time_unreadable, 7 time_unreadable',
    ],
    ...['00:00:03.000 00:00', '00:00:03,000 - - 00:', '00:00:03,000 to 00:00:04,000', '?:?:?,? ?'].map(
      (line): [string, string, string] => [
        `a time line that is broken otherwise: ${line}`,
        `${ONE}\n2\n${line}\nlost\n\n${TWO.replace('2', '3')}`,
        line.startsWith('?')
          ? '5 time_unreadable, 6 time_unreadable, 7 time_unreadable'
          : '6 time_unreadable, 7 time_unreadable',
      ],
    ),
    ['a file cut in a time line', `${ONE}\n2\n00:00:03,0`, '6 time_unreadable'],
    ['a negative time', '1\n-00:00:00,500 --> 00:00:02,500\nFirst', '2 negative_time'],
    ['NUL bytes', '1\n00:00:01,000 --> 00:00:02,500\nFi\0rst', '3 control_characters'],
  ])('reports %s', (_, text, expected) => {
    expect(problems(text)).toBe(expected)
  })

  test.each([
    ' -> ',
    ' —> ',
    '—>',
    ' –> ',
    ' → ',
    ' ⇒ ',
    ' --&gt; ',
    ' - -> ',
    ' -- > ',
    ' ==> ',
    ' >> ',
    ' ＞ ',
    ' - ',
    ', ',
    '\t',
  ])('reads %j between the times after a number, and tells it', (arrow) => {
    const text = `${ONE}\n${TWO.replace(' --> ', arrow)}`
    expect([brief(text), problems(text)]).toEqual([BOTH, '6 time_repaired'])
    // Nor does the number become text where the blank line is missing.
    expect(brief(ONE + TWO.replace(' --> ', arrow))).toBe(BOTH)
  })

  test('law: the text below a time line that is broken anywhere is a cue or told, and no text of the cue above', () => {
    const wrong = fc.tuple(fc.nat({ max: 28 }), fc.constantFrom('', 'x', '?', ' ', '0', ':', '~'))
    fc.assert(
      fc.property(fc.array(wrong, { minLength: 1, maxLength: 3 }), (changes) => {
        let line = '00:00:03,000 --> 00:00:04,500'
        for (const [at, letter] of changes) line = line.slice(0, at) + letter + line.slice(at + 1)
        fc.pre(line.trim() !== '')
        const { cues, problems: reported } = read(
          `${ONE}\n2\n${line}\nSecond\n\n3\n00:00:05,000 --> 00:00:06,000\nThird\n`,
        )
        expect(cues[0]!.text).toBe('First')
        const texts = [...cues.map(({ text }) => text), ...reported.map(({ text }) => text)]
        expect(texts.some((text) => text.includes('Second'))).toBe(true)
      }),
    )
  })

  test('an arrow of another kind needs no number above it', () => {
    const text = 'Hi\n00:00:03,000 -> 00:00:04,500\nSecond\n\n00:00:05,000 → 00:00:06,000\nThird'
    expect(brief(text)).toBe('3000-4500 Second | 5000-6000 Third')
    expect(problems(text)).toBe('1 text_outside_cue, 2 time_repaired, 5 time_repaired')
  })

  test.each([
    ['a stray sign after the fraction', '00:00:01,000 --> 00:00:20,000?', 'First'],
    ['a stray letter after the fraction', '00:00:01,000 --> 00:00:20,000s', 'First'],
    ['a stray sign between', '00:00:01,000? --> 00:00:20,000', 'First'],
    ['a stray sign before', '"00:00:01,000 --> 00:00:20,000', 'First'],
    ['a stray sign and coordinates', '00:00:01,000 --> 00:00:20,000. X1:10 X2:20', 'First'],
    ['letters for digits', '00:00:0l,O00 --> 00:00:2O,000', 'First'],
    ['signs of a Chinese keyboard', '００：００：０１，０００ --> 00：00：20，000', 'First'],
    ['semicolons', '00:00:01;000 -> 00:00:20;000', 'First'],
    ['text after the times', '00:00:01,000 --> 00:00:20,000 - And then?', '- And then?/First'],
  ])('keeps a cue with %s in its times, and tells it', (_, times, expected) => {
    const text = `1\n${times}\nFirst\n`
    expect([brief(text), problems(text)]).toEqual([`1000-20000 ${expected}`, '2 time_repaired'])
  })

  test.each([
    ['a blank line after every line', '\n\n'],
    ['doubled CR', '\r\r\n'],
  ])('tells %s once', (_, ends) => {
    expect(problems(`${ONE}\n${TWO}`.replaceAll('\n', ends))).toBe('1 layout_repaired')
  })

  test('words in braces are words', () => {
    const text = `1\n00:00:01,000 --> 00:00:02,500\n{Music playing}\n\n2\n00:00:03,000 --> 00:00:04,500\n{\\an8}Hi {door}`
    const { cues } = read(text)
    expect(cues.map((cue) => plainText(cue.text))).toEqual(['{Music playing}', 'Hi {door}'])
    const limits = limitsOf(profiles.netflix, { language: 'en' })
    expect([...checkAll(cues, limits).values()].flat().map(({ rule }) => rule)).not.toContain('no_subtitle')
    const list = cueList(cues)
    const fixed = applyPatch(list, fixAll(list, limits).patch).cues
    expect(fixed.map((cue) => plainText(cue.text))).toEqual(['{Music playing}', 'Hi {door}'])
    expect(writeSubtitle(cues, 'vtt').text).toContain('{Music playing}')
    expect(writeSubtitle(cues, 'ass').text).toContain('｛Music playing｝')
  })

  test('answers for anything, and loses no letter', () => {
    const lines = fc.constantFrom(
      '1',
      '42',
      '',
      'text',
      '00:00:01,000 --> 00:00:02,000',
      '00:00:9 --> x',
      '-->',
      'a --> b',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(lines, fc.string({ maxLength: 20 })), { maxLength: 30 }), (parts) => {
        const { cues, problems } = read(parts.join('\n'))
        const kept = cues.map((cue) => cue.text).join(' ') + problems.map((problem) => problem.text).join(' ')
        for (const part of parts) if (part === 'text') expect(kept).toContain('text')
      }),
    )
  })

  test('takes a line of a million letters', () => {
    const text = 'x'.repeat(1_000_000)
    expect(read(`1\n00:00:01,000 --> 00:00:02,500\n${text}\n\n${TWO}`).cues.map((cue) => cue.text.length)).toEqual([
      1_000_000, 6,
    ])
  })

  test('what is written reads the same', () => {
    const line = fc
      .string({ minLength: 1, maxLength: 20 })
      .filter((text) => text.trim() === text && !/[\r\n\0]|-->/.test(text) && !/^[\d:,.\s]+$/.test(text) && text !== '')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(400_000_000), fc.nat(10_000), fc.array(line, { minLength: 1, maxLength: 3 }))),
        (parts) => {
          const cues = parts.map(([start, length, text], index) => ({
            id: `c${index + 1}`,
            start,
            end: start + length,
            text: text.join('\n'),
            roles: [],
          }))
          expect(read(writeSrt(cues)).cues).toEqual(cues)
        },
      ),
    )
  })
})

interface Expectation {
  file: string
  expect: string
  cues?: [number, number, string][]
  accept?: [number, number, string][][]
  cuesOf?: string
}

const folder = join(process.env['CUELANE_TEST_DATA'] ?? '', 'odd-srt')
const present = process.env['CUELANE_TEST_DATA'] !== undefined && existsSync(folder)

describe.skipIf(!present)('odd files of the wild (needs CUELANE_TEST_DATA)', () => {
  const expectations = present ? (JSON.parse(readFileSync(join(folder, 'expect.json'), 'utf8')) as Expectation[]) : []
  test.each(expectations.map((row) => [row.file, row.expect, row] as const))('%s: %s', async (file, _, row) => {
    const { cues } = await readSubtitleBytes(readFileSync(join(folder, file)), sequentialIds('c'), { name: file })
    const found = cues.map(({ start, end, text }) => [start, end, text.replaceAll('\0', '').trim()])
    if (row.cuesOf) {
      expect(found).toHaveLength(2)
      return
    }
    const clean = (list: [number, number, string][]) =>
      list.map(([a, b, text]) => [a, b, text.replaceAll('\0', '').trim()])
    expect([row.cues!, ...(row.accept ?? [])].map(clean)).toContainEqual(found)
  })
})

test('half a surrogate pair is written as the replacement character, and nothing after it is lost', () => {
  const cue = { id: 'a', start: 0, end: 1000, text: 'a\ud83dbc\ude00 👋é你', roles: [] }
  expect(read(writeSrt([cue])).cues[0]!.text).toBe('a\ufffdbc\ufffd 👋é你')
})
