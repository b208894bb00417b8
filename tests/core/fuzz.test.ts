import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkAll } from '#core/checks/check.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { adoptedText, readSubtitle, readSubtitleBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { formats } from '#core/subtitle/formats/format.ts'
import { cutMarkup } from '#core/subtitle/text/markup.ts'
import { textStatistics } from '#core/subtitle/text/statistics.ts'
import { ownTexts } from '#tests/support/hostile-files.ts'
import { hostileBytes, hostileTexts } from '#tests/support/hostile-texts.ts'
import { realFiles } from '#tests/support/real-files.ts'

/** Runs of each property; `npm run fuzz` makes it a long one. */
const numRuns = Number(process.env['CUELANE_FUZZ'] ?? 100)

/** Pieces that mean something to some reader, so that random order gets deep into it. */
const piece = fc.constantFrom(
  '1',
  '42',
  '\n',
  '\n\n',
  '\r\n',
  '\r',
  ' ',
  '\t',
  '\0',
  '\uFEFF',
  '\u2028',
  '00:00:01,000',
  '00:00:02.500',
  '1:02',
  '99:59:59,999',
  '-00:00:01,000',
  ' --> ',
  '-->',
  '--> 00:00:09,000 X1:10 Y2:3',
  'text',
  '你好',
  '👩‍👩‍👧',
  '<i>',
  '</i>',
  '<b',
  '<font color="red">',
  '</font>',
  '{\\an8}',
  '{\\pos(1,2)',
  '{',
  '}',
  '&amp;',
  '&lt;',
  '&#x41;',
  '&',
  '<v Ann>',
  '<c.red>',
  '</v>',
  '<00:00:01.500>',
  'WEBVTT',
  'NOTE',
  'STYLE',
  'REGION',
  'id:fred',
  ' region:fred line:10% align:left',
  '::cue{}',
  '[Script Info]',
  '[Events]',
  '[V4+ Styles]',
  '[Fonts]',
  'Format: Layer, Start, End, Style, Text',
  'Style: Default,Arial',
  'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,',
  'Comment: ',
  ',',
  '\\N',
  '\\h',
  ';',
  '<tt xmlns="http://www.w3.org/ns/ttml">',
  '<body>',
  '<div begin="1s">',
  '<p begin="1s" end="2s">',
  '<p dur="99999999999h">',
  '<span tts:fontStyle="italic">',
  '<br/>',
  '</p>',
  '</div>',
  '</body>',
  '</tt>',
  '<!--',
  '-->',
  '<![CDATA[',
  ']]>',
  '<?xml version="1.0"?>',
  '<!DOCTYPE tt [<!ENTITY a "aaaa">]>',
  '&a;',
)
const soup = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))

/** Every letter that stands in none of the cues nor problems nor what is extras would be lost without a word. */
function tokens(text: string): string[] {
  return text.match(/text|你好/g) ?? []
}

describe.each(formats)('the %s reader', (format) => {
  test('answers to anything, with cues that can be written and read again', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const file = readSubtitle(text, sequentialIds('c'), { format })
        for (const cue of file.cues) {
          expect(Number.isInteger(cue.start) && Number.isInteger(cue.end)).toBe(true)
          expect(cue.start).toBeGreaterThanOrEqual(0)
        }
        for (const problem of file.problems) expect(problem.line).toBeGreaterThan(0)
        for (const target of formats) {
          const { text: written } = writeSubtitle(file.cues, target, { extras: file.extras, speakers: file.speakers })
          readSubtitle(written, sequentialIds('d'), { format: target })
        }
      }),
      { numRuns },
    )
  })

  test('loses no word without saying so', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const { cues, problems, extras } = readSubtitle(text, sequentialIds('c'), { format })
        const kept = [
          ...cues.map((cue) => cue.text),
          ...problems.map((problem) => problem.text),
          extras.head,
          ...extras.before.values(),
          extras.tail,
          ...[...extras.cues.values()].flatMap((one) => [one.source, ...one.fields]),
        ].join('\n')
        expect(tokens(kept).length).toBeGreaterThanOrEqual(tokens(text).length)
      }),
      { numRuns },
    )
  })
})

test('bytes of any kind are answered', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      await readSubtitleBytes(bytes, sequentialIds('c'))
    }),
    { numRuns: Math.min(numRuns, 2000) },
  )
})

