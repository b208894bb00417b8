import * as Comlink from 'comlink'
import { subtitleMaxBytes } from '#core/domain/limits.ts'
import { bilingualCues, bilingualLines, type BilingualOrder } from '#core/subtitle/formats/bilingual-file.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { decodeBytes } from '#core/subtitle/formats/encoding/encoding.ts'
import { writeSubtitle } from '#core/subtitle/formats/file.ts'
import {
  planReview,
  planTexts,
  readReviewCells,
  readTexts,
  type ReviewHeads,
  reviewHeads,
  reviewLines,
  type ReviewPlan,
  writeReviewCells,
  writeTexts,
} from '#core/subtitle/formats/review-table.ts'
import { memoryKey, planMemory } from '#core/translate/exchange/memory.ts'
import { planXliff, type XliffPlan } from '#core/translate/exchange/plan-xliff.ts'
import { readXliff } from '#core/translate/exchange/read-xliff.ts'
import { writeTmx } from '#core/translate/exchange/tmx.ts'
import { writeXliff, type XliffDocument, type XliffVersion } from '#core/translate/exchange/xliff.ts'
import { NoExchangeFile } from '#core/translate/exchange/xml.ts'
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'
import { inTime } from '#src/subtitles/in-time.ts'
import { readBytes } from '#src/subtitles/reading.ts'
import type { ReviewWorker, TableFault, TableKind } from '#workers/review/review.worker.ts'
import { ownReference } from '../../store/linked/reference-text.ts'

/** Formats for review: tables, plain texts, both texts in each line, and exchange with translators' programs. */
export const reviewKinds = ['docx', 'xlsx', 'csv', 'txt', 'srt', 'ass', 'xliff1', 'xliff2', 'tmx'] as const
export type ReviewKind = (typeof reviewKinds)[number]

const tables: readonly string[] = ['docx', 'xlsx', 'csv'] satisfies TableKind[]
const isTable = (kind: ReviewKind): kind is TableKind => tables.includes(kind)
/** Formats whose lines have both texts, one above the other. */
export const isBilingual = (kind: ReviewKind): boolean => kind === 'srt' || kind === 'ass'
/** Formats that are nothing without the other version. */
export const needsSource = (kind: ReviewKind): boolean => isBilingual(kind) || kind === 'tmx'
const versions = { xliff1: '1.2', xliff2: '2.1' } as const satisfies Readonly<Partial<Record<ReviewKind, XliffVersion>>>
const isXliff = (kind: ReviewKind): kind is keyof typeof versions => kind in versions

/** What file names of a kind end with. */
export const endingOf = (kind: ReviewKind): string => (isXliff(kind) ? 'xlf' : kind)

/** What to export. */
export interface ReviewRequest {
  readonly kind: ReviewKind
  readonly title: string
  readonly heads: ReviewHeads
  readonly cues: readonly Cue[]
  /** The other version; undefined without one. */
  readonly source: CueList | undefined
  readonly order: BilingualOrder
  readonly commentOf: (cue: Cue) => string
  /** For XLIFF and TMX; their lines are made here. */
  readonly exchange: Omit<XliffDocument, 'lines'> & { readonly limit: number }
}

let worker: Comlink.Remote<ReviewWorker> | undefined

/** Created for the first file and kept for the next. */
function reviewWorker(): Comlink.Remote<ReviewWorker> {
  worker ??= Comlink.wrap<ReviewWorker>(newThread())
  return worker
}

const newThread = (): Worker =>
  new Worker(new URL('../../../../workers/review/review.worker.ts', import.meta.url), { type: 'module' })

/** A table of 10 MB takes a few seconds. */
const LONGEST_MS = 30_000

/** Reads the cells of an imported file in a separate worker, which is terminated if it is too slow. */
async function readCells(kind: TableKind, bytes: Uint8Array): Promise<string[][] | TableFault | 'late'> {
  const thread = newThread()
  try {
    const remote = Comlink.wrap<ReviewWorker>(thread)
    return await inTime<string[][] | TableFault>(remote.read(kind, Comlink.transfer(bytes, [bytes.buffer])), LONGEST_MS)
  } finally {
    thread.terminate()
  }
}

/** Text of the other version at each cue, with its tags. */
function sourceTexts(cues: readonly Cue[], source: CueList | undefined): string[] {
  if (!source) return cues.map(() => '')
  const list = cueList(cues)
  return cues.map((cue) =>
    ownReference(source, list, cue)
      .map(({ text }) => text)
      .join('\n'),
  )
}

/** The file for a reviewer. */
export async function writeReviewFile(request: ReviewRequest): Promise<Blob> {
  const { kind, title, heads, cues, source, order, commentOf } = request
  if (isXliff(kind)) return writeExchange(versions[kind], request)
  if (isTable(kind)) {
    const texts = sourceTexts(cues, source)
    const lines = reviewLines(cues, (_, at) => texts[at] ?? '', commentOf)
    return reviewWorker().write(kind, title, writeReviewCells(lines, heads))
  }
  if (kind === 'tmx') return writeMemory(request)
  if (kind === 'txt') return new Blob([writeTexts(cues)], { type: 'text/plain' })
  const both = bilingualCues(cues, source?.cues ?? [], order)
  return new Blob([writeSubtitle(both, kind).text], { type: 'text/plain' })
}

