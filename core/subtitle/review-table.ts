import type { Cue } from './cue.ts'
import type { CueList } from './cue-list.ts'
import { type Patch, replacePatch } from './patch.ts'
import { formatTimecode, parseTimecode } from './timecode.ts'

/** Columns of a table for review, in their order. */
export const reviewColumns = ['number', 'start', 'end', 'source', 'text', 'comment'] as const
export type ReviewColumn = (typeof reviewColumns)[number]

/** What the columns are called. */
export type ReviewHeads = Readonly<Record<ReviewColumn, string>>

/** In each language of the product: who reads a table may have another one than who wrote it. */
export const reviewHeads: Readonly<Record<'en' | 'zh_cn', ReviewHeads>> = {
  en: { number: 'No.', start: 'Start', end: 'End', source: 'Source', text: 'Text', comment: 'Comment' },
  zh_cn: { number: '行号', start: '开始', end: '结束', source: '原文', text: '译文', comment: '备注' },
}

/** One line of a version as a reviewer gets it and gives it back. Times in ms; undefined where they are not said. */
export interface ReviewLine {
  /** Counted from 1. */
  readonly number: number | undefined
  readonly start: number | undefined
  readonly end: number | undefined
  /** The same in another version; empty where there is none. */
  readonly source: string
  readonly text: string
  readonly comment: string
}

/** The lines of a version beside those of another one, with what was said about them. */
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

/** A table of cells with a head. */
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

/** Rows before the head: a title, a note of the sender. */
const MOST_ROWS_BEFORE = 10

/**
 * The lines of a table, whatever the order of its columns and in any of the languages of the heads; a table without a head
 * has the usual order. Undefined where nothing tells which column has the texts.
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

/** A line whose text would be another one. */
export interface ReviewedText {
  readonly id: string
  readonly number: number
  readonly before: string
  readonly after: string
}

/** What a file that came back would do. */
export interface ReviewPlan {
  readonly patch: Patch
  readonly changed: readonly ReviewedText[]
  /** What is said of lines, changed or not. */
  readonly comments: readonly { readonly id: string; readonly number: number; readonly comment: string }[]
  /** Lines of the file that are none of the version. */
  readonly unmatched: readonly ReviewLine[]
  /** How many lines of the version the file does not have. */
  readonly missing: number
}

/** Whether a time is another one as spreadsheets write it: without its fraction, cut or rounded. */
const isCut = (ms: number, exact: number): boolean => ms % 1000 === 0 && Math.abs(ms - exact) < 1000

/**
 * Finds each line of a file by its number and times, else by its times alone, else by its number where the times
 * lost their fractions. No line of the version is taken twice, and times are never changed.
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

/** A file of texts alone: by their order, and only where it has as many as the version has lines with a text. */
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

/** Places of a version that no line has taken, by their times: each is passed over once, however many have the same. */
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

/** What a spreadsheet would take for a formula. */
const FORMULA = /^'*[=+\-@\t\r]/

/** A cell that no spreadsheet takes for a formula; `unguarded` gives the text back. */
export const guarded = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
export const unguarded = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text)

/** Texts alone, each in a paragraph of its own; lines without a text are left out. */
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

/** What a comment says besides those that were sent along with it; empty where that is all. */
export function newComment(comment: string, sent: readonly string[]): string {
  let rest = inLines(comment)
  for (const text of sent) rest = rest.replace(inLines(text), () => '')
  return rest.replaceAll(/\n{2,}/g, '\n').trim()
}