describe('no input hangs a reader: long texts are answered before the test is given up', () => {
  const N = numRuns > 100 ? 1_000_000 : 300_000
  const hard: [string, string][] = [
    ['one long line', `1\n00:00:01,000 --> 00:00:02,000\n${'x'.repeat(N)}`],
    ['blanks', `WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000${' '.repeat(N)}x`],
    ['blanks in a text', `1\n00:00:01,000 --> 00:00:02,000\na${' \t'.repeat(N / 2)}x\n<i>${' \n'.repeat(N / 4)}x`],
    ['open brackets', `WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n${'<'.repeat(N)}`],
    ['open braces', `Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,${'{\\'.repeat(N / 2)}`],
    ['override tags', `Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,{${'\\t('.repeat(N / 3)}}x`],
    ['open font tags', `1\n00:00:01,000 --> 00:00:02,000\n${'<font '.repeat(N / 6)}`],
    ['settings', `1\n00:00:01,000 --> 00:00:02,000 ${'a:b'.repeat(N / 3)}\nx`],
    ['digits', `${'1'.repeat(N)} --> ${'2'.repeat(N)}\nx`],
    ['stamps', `${'00:00:01,000 '.repeat(N / 13)}--> 00:00:02,000\nx`],
    ['arrows', '-->\n'.repeat(N / 4)],
    ['numbers', '1\n'.repeat(N / 2)],
    ['nested elements', `<tt><body>${'<div>'.repeat(N / 20)}<p begin="1s" end="2s">x`],
    ['ampersands', `<tt><body><p begin="1s" end="2s">${'&'.repeat(N / 4)}`],
    ['line ends', '\n'.repeat(N)],
  ]
  test.each(hard.flatMap(([name, text]) => formats.map((format) => [name, format, text] as const)))(
    '%s, %s',
    (_, format, text) => {
      const { cues, extras } = readSubtitle(text, sequentialIds('c'), { format })
      writeSubtitle(cues, format, { extras })
      for (const cue of cues) {
        textStatistics(cue.text)
        cutMarkup(cue.text, 3)
      }
      checkAll(cues, limitsOf(profiles.netflix, { language: 'en' }))
    },
    20_000,
  )
})

describe('nor do two hundred thousand of one piece, wherever it stands', () => {
  const N = 200_000
  // All formats in a long run only: it is the same for each, and takes a while.
  const chosen = numRuns > 100 ? formats : (['srt'] as const)
  test.each(chosen.flatMap((format) => hostileTexts(format, N).map(([name, make]) => [format, name, make] as const)))(
    '%s: %s',
    (format, _, make) => {
      readSubtitle(make(), sequentialIds('c'), { format })
    },
    20_000,
  )

  test.each(
    formats.flatMap((format) =>
      ownTexts[format]
        .filter(([name]) => numRuns > 100 || name.includes('NaN'))
        .map((shape) => [format, ...shape] as const),
    ),
  )(
    '%s: %s, five times as many',
    (format, _, make) => {
      const text = make(5 * N)
      const adopted = adoptedText(text)
      readSubtitle(adopted?.content ?? text, sequentialIds('c'), { format: adopted?.format ?? format })
    },
    20_000,
  )

  test.each(hostileBytes(N))(
    'bytes: %s',
    async (_, make) => {
      await readSubtitleBytes(make(), sequentialIds('c'))
    },
    20_000,
  )
})

const files = realFiles('subs', 'odd-srt')

describe.skipIf(files.length === 0)('real files, cut and damaged (needs CUELANE_TEST_DATA)', () => {
  test.each(files.map(({ name, path }) => [name, path]))('%s', async (_, path) => {
    const bytes = readFileSync(path)
    const rounds = bytes.length > 200_000 ? 4 : 24
    let seed = bytes.length + 1
    const random = (below: number) => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
      return seed % Math.max(1, below)
    }
    for (let round = 0; round <= rounds; round++) {
      const copy = Uint8Array.from(round % 2 ? bytes.subarray(0, random(bytes.length)) : bytes)
      if (round > 1) for (let flips = 0; flips < 8; flips++) copy[random(copy.length)]! ^= 1 << random(8)
      const file = await readSubtitleBytes(copy, sequentialIds('c'), { name: path })
      expect(file.cues.every((cue) => Number.isInteger(cue.start) && Number.isInteger(cue.end))).toBe(true)
    }
  })
})
