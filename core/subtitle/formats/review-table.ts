import type { Cue } from '../cue/cue.ts'
import type { CueList } from '../cue/cue-list.ts'
import { type Patch, replacePatch } from '../cue/patch.ts'
import { formatTimecode, parseTimecode } from '../text/timecode.ts'

/** Columns of a review table, in order. */
export const reviewColumns = ['number', 'start', 'end', 'source', 'text', 'comment'] as const
export type ReviewColumn = (typeof reviewColumns)[number]

/** What the columns are called. */
export type ReviewHeads = Readonly<Record<ReviewColumn, string>>

/** In every product language: readers may use another one than the writer. */
export const reviewHeads: Readonly<Record<'en' | 'zh_cn', ReviewHeads>> = {
  en: { number: 'No.', start: 'Start', end: 'End', source: 'Source', text: 'Text', comment: 'Comment' },
  zh_cn: { number: '行号', start: '开始', end: '结束', source: '原文', text: '译文', comment: '备注' },
}

/** One cue of a version in a review file. Times in ms; undefined if missing. */
export interface ReviewLine {
  /** Counted from 1. */
  readonly number: number | undefined
  readonly start: number | undefined
  readonly end: number | undefined
  /** The same cue in another version; empty if there is none. */
  readonly source: string
  readonly text: string
  readonly comment: string
}

/** A version's cues beside another's, with their comments. */
export function reviewLines(
  cues: readonly Cue[],
  sourceOf: (cue: Cue, at: number) => string,
  commentOf: (cue: Cue) => string,
): ReviewLine[] {
  return cues.map((cue, at) => {
    const { start, end, text } = cue
    return { number: at + 1, start, end, source: sourceOf(cue, at), text, comment: commentOf(cue) }
  })
}

/** A table of cells with a header. */
export function writeReviewCells(lines: readonly ReviewLine[], heads: ReviewHeads): string[][] {
  const cell = (line: ReviewLine, column: ReviewColumn): string => {
    const value = line[column]
    if (typeof value === 'string') return value
    if (value === undefined) return ''
    return column === 'number' ? String(value) : formatTimecode(value)
  }
  return [
    reviewColumns.map((column) => heads[column]),
    ...lines.map((line) => reviewColumns.map((column) => cell(line, column))),
  ]
}

/** Rows before the header: a title, a note of the sender. */
const MOST_ROWS_BEFORE = 10

/**
 * The cues of a table, with columns in any order and header language; without a header in the default order. Undefined if
 * no column of texts is found.
 */
export function readReviewCells(
  cells: readonly (readonly string[])[],
  languages: readonly ReviewHeads[],
): ReviewLine[] | undefined {
  for (const [at, row] of cells.slice(0, MOST_ROWS_BEFORE).entries()) {
    const places = placesIn(row, languages)
    if (places.has('text') && (places.has('start') || places.has('number')))
      return cells.slice(at + 1).flatMap((cell) => lineOf(cell, places))
  }
  const first = cells.find((row) => row.some((cell) => cell.trim() !== ''))
  if (!first || parseTimecode(first[1] ?? '') === undefined || first.length < reviewColumns.length - 1) return undefined
  const usual = new Map(reviewColumns.map((column, at) => [column, at]))
  return cells.flatMap((cell) => lineOf(cell, usual))
}

function placesIn(row: readonly string[], languages: readonly ReviewHeads[]): Map<ReviewColumn, number> {
  const said = row.map((cell) => cell.trim().toLowerCase())
  const places = new Map<ReviewColumn, number>()
  for (const column of reviewColumns) {
    const at = said.findIndex(
      (cell) => cell === column || languages.some((heads) => heads[column].toLowerCase() === cell),
    )
    if (at >= 0) places.set(column, at)
  }
  return places
}

function lineOf(row: readonly string[], places: ReadonlyMap<ReviewColumn, number>): ReviewLine[] {
  if (row.every((cell) => cell === '')) return []
  const cell = (column: ReviewColumn): string => inLines(row[places.get(column) ?? -1] ?? '')
  const number = Number.parseInt(cell('number'), 10)
  return [
    {
      number: number > 0 ? number : undefined,
      start: parseTimecode(cell('start')),
      end: parseTimecode(cell('end')),
      source: cell('source'),
      text: cell('text'),
      comment: cell('comment'),
    },
  ]
}

const inLines = (text: string): string => text.replaceAll(/\r\n?|[\v\u2028\u2029]/g, '\n')

/** A cue whose text would change. */
export interface ReviewedText {
  readonly id: string
  readonly number: number
  readonly before: string
  readonly after: string
}

/** What a returned file would change. */
export interface ReviewPlan {
  readonly patch: Patch
  readonly changed: readonly ReviewedText[]
  /** Comments on cues, changed or not. */
  readonly comments: readonly { readonly id: string; readonly number: number; readonly comment: string }[]
  /** Cues of the file that the version lacks. */
  readonly unmatched: readonly ReviewLine[]
  /** Number of the version's cues that the file lacks. */
  readonly missing: number
}

