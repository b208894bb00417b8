import { type Cell, cellsOf, type Letter, runsOfCells } from '../cell-rows.ts'
import { type CodeTable, decodeLetters, encodeLetter } from './letters.ts'
import type { StlHead } from './file.ts'
import { plainStyle, type TextRun, type TextStyle } from '../../text/styled.ts'

/** Colours of teletext in the order of their codes; white is how rows begin. */
export const teletextColors = [
  '#000000',
  '#ff0000',
  '#00ff00',
  '#ffff00',
  '#0000ff',
  '#ff00ff',
  '#00ffff',
  '#ffffff',
] as const

const DOUBLE_HEIGHT = 0x0d
const BOX = [0x0b, 0x0b]
const END_BOX = [0x0a, 0x0a]
const ROW_END = 0x8a
export const UNUSED = 0x8f

/** Changes by codes from 0x80 on, in open subtitles. */
const changes: Record<number, Partial<TextStyle>> = {
  0x80: { italic: true },
  0x81: { italic: false },
  0x82: { underline: true },
  0x83: { underline: false },
}

/** The styled text of a subtitle's text fields. */
export function readTextField(bytes: Uint8Array, head: StlHead): TextRun[] {
  const rows: Cell[][] = [[]]
  let style = plainStyle
  let from = -1
  const flush = (to: number): void => {
    if (from >= 0) {
      for (const letter of decodeLetters(bytes.subarray(from, to), head.table)) rows.at(-1)?.push({ letter })
    }
    from = -1
  }
  for (const [at, byte] of bytes.entries()) {
    const isLetter = (byte >= 0x20 && byte < 0x80) || byte >= 0xa0
    if (isLetter) {
      if (from < 0) from = at
      continue
    }
    flush(at)
    if (byte === UNUSED) break
    if (byte === ROW_END) {
      rows.push([])
      // Every teletext row begins in white.
      if (head.teletext) style = { ...style, color: undefined }
      else if (style !== plainStyle) rows.at(-1)?.push({ style })
    } else if (byte < 8) {
      style = { ...style, color: byte === 7 ? undefined : teletextColors[byte] }
      rows.at(-1)?.push({ style })
    } else if (changes[byte]) {
      style = { ...style, ...changes[byte] }
      rows.at(-1)?.push({ style })
    } else if (byte < 0x20 && head.teletext) rows.at(-1)?.push({ style })
  }
  flush(bytes.length)
  return runsOfCells(rows)
}

/** The text fields of rows; in teletext boxed and double-height. */
export function writeTextField(rows: readonly (readonly Letter[])[], head: StlHead): Uint8Array {
  const bytes: number[] = []
  for (const [at, row] of rows.entries()) {
    if (at > 0) bytes.push(ROW_END, ...(head.teletext ? [ROW_END] : []))
    bytes.push(...(head.teletext ? teletextRow(row, head.table) : openRow(row, head.table)))
  }
  return Uint8Array.from(bytes)
}

/** Cells of a row of teletext. */
const TELETEXT_CELLS = 40

function teletextRow(row: readonly Letter[], table: CodeTable): number[] {
  const cells = cellsOf(row)
  const [first] = cells
  const colour = first && 'style' in first ? [colourCode(first.style)] : []
  const text = cells
    .slice(colour.length)
    .flatMap((cell) => ('style' in cell ? [colourCode(cell.style)] : letterBytes(cell.letter, table)))
  const taken = 1 + BOX.length + cells.length
  // The end of the row ends the box too.
  const close = taken + END_BOX.length <= TELETEXT_CELLS ? END_BOX : []
  return [DOUBLE_HEIGHT, ...colour, ...BOX, ...text, ...close]
}

const letterBytes = (letter: string, table: CodeTable): readonly number[] => encodeLetter(letter, table) ?? [0x3f]

function colourCode({ color }: TextStyle): number {
  const at = teletextColors.findIndex((known) => known === color)
  return at < 0 ? 7 : at
}

function openRow(row: readonly Letter[], table: CodeTable): number[] {
  const bytes: number[] = []
  let style = plainStyle
  const change = (next: TextStyle): void => {
    if (next.italic !== style.italic) bytes.push(next.italic ? 0x80 : 0x81)
    if (next.underline !== style.underline) bytes.push(next.underline ? 0x82 : 0x83)
    style = next
  }
  for (const { letter, style: next } of row) {
    change(next)
    bytes.push(...letterBytes(letter, table))
  }
  change(plainStyle)
  return bytes
}
