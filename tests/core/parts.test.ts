import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { type PartFormat, partFormats, PartReader, PartWriter } from '#core/subtitle/formats/parts.ts'
import type { Loss } from '#core/subtitle/formats/convert.ts'
import type { Problem } from '#core/subtitle/text/problem.ts'

const words = fc.constantFrom('Well', '<i>so</i>', '{\\an8}Up', 'two\nrows', '12', '- Да', '<v Ann>Hi</v>', 'a & b', '')
const seconds = fc.integer({ min: 0, max: 59 })
const two = (n: number): string => String(n).padStart(2, '0')

/** What stands in files of each format, whole and broken. */
const blocks: Record<PartFormat, fc.Arbitrary<string>> = {
  srt: fc
    .oneof(
      { weight: 6, arbitrary: fc.tuple(seconds, seconds, words) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'an advert',
          '3',
          '9\n\n00:00:01.5 -> 00:00:02',
          '7\n00:0x --> 00:00:02,000\nno',
          '',
        ),
      },
    )
    .map((block) =>
      typeof block === 'string'
        ? block
        : `${block[0]}\n00:00:${two(block[0])},000 --> 00:00:${two(block[1])},500\n${block[2]}`,
    ),
  vtt: fc
    .oneof(
      {
        weight: 6,
        arbitrary: fc.tuple(seconds, seconds, words, fc.constantFrom('', ' line:0', ' region:fred', ' align:left')),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'NOTE between\nrows',
          'STYLE\n::cue {}',
          'loose',
          '00:99 --> 00:02.000\nno',
          'name\n00:01.000 --> 00:02.000\nnamed',
        ),
      },
    )
    .map((block) =>
      typeof block === 'string' ? block : `00:${two(block[0])}.000 --> 00:${two(block[1])}.500${block[3]}\n${block[2]}`,
    ),
  sbv: fc
    .oneof(
      { weight: 6, arbitrary: fc.tuple(seconds, seconds, words) },
      { weight: 1, arbitrary: fc.constantFrom('loose', '0:00:0x,nothing') },
    )
    .map((block) =>
      typeof block === 'string' ? block : `0:00:${two(block[0])}.000,0:00:${two(block[1])}.500\n${block[2]}`,
    ),
}
const heads: Record<PartFormat, readonly string[]> = {
  srt: ['', '\uFEFF', 'by a program\n\n'],
  vtt: ['WEBVTT\n\n', '\uFEFFWEBVTT title\n\nREGION\nid:fred\nwidth:40%\n\nSTYLE\n::cue(b) { color: red }\n\n', ''],
  sbv: ['', '\uFEFF'],
}
const fileOf = (format: PartFormat): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...heads[format]),
      fc.array(fc.tuple(blocks[format], fc.constantFrom('\n\n', '\n\n', '\n\n\n')), { maxLength: 12 }),
      fc.constantFrom('\n', '\r\n'),
    )
    .map(([head, all, end]) => (head + all.flat().join('')).replaceAll('\n', end))

/** Kinds come in the order in which they are met. */
const byKind = (losses: readonly Loss[]): Loss[] => losses.toSorted((a, b) => a.kind.localeCompare(b.kind))

function inParts(text: string, from: PartFormat, to: PartFormat, length: number, step: number) {
  const reader = new PartReader(from, sequentialIds('c'), length)
  const writer = new PartWriter(to)
  const problems: Problem[] = []
  let [written, parts] = ['', 0]
  const take = (part: ReturnType<PartReader['end']>): void => {
    written += writer.write(part)
    problems.push(...part.problems)
    parts++
  }
  for (let at = 0; at < text.length; at += step) {
    const part = reader.take(text.slice(at, at + step))
    if (part) take(part)
  }
  take(reader.end())
  return { text: written, losses: byKind(writer.lost()), problems, count: writer.count, parts }
}

function atOnce(text: string, from: PartFormat, to: PartFormat) {
  const { cues, problems, extras, speakers } = readSubtitle(text, sequentialIds('c'), { format: from })
  const { text: written, losses } = writeSubtitle(cues, to, { extras, speakers })
  return { text: written, losses: byKind(losses), problems, count: cues.length }
}

describe.each(partFormats)('%s part by part', (from) => {
  test.each(partFormats)('to %s is what it is at once', (to) => {
    fc.assert(
      fc.property(
        fileOf(from),
        fc.integer({ min: 1, max: 200 }),
        fc.integer({ min: 1, max: 90 }),
        (text, length, step) => {
          const { parts: _, ...result } = inParts(text, from, to, length, step)
          expect(result).toEqual(atOnce(text, from, to))
        },
      ),
      { numRuns: 300 },
    )
  })

  test('keeps no more than a part', () => {
    const block = {
      srt: '1\n00:00:01,000 --> 00:00:02,000\nHi',
      vtt: '00:01.000 --> 00:02.000\nHi',
      sbv: '0:00:01.000,0:00:02.000\nHi',
    }
    const text = heads[from][0] + `${block[from]}\n\n`.repeat(200)
    expect(inParts(text, from, from, 100, 30).parts).toBeGreaterThan(40)
  })
})
