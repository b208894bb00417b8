import type { Cue } from './cue.ts'
import { type CueExtras, type SubtitleFile, noFields } from './format.ts'
import { parseMarkup, writeMarkup } from './markup.ts'
import { TextRunList, textOfRuns } from './styled.ts'
import type { WordTime } from './word-times.ts'

/** One row of a cue on the screen. */
interface Row {
  /** As a viewer reads it; rows are compared by this. */
  readonly plain: string
  readonly markup: string
  /** The row as the file wrote it. */
  readonly source: string
  /** When its words begin, by their offsets in `markup`; empty where that is not known. */
  readonly words: readonly WordTime[]
  /** Whether its word times say that it is spoken in this cue. */
  readonly isSpoken: boolean
}

interface Screen {
  readonly rows: readonly Row[]
  /** Rows from the top that the cue before had already. */
  readonly repeated: number
}

/** At least so many cues of roll-up captions repeat rows of the cue before, and so many add a row to repeated ones. */
const REPEATING = 0.5
const ROLLING = 0.25
const FEWEST = 4

/** More rows than this no decoder rolls (CTA-608 has 15). */
const MOST_ROWS = 15
/** A cue that only lasts until the rows have moved up, in milliseconds: YouTube's have 10. */
const PASSING = 50
/** After so long (ms) a row that comes again alone was said again. */
const PAUSE = 3000

/**
 * The file with each spoken row once, at the time at which it is said, where its captions roll up: each cue repeats the
 * rows of the one before and adds one below. Undefined for every other file. Word times stay with their rows.
 */
export function unrolled(file: SubtitleFile): SubtitleFile | undefined {
  if (file.cues.length < FEWEST) return undefined
  const screens = readScreens(file)
  if (!rollsUp(screens)) return undefined
  const cues: Cue[] = []
  // WebVTT's settings place the rolling rows: a row alone needs none.
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
 * Whether a cue of one row says it again: a cue of some length after one that only moved the rows up has something new.
 * Blank rows beside it tell by themselves whether it was moved up.
 */
function saidAgain(before: Cue, cue: Cue, rows: readonly Row[]): boolean {
  if (rows.length > 1) return false
  const isPassing = before.end - before.start <= PASSING && cue.end - cue.start > PASSING
  return isPassing || cue.start - before.end > PAUSE
}

/** How many rows at the top of a screen are those at the bottom of the one before. */
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

/** The rows of a cue's text, with the blank ones around them that its file has. */
function rowsOf(cue: Cue, kept: CueExtras | undefined): Row[] {
  const own = kept?.text === cue.text ? kept : undefined
  const sources = own?.source.split('\n') ?? []
  const inked = sources.filter(isInked)
  const above = Math.max(0, sources.findIndex(isInked))
  const below = sources.length - 1 - sources.findLastIndex(isInked)
  const markups = rowMarkups(cue.text)
  // Blank rows between others leave nothing to tell which row of the file is which.
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
  /** The row with the tags that are open in it. */
  readonly markup: string
  /** The row as it is in the whole text, and its offset there. */
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
