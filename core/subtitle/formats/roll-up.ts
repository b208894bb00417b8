import type { Cue } from '../cue/cue.ts'
import { type CueExtras, type SubtitleFile, noFields } from './format.ts'
import { parseMarkup, writeMarkup } from '../text/markup.ts'
import { TextRunList, textOfRuns } from '../text/styled.ts'
import type { WordTime } from '../cue/word-times.ts'

/** One row of a cue on the screen. */
interface Row {
  /** Visible text; rows are compared by it. */
  readonly plain: string
  readonly markup: string
  /** The row as in the file. */
  readonly source: string
  /** Word times by offset in `markup`; empty if unknown. */
  readonly words: readonly WordTime[]
  /** Whether its word times show that it is spoken in this cue. */
  readonly isSpoken: boolean
}

interface Screen {
  readonly rows: readonly Row[]
  /** Rows from the top that repeat the cue before. */
  readonly repeated: number
}

/** Least shares of roll-up cues that repeat rows, and that add one. */
const REPEATING = 0.5
const ROLLING = 0.25
const FEWEST = 4

/** Most rows of a decoder (CTA-608 has 15). */
const MOST_ROWS = 15
/** Longest transitional cue while rows scroll, in milliseconds: YouTube's have 10. */
const PASSING = 50
/** After this time (ms) a repeated single row is spoken again. */
const PAUSE = 3000

/**
 * Unrolls roll-up captions: each spoken row once at its spoken time. Undefined for other files. Word times stay with
 * their rows.
 */
export function unrolled(file: SubtitleFile): SubtitleFile | undefined {
  if (file.cues.length < FEWEST) return undefined
  const screens = readScreens(file)
  if (!rollsUp(screens)) return undefined
  const cues: Cue[] = []
  // WebVTT settings position the rolling rows: a single row needs none.
  const kept = new Map(file.format === 'vtt' ? [] : file.extras.cues)
  for (const [index, cue] of file.cues.entries()) {
    const said = (screens[index]?.rows ?? []).slice(screens[index]?.repeated).filter(({ plain }) => plain !== '')
    if (said.length === 0) continue
    const text = said.map(({ markup }) => markup).join('\n')
    cues.push({ ...cue, text })
    const { start, end } = cue
    const words = wordsOf(said)
    const source = said.map((row) => row.source).join('\n')
    if (words.length > 0) kept.set(cue.id, { text, source, start, end, words, fields: noFields })
  }
  return { ...file, cues, extras: { ...file.extras, cues: kept } }
}

function rollsUp(screens: readonly Screen[]): boolean {
  const repeating = screens.filter(({ repeated }) => repeated > 0)
  const rolling = repeating.filter(({ rows, repeated }) => rows.slice(repeated).some(({ plain }) => plain !== ''))
  const pairs = screens.length - 1
  return repeating.length >= pairs * REPEATING && rolling.length >= pairs * ROLLING
}

function readScreens({ cues, extras }: SubtitleFile): Screen[] {
  const screens: Screen[] = []
  let before: { cue: Cue; rows: readonly Row[] } | undefined
  for (const cue of cues) {
    const rows = rowsOf(cue, extras.cues.get(cue.id))
    const isAgain = before !== undefined && saidAgain(before.cue, cue, rows)
    screens.push({ rows, repeated: before && !isAgain ? repeatedRows(before.rows, rows) : 0 })
    before = { cue, rows }
  }
  return screens
}

/**
 * Whether a single-row cue is spoken again: after a scroll, a longer cue has new text. Blank rows beside it show whether
 * it scrolled.
 */
function saidAgain(before: Cue, cue: Cue, rows: readonly Row[]): boolean {
  if (rows.length > 1) return false
  const isPassing = before.end - before.start <= PASSING && cue.end - cue.start > PASSING
  return isPassing || cue.start - before.end > PAUSE
}

/** Number of top rows of a screen that are the bottom rows of the one before. */
function repeatedRows(before: readonly Row[], rows: readonly Row[]): number {
  const shown = before.slice(0, before.findLastIndex(({ plain }) => plain !== '') + 1)
  for (let count = Math.min(shown.length, rows.length, MOST_ROWS); count > 0; count--) {
    const last = shown.slice(-count)
    if (last.every(({ plain }, at) => plain !== '' && isRepeat(plain, rows[at]))) return count
  }
  return 0
}

const isRepeat = (plain: string, row: Row | undefined): boolean => row?.plain === plain && !row.isSpoken

const blank: Row = { plain: '', markup: '', source: '', words: [], isSpoken: false }

/** The rows of a cue's text, with the file's blank ones around them. */
function rowsOf(cue: Cue, kept: CueExtras | undefined): Row[] {
  const own = kept?.text === cue.text ? kept : undefined
  const sources = own?.source.split('\n') ?? []
  const inked = sources.filter(isInked)
  const above = Math.max(0, sources.findIndex(isInked))
  const below = sources.length - 1 - sources.findLastIndex(isInked)
  const markups = rowMarkups(cue.text)
  // With blank rows between others the mapping to the file's rows is unknown.
  const isMatched = inked.length === markups.length
  const timed = own?.words ?? []
  let next = 0
  const rows = markups.map(({ plain, markup, text, from }, at): Row => {
    const first = next
    while ((timed[next]?.offset ?? Infinity) < from + text.length) next++
    const words = timed.slice(first, next).map(({ offset, start }) => ({ offset: offset - from, start }))
    return {
      plain,
      markup,
      source: (isMatched ? inked[at] : undefined) ?? markup,
      words: isMatched && text === markup ? words : [],
      isSpoken: words.some(({ start }) => start >= cue.start),
    }
  })
  const blanks = (count: number) => Array.from({ length: count }, () => blank)
  return [...blanks(above), ...rows, ...(inked.length > 0 ? blanks(below) : [])]
}

const isInked = (row: string): boolean => row.trim() !== ''

interface RowText {
  readonly plain: string
  /** The row with its open tags. */
  readonly markup: string
  /** The row as in the whole text, with its offset. */
  readonly text: string
  readonly from: number
}

function rowMarkups(text: string): RowText[] {
  let row = new TextRunList()
  const rows = [row]
  for (const run of parseMarkup(text).runs) {
    if (run.kind === 'code') {
      row.code(run.of, run.code)
      continue
    }
    for (const [at, part] of run.text.split('\n').entries()) {
      if (at > 0) rows.push((row = new TextRunList()))
      row.style = run.style
      row.text(part)
    }
  }
  const texts = text.split('\n')
  let next = 0
  return rows.map(({ runs }, at) => {
    const [part, from] = [texts[at] ?? '', next]
    next += part.length + 1
    return {
      plain: textOfRuns(runs).trim(),
      markup: writeMarkup({ runs, align: undefined }).trim(),
      text: part,
      from,
    }
  })
}

function wordsOf(rows: readonly Row[]): WordTime[] {
  const words: WordTime[] = []
  let from = 0
  for (const { markup, words: own } of rows) {
    for (const { offset, start } of own) words.push({ offset: from + offset, start })
    from += markup.length + 1
  }
  return words
}
