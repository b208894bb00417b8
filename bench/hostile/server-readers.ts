import { Readable } from 'node:stream'
import Fastify from 'fastify'
import { z } from 'zod'
import { readCloudLink } from '#core/domain/cloud-link.ts'
import { readFacts } from '#core/media/facts.ts'
import { isShotCandidates } from '#core/media/shot-changes.ts'
import { type Format, formats } from '#core/subtitle/formats/format.ts'
import { readingCost } from '#core/subtitle/text/reading-cost.ts'
import type { WireCue } from '#core/subtitle/cue/wire.ts'
import { HeavyGate } from '#server/app/heavy/gate.ts'
import { entriesIn } from '#server/app/imports/share.ts'
import { nameInDisposition } from '#server/app/imports/sources.ts'
import { isJpegWithin } from '#server/app/pictures.ts'
import { readFileText } from '#server/app/subtitles/file-text.ts'
import { bodies } from './body-inputs.ts'
import { type Inputs, jsonTexts, lightTexts, MB, runOf, subtitleTexts, texts, xmlTexts } from './inputs.ts'
import { type Reader, reader, unless } from './reader.ts'

const gate = new HeavyGate()
const parseJson = Fastify().getDefaultJsonParser('error', 'error')
const error = z.locales.zhCN().localeError
/** Larger headers are refused by the HTTP server or client. */
const HEADER_BYTES = 16 * 1024

/** Readers that the server has. */
export const serverReaders: readonly Reader[] = [
  reader({
    ...{ name: 'bodies', place: 'server', inputs: bodies() },
    read: ({ row, body }) =>
      parseJson(undefined as never, body, (_, value) => {
        const { success, error: fault } = row.input.safeParse(value ?? {}, { error })
        return success || fault?.issues[0]?.path.join('.')
      }),
  }),
  ...formats.map((format) =>
    reader({
      ...{ name: `subtitle files: ${format}`, place: 'server', inputs: both(format) },
      read: (content) =>
        gate.run('a', content.length, (steps) => steps.do('readFile', fileOf(format, content)), {
          total: readingCost(content),
        }),
    }),
  ),
  ...formats.map((format) =>
    reader({
      ...{ name: `whole subtitle files: ${format}`, place: 'thread', inputs: subtitleTexts(format) },
      read: (content) => readFileText(fileOf(format, content)),
    }),
  ),
  reader({
    ...{ name: 'lines of versions', place: 'server', inputs: lines() },
    read: (all) => gate.save('a', sizeOf(all), 'write', { lines: all }),
  }),
  reader({
    ...{ name: 'lines as files', place: 'server', inputs: lines() },
    read: (all) =>
      gate.later(sizeOf(all), (steps) =>
        steps.do('writeFile', {
          cues: JSON.stringify(all),
          stored: undefined,
          words: [],
          format: 'ass',
          language: 'en',
        }),
      ),
  }),
  reader({
    ...{ name: 'WebDAV answers', place: 'server', inputs: webDav() },
    read: unless(async (xml) => entriesIn(Readable.from(partsOf(Buffer.from(xml))), '/dav/')),
  }),
  reader({
    ...{ name: 'Content-Disposition', place: 'server', inputs: heads() },
    read: nameInDisposition,
  }),
  reader({
    name: 'links',
    place: 'server',
    inputs: texts(),
    read: (text) => readCloudLink(`https://${text}/s/${text}`),
  }),
  reader({ name: 'pictures', place: 'server', inputs: pictures(), read: (bytes) => isJpegWithin(bytes, 1024, 1024) }),
  reader({
    ...{ name: 'facts of media', place: 'server', inputs: jsonTexts() },
    read: unless((text) => readFacts({ streams: JSON.parse(text) as never })),
  }),
  reader({
    ...{ name: 'shot changes', place: 'server', inputs: jsonTexts() },
    read: unless((text) => isShotCandidates(JSON.parse(text), 1e9)),
  }),
]

const fileOf = (format: Format, content: string) => ({ content, file_name: `a.${format}`, unroll: true, prefix: 'p' })

/** A megabyte, and as much of it as is read where it comes in. */
function both(format: Format): Inputs<string> {
  // In a thread each: some inputs suffice.
  const whole = subtitleTexts(format).filter((_, at) => at % 8 === 0)
  return [...whole, ...lightTexts(format).map(([name, make]) => [`${name}, the part that is light`, make] as const)]
}

function* partsOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

const sizeOf = (all: readonly WireCue[]): number =>
  all.reduce((sum, { text, time }) => sum + text.length + time.length, 0)

function lines(): Inputs<WireCue[]> {
  const cue = (at: number, text: string): WireCue => ({
    ...{ cue_id: `c${at}`, srt_index: at + 1, time: '00:00:00,000 --> 00:00:01,000', text, folder_role_id: [] },
  })
  const ofSize = (size: number): Inputs<WireCue[]> => [
    [`empty lines, ${size}`, () => Array.from({ length: size / 29 }, (_, at) => cue(at, ''))],
    ...texts(size).map(([name, make]) => [`${name}, ${size}`, () => [cue(0, make())]] as const),
    ...texts(1000).map(([name, make]) => {
      return [
        `${name} in lines, ${size}`,
        () => Array.from({ length: size / 1029 }, (_, at) => cue(at, make())),
      ] as const
    }),
  ]
  return [...ofSize(MB / 2 - 1), ...ofSize(MB).filter((_, at) => at % 8 === 0)]
}

function webDav(): Inputs<string> {
  const before = '<d:multistatus xmlns:d="DAV:"><d:response><d:href>/dav/a</d:href>'
  const after = '</d:response></d:multistatus>'
  const entry = '<d:response><d:href>/dav/a</d:href></d:response>'
  return [
    ...xmlTexts(before, after),
    ['many entries', () => `<d:multistatus xmlns:d="DAV:">${runOf(entry)}</d:multistatus>`],
    ['a long address', () => `${before}<d:href>/dav/${runOf('a/')}</d:href>${after}`],
    ['an address of escapes', () => `${before}<d:href>/dav/${runOf('%2e/')}</d:href>${after}`],
    ['an address of dots', () => `${before}<d:href>/dav/${runOf('../')}</d:href>${after}`],
    ['letters of another script', () => `${before}<d:href>https://${runOf('İ')}/</d:href>${after}`],
  ]
}

function heads(): Inputs<string> {
  return texts(HEADER_BYTES).flatMap(([name, make]) => [
    [name, make] as const,
    [`named ${name}`, () => `attachment; filename="${make()}`] as const,
    [`filename and ${name}`, () => runOf(`filename ${make().slice(0, 40)}`, HEADER_BYTES)] as const,
    [`blanks behind ${name}`, () => `filename*${' '.repeat(HEADER_BYTES)}${make().slice(0, 9)}`] as const,
  ])
}

/** JPEGs of many segments; larger ones are refused before parsing. */
function pictures(): Inputs<Buffer> {
  const segments: readonly (readonly number[])[] = [
    [0xff, 0xe1, 0, 2],
    [0xff, 0xe0, 0, 2],
    [0xff, 0xff, 0xff, 0xff],
    [0xff, 0xd8, 0xff, 0xe1],
    [0, 0, 0, 0],
    [0xff, 0xe1, 0x45, 0x78],
  ]
  return segments.map((segment) => [
    segment.map((byte) => byte.toString(16)).join(' '),
    () =>
      Buffer.from(Array.from({ length: MB }, (_, at) => [0xff, 0xd8, 0xff, 0xe0][at] ?? segment[at % segment.length]!)),
  ])
}
