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
import { FileUnreadable } from '#src/subtitles/file-unreadable.ts'
import { inTime } from '#src/subtitles/in-time.ts'
import { readBytes } from '#src/subtitles/reading.ts'
import type { ReviewWorker, TableFault, TableKind } from '#workers/review/review.worker.ts'
import { ownReference } from '../../store/linked/reference-text.ts'

/** Formats for review: tables, plain texts, and both texts in each line. */
export const reviewKinds = ['docx', 'xlsx', 'csv', 'txt', 'srt', 'ass'] as const
export type ReviewKind = (typeof reviewKinds)[number]

const tables: readonly string[] = ['docx', 'xlsx', 'csv'] satisfies TableKind[]
const isTable = (kind: ReviewKind): kind is TableKind => tables.includes(kind)
/** Formats whose lines have both texts. */
export const isBilingual = (kind: ReviewKind): boolean => kind === 'srt' || kind === 'ass'

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
  if (isTable(kind)) {
    const texts = sourceTexts(cues, source)
    const lines = reviewLines(cues, (_, at) => texts[at] ?? '', commentOf)
    return reviewWorker().write(kind, title, writeReviewCells(lines, heads))
  }
  if (kind === 'txt') return new Blob([writeTexts(cues)], { type: 'text/plain' })
  const both = bilingualCues(cues, source?.cues ?? [], order)
  return new Blob([writeSubtitle(both, kind).text], { type: 'text/plain' })
}

/** A returned file: its changes to the current version, or why it is unreadable. */
export type ReadReview =
  | { readonly plan: (list: CueList) => ReviewPlan | undefined }
  | { readonly fault: TableFault | 'late' | 'no_table' | 'no_kind' }

/** Format of a file by its name. */
export function kindOfFile(name: string): ReviewKind | undefined {
  const ending = name.split('.').at(-1)?.toLowerCase()
  return reviewKinds.find((kind) => kind === ending) ?? (ending === 'tsv' ? 'csv' : undefined)
}

/** Reads a returned file; `source` and `order` must be those of its export. */
export async function readReviewFile(
  file: File,
  source: CueList | undefined,
  order: BilingualOrder,
): Promise<ReadReview> {
  const kind = kindOfFile(file.name)
  if (!kind) return { fault: 'no_kind' }
  if (file.size > 2 * subtitleMaxBytes) return { fault: 'too_big' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (isTable(kind)) {
    const cells = await readCells(kind, bytes)
    if (typeof cells === 'string') return { fault: cells }
    const lines = readReviewCells(cells, Object.values(reviewHeads))
    return lines ? { plan: (list) => planReview(list, lines) } : { fault: 'no_table' }
  }
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

/** Undefined if parsing takes too long. */
async function cuesOfFile(bytes: Uint8Array, name: string): Promise<readonly Cue[] | undefined> {
  try {
    return (await readBytes({ bytes, name, encoding: undefined })).read.cues
  } catch (error) {
    if (error instanceof FileUnreadable) return undefined
    throw error
  }
}