/** Whether a time equals another as spreadsheets write it: without its fraction, truncated or rounded. */
const isCut = (ms: number, exact: number): boolean => ms % 1000 === 0 && Math.abs(ms - exact) < 1000

/**
 * Matches each cue of a file by number and times, else by times, else by number if times lost their fractions. No cue is
 * matched twice, and times never change.
 */
export function planReview(list: CueList, lines: readonly ReviewLine[]): ReviewPlan {
  const places = new FreePlaces(list)
  const taken = new Map<number, ReviewLine>()
  const unmatched: ReviewLine[] = []
  for (const line of lines) {
    const at = placeOf(list, line, places)
    if (at === undefined) unmatched.push(line)
    else {
      taken.set(at, line)
      places.take(at)
    }
  }
  return planOf(list, taken, unmatched)
}

/** A file of texts alone: matched by order, only if the numbers of non-empty cues agree. */
export function planTexts(list: CueList, texts: readonly string[]): ReviewPlan | undefined {
  const places = [...list].flatMap(({ text }, at) => (text.trim() === '' ? [] : [at]))
  if (places.length !== texts.length) return undefined
  const none = { number: undefined, start: undefined, end: undefined, source: '', comment: '' }
  return planOf(list, new Map(places.map((at, index) => [at, { ...none, text: texts[index] ?? '' }])), [])
}

function planOf(list: CueList, taken: ReadonlyMap<number, ReviewLine>, unmatched: readonly ReviewLine[]): ReviewPlan {
  const found = [...taken]
    .sort(([a], [b]) => a - b)
    .map(([at, line]) => ({ cue: list.cueAt(at), number: at + 1, line }))
  const other = found.filter(({ cue, line }) => cue.text !== line.text)
  return {
    patch: replacePatch(
      list,
      other.map(({ cue, line }) => ({ ...cue, text: line.text })),
    ),
    changed: other.map(({ cue, number, line }) => ({ id: cue.id, number, before: cue.text, after: line.text })),
    comments: found.flatMap(({ cue: { id }, number, line: { comment } }) =>
      comment.trim() === '' ? [] : [{ id, number, comment: comment.trim() }],
    ),
    unmatched,
    missing: list.length - taken.size,
  }
}

const timesOf = ({ start, end }: { readonly start: number | undefined; readonly end: number | undefined }): string =>
  `${start} ${end}`

/** Indexes of a version's unmatched cues by time; each is passed once, also with equal times. */
class FreePlaces {
  private readonly queues = new Map<string, { readonly places: number[]; next: number }>()
  private readonly taken = new Set<number>()

  constructor(list: CueList) {
    let at = 0
    for (const cue of list) {
      const same = this.queues.get(timesOf(cue))
      if (same) same.places.push(at)
      else this.queues.set(timesOf(cue), { places: [at], next: 0 })
      at++
    }
  }

  take(at: number): void {
    this.taken.add(at)
  }

  has(at: number): boolean {
    return !this.taken.has(at)
  }

  /** The first one with some times. */
  first(times: string): number | undefined {
    const queue = this.queues.get(times)
    if (!queue) return undefined
    while (this.taken.has(queue.places[queue.next] ?? -1)) queue.next++
    return queue.places[queue.next]
  }
}

function placeOf(list: CueList, line: ReviewLine, places: FreePlaces): number | undefined {
  const byNumber = (line.number ?? 0) - 1
  const numbered = places.has(byNumber) ? list.at(byNumber) : undefined
  if (numbered && timesOf(numbered) === timesOf(line)) return byNumber
  const first = places.first(timesOf(line))
  if (first !== undefined) return first
  if (!numbered || line.start === undefined || line.end === undefined) return undefined
  const isNear = isCut(line.start, numbered.start) && isCut(line.end, numbered.end)
  return isNear ? byNumber : undefined
}

/** Prefixes that a spreadsheet would read as a formula. */
const FORMULA = /^'*[=+\-@\t\r]/

/** A cell escaped against formulas; `unguarded` reverses it. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
export const unguarded = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

/** Texts alone, a paragraph each; empty cues are left out. */
export function writeTexts(cues: readonly Cue[]): string {
  const texts = cues.map(({ text }) => text.replaceAll(/\n\s*\n/g, '\n').trim()).filter(Boolean)
  return texts.map((text) => `${text}\n`).join('\n')
}

/** The paragraphs of a text. */
export function readTexts(text: string): string[] {
  return inLines(text)
    .split(/\n[ \t]*\n+/)
    .map((part) => part.trim())
    .filter(Boolean)
}

/** The new part of a comment beyond the ones that were sent; empty if there is none. */
export function newComment(comment: string, sent: readonly string[]): string {
  let rest = inLines(comment)
  for (const text of sent) rest = rest.replace(inLines(text), () => '')
  return rest.replaceAll(/\n{2,}/g, '\n').trim()
}