/** Lines with a source to translate: without the other version, the text itself is the source. */
function writeExchange(version: XliffVersion, { cues, source, commentOf, exchange }: ReviewRequest): Blob {
  const texts = sourceTexts(cues, source)
  const { limit, ...document } = exchange
  const lines = cues.map((cue, at) => {
    const { id, start, end, text } = cue
    const said = source ? { source: texts[at] ?? '', target: text } : { source: text, target: '' }
    return { id, start, end, ...said, limit, comment: commentOf(cue) }
  })
  return new Blob([writeXliff(version, { ...document, lines })], { type: 'application/xliff+xml' })
}

/** The lines that have both texts. */
function writeMemory({ cues, source, exchange: { original, sourceLanguage, targetLanguage } }: ReviewRequest): Blob {
  const texts = sourceTexts(cues, source)
  const pairs = cues.flatMap(({ start, text }, at) => {
    const said = texts[at] ?? ''
    if (said.trim() === '' || text.trim() === '') return []
    const languages = { sourceLanguage, targetLanguage }
    return [{ ...languages, source: said, target: text, video: original, person: '', date: undefined, at: start }]
  })
  return new Blob([...writeTmx(pairs, sourceLanguage)], { type: 'application/xml' })
}

/** A returned file: its changes to the current version, or why it is unreadable. */
export type ReadReview =
  | { readonly plan: (list: CueList, withConflicts: boolean) => (ReviewPlan & Partial<XliffPlan>) | undefined }
  | { readonly fault: TableFault | 'late' | 'no_table' | 'no_kind' | 'no_xliff' | 'no_tmx' | 'no_source' }

/** Format of a file by its name. */
export function kindOfFile(name: string): ReviewKind | undefined {
  const ending = name.split('.').at(-1)?.toLowerCase()
  if (ending === 'tsv') return 'csv'
  // Both versions are read alike.
  if (ending === 'xlf' || ending === 'xliff') return 'xliff2'
  return reviewKinds.find((kind) => kind === ending && !isXliff(kind))
}

/** The version that texts are imported into, and the other one beside it. */
export interface ReadRequest {
  readonly file: File
  readonly cues: readonly Cue[]
  /** `source` and `order` are those of the file's export. */
  readonly source: CueList | undefined
  readonly order: BilingualOrder
  /** BCP 47 tags. */
  readonly sourceLanguage: string
  readonly targetLanguage: string
}

/** Reads a returned file. */
export async function readReviewFile(request: ReadRequest): Promise<ReadReview> {
  const { file, source, order } = request
  const kind = kindOfFile(file.name)
  if (!kind) return { fault: 'no_kind' }
  if (kind === 'tmx') return readMemory(request)
  if (file.size > 2 * subtitleMaxBytes) return { fault: 'too_big' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isTable(kind)) {
    const cells = await readCells(kind, bytes)
    if (typeof cells === 'string') return { fault: cells }
    const lines = readReviewCells(cells, Object.values(reviewHeads))
    return lines ? { plan: (list) => planReview(list, lines) } : { fault: 'no_table' }
  }
  if (isXliff(kind)) return readExchange(bytes)
  if (kind === 'txt') {
    const texts = readTexts((await decodeBytes(bytes)).text)
    return { plan: (list) => planTexts(list, texts) }
  }
  const cues = await cuesOfFile(bytes, file.name)
  if (!cues) return { fault: 'late' }
  // ASS rounds to hundredths of a second.
  const look = { order, stepMs: kind === 'ass' ? 10 : 1 }
  return { plan: (list) => planReview(list, bilingualLines(cues, list.cues, source?.cues ?? [], look)) }
}

/** A memory may have gigabytes: the worker keeps the targets of this version's sources alone. */
async function readMemory({ file, cues, source, sourceLanguage, targetLanguage }: ReadRequest): Promise<ReadReview> {
  if (!source) return { fault: 'no_source' }
  const texts = sourceTexts(cues, source)
  const keys = texts.map(memoryKey)
  const targets = await reviewWorker().readMemory(file, keys, sourceLanguage, targetLanguage)
  if (!targets) return { fault: 'no_tmx' }
  const sources = new Map(cues.map(({ id }, at) => [id, texts[at] ?? '']))
  return { plan: (list, withConflicts) => planMemory(list, (id) => sources.get(id) ?? '', targets, withConflicts) }
}

async function readExchange(bytes: Uint8Array): Promise<ReadReview> {
  try {
    const { units } = readXliff((await decodeBytes(bytes)).text)
    return { plan: (list, withConflicts) => planXliff(list, units, withConflicts) }
  } catch (error) {
    if (error instanceof NoExchangeFile) return { fault: 'no_xliff' }
    throw error
  }
}

/** Undefined if parsing takes too long. */
async function cuesOfFile(bytes: Uint8Array, name: string): Promise<readonly Cue[] | undefined> {
  try {
    return (await readBytes({ bytes, name, encoding: undefined })).read.cues
  } catch (error) {
    if (error instanceof FileUnreadable) return undefined
    throw error
  }
}
