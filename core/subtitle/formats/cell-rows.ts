import { greatestOf } from '../../domain/lists.ts'
import type { Loss, LossList } from './convert.ts'
import { plainStyle, sameStyle, type TextRun, TextRunList, type TextStyle } from '../text/styled.ts'

/*
 * Teletext and captions have rows of cells. A change of style takes a blank cell, so it is only possible before a word.
 */

export interface Letter {
  readonly letter: string
  readonly style: TextStyle
}

/** A letter, or a change of style. */
export type Cell = { readonly letter: string } | { readonly style: TextStyle }

export interface Grid {
  readonly columns: number
  readonly rows: number
}

/** Rows that fit a grid, each word in its first letter's style, with the changes counted. */
export function fitRows(runs: readonly TextRun[], grid: Grid, index: number, losses: LossList): Letter[][] {
  const rows: Letter[][] = []
  for (const row of letterRows(runs)) {
    const broken = breakRow(wordStyles(row, index, losses), grid.columns)
    if (broken.length > 1) losses.add('rows', index)
    rows.push(...broken)
  }
  if (rows.length > grid.rows) losses.add('text_cut', index)
  return rows.slice(0, grid.rows)
}

function letterRows(runs: readonly TextRun[]): Letter[][] {
  const rows: Letter[][] = [[]]
  for (const run of runs) {
    if (run.kind !== 'text') continue
    for (const letter of run.text) {
      if (letter === '\n') rows.push([])
      else rows.at(-1)?.push({ letter: letter === '\t' ? ' ' : letter, style: run.style })
    }
  }
  return rows.map(trimmed).filter((row) => row.length > 0)
}

function trimmed<L extends { readonly letter: string }>(row: readonly L[]): L[] {
  const from = row.findIndex(({ letter }) => letter !== ' ')
  const to = row.findLastIndex(({ letter }) => letter !== ' ')
  return from < 0 ? [] : row.slice(from, to + 1)
}

function wordStyles(row: readonly Letter[], index: number, losses: LossList): Letter[] {
  let style = plainStyle
  let inWord = false
  return row.map((one) => {
    if (one.letter === ' ') {
      inWord = false
      return one
    }
    if (!inWord) style = one.style
    else if (!sameStyle(style, one.style)) losses.add(lostStyle(style, one.style), index)
    inWord = true
    return { letter: one.letter, style }
  })
}

const lostStyle = (a: TextStyle, b: TextStyle): Loss['kind'] => (a.color === b.color ? 'emphasis' : 'colour')

/** The fewest rows, of nearly equal length, broken at spaces; a word that is longer than a row is broken anywhere. */
function breakRow(row: readonly Letter[], columns: number): Letter[][] {
  const fewest = filledRows(row, columns)
  if (fewest.length < 2) return fewest
  const text = row.map(({ letter }) => letter).join('')
  const longestWord = greatestOf(text.split(' ').map((word) => [...word].length))
  let best = fewest
  // Narrower, as long as no word is broken for it: the change of style takes a cell.
  for (let width = columns - 1; width > longestWord; width--) {
    const rows = filledRows(row, width)
    if (rows.length > fewest.length) break
    best = rows
  }
  return best
}

/** Rows with as many words as fit. */
function filledRows(row: readonly Letter[], columns: number): Letter[][] {
  const out: Letter[][] = []
  let from = 0
  while (from < row.length) {
    // The first change of style takes a cell, later ones a space.
    const room = columns - (sameStyle(row[from]?.style ?? plainStyle, plainStyle) ? 0 : 1)
    let to = row.length
    if (to - from > room) {
      to = from + room
      while (to > from && row[to]?.letter !== ' ') to--
      if (to === from) to = from + room
    }
    out.push(trimmed(row.slice(from, to)))
    from = to
    while (row[from]?.letter === ' ') from++
  }
  return out
}

/** A row as cells: a change of style takes the space before its word, else a separate cell. */
export function cellsOf(row: readonly Letter[]): Cell[] {
  const cells: Cell[] = []
  let current = plainStyle
  for (const { letter, style } of row) {
    if (letter !== ' ' && !sameStyle(style, current)) {
      const last = cells.at(-1)
      if (last && 'letter' in last && last.letter === ' ') cells.pop()
      cells.push({ style })
      current = style
    }
    cells.push({ letter })
  }
  return cells
}

/** The text of rows of cells; a space between two styles has their common part. */
export function runsOfCells(rows: readonly (readonly Cell[])[]): TextRun[] {
  const list = new TextRunList()
  let before = plainStyle
  for (const row of rows) {
    const letters = trimmed(lettersOf(row))
    const [first] = letters
    if (!first) continue
    if (list.runs.length > 0) {
      list.style = commonStyle(before, first.style)
      list.text('\n')
    }
    for (const { letter, style } of letters) {
      list.style = style
      list.text(letter)
      before = style
    }
  }
  return list.runs
}

function lettersOf(row: readonly Cell[]): Letter[] {
  const out: Letter[] = []
  let style = plainStyle
  let soft = false
  for (const cell of row) {
    if ('style' in cell) {
      // Next to a space, a change of style adds no second one.
      if (out.at(-1)?.letter !== ' ') out.push({ letter: ' ', style: commonStyle(style, cell.style) })
      soft = true
      style = cell.style
    } else {
      if (!(soft && cell.letter === ' ')) out.push({ letter: cell.letter, style })
      soft = false
    }
  }
  return out
}

function commonStyle(a: TextStyle, b: TextStyle): TextStyle {
  if (sameStyle(a, b)) return a
  return {
    italic: a.italic && b.italic,
    bold: a.bold && b.bold,
    underline: a.underline && b.underline,
    strike: a.strike && b.strike,
    color: a.color === b.color ? a.color : undefined,
  }
}

const RGB = /^#(..)(..)(..)$/

/** The nearest of some colours, `#rrggbb`. */
export function nearestColor(wanted: string, colors: readonly string[]): string {
  const [target, ...all] = [wanted, ...colors].map((hex) =>
    (RGB.exec(hex) ?? []).slice(1).map((part) => Number.parseInt(part, 16)),
  )
  const distance = (rgb: readonly number[] = []): number =>
    rgb.reduce((sum, value, at) => sum + (value - (target?.[at] ?? 0)) ** 2, 0)
  const best = all.reduce((found, rgb, at) => (distance(rgb) < distance(all[found]) ? at : found), 0)
  return colors[best] ?? wanted
}
