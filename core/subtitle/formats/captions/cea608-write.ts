import { type FrameRate, frameStart, nearestFrame } from '../../../domain/frames.ts'
import { type Cell, cellsOf, fitRows, type Letter, nearestColor } from '../cell-rows.ts'
import {
  captionColors,
  captionLetters,
  COLUMNS,
  control,
  ITALICS,
  letterCode,
  rowCodes,
  ROWS,
  withParity,
} from './cea608-codes.ts'
import type { CaptionMode } from './cea608-read.ts'
import { heldText, inTimeOrder, type LossList } from '../convert.ts'
import { hexOf } from '../../text/colors.ts'
import type { Cue } from '../../cue/cue.ts'
import { plainStyle, type Styled, TextRunList, type TextStyle } from '../../text/styled.ts'

/** Pairs of bytes, one per frame from a frame on. */
export interface Transmission {
  readonly frame: number
  readonly words: readonly number[]
}

/** The words of one caption; `shows` is the index of the one that displays it. */
interface Load {
  readonly words: readonly number[]
  readonly shows: number
}

/** Collects bytes in pairs; control codes are sent twice, as receivers expect. */
class Words {
  readonly words: number[] = []
  private half: number | undefined

  byte(value: number): void {
    if (this.half === undefined) this.half = value
    else {
      this.words.push((withParity(this.half) << 8) | withParity(value))
      this.half = undefined
    }
  }

  code(first: number, second: number): void {
    this.pad()
    const word = (withParity(first) << 8) | withParity(second)
    this.words.push(word, word)
  }

  pad(): void {
    if (this.half !== undefined) this.byte(0)
  }
}

/**
 * The captions of cues as sent, in time order. A caption is sent before it is shown; without time for that it is late,
 * which counts as a loss.
 */
export function sendCaptions(
  cues: readonly Cue[],
  format: 'scc' | 'mcc',
  mode: CaptionMode,
  rate: FrameRate,
  losses: LossList,
): Transmission[] {
  const out: Transmission[] = []
  const order = inTimeOrder(cues, losses)
  let free = 0
  /** The frame at which the display is erased. */
  let hides: number | undefined
  const erase = new Words()
  erase.code(0x14, control.eraseShown)
  const hide = (frame: number): void => {
    const at = Math.max(free, frame)
    out.push({ frame: at, words: erase.words })
    free = at + erase.words.length
  }
  for (const [at, [index, cue]] of order.entries()) {
    const load = loadOf(captionRows(cue.text, format, index, losses), mode)
    const shown = nearestFrame(cue.start, rate)
    const next = order[at + 1]?.[1]
    if (next && next.start < cue.end) losses.add('overlap', index)
    if (frameStart(shown, rate) !== cue.start || frameStart(nearestFrame(cue.end, rate), rate) !== cue.end) {
      losses.add('times_frames', index)
    }
    if (!load) continue
    let { words, shows } = load
    if (hides !== undefined && hides < shown) {
      const begins = shown - shows - erase.words.length
      if (hides < begins || mode !== 'pop-on') hide(hides)
      else {
        const place = boundary(words, hides - begins)
        words = [...words.slice(0, place), ...erase.words, ...words.slice(place)]
        shows += erase.words.length
      }
    } else if (hides !== undefined && mode === 'paint-on') hide(shown - shows - erase.words.length)
    const frame = Math.max(free, shown - shows)
    if (frame > shown - shows) losses.add('times_late', index)
    out.push({ frame, words })
    free = frame + words.length
    hides = nearestFrame(cue.end, rate)
  }
  if (hides !== undefined) hide(hides)
  return joined(out)
}

/** The nearest place for inserting words: not between the two of a code. */
function boundary(words: readonly number[], wanted: number): number {
  let at = 0
  let best = 0
  while (at <= words.length - 2) {
    if (Math.abs(at - wanted) < Math.abs(best - wanted)) best = at
    at += words[at] === words[at + 1] ? 2 : 1
  }
  return best
}

/** Merges transmissions without a pause between them. */
function joined(all: readonly Transmission[]): Transmission[] {
  const out: { frame: number; words: number[] }[] = []
  for (const { frame, words } of all) {
    const last = out.at(-1)
    if (last && last.frame + last.words.length === frame) last.words.push(...words)
    else out.push({ frame, words: [...words] })
  }
  return out
}

/** A cue's rows in captions' character set, and their position as on a numeric keypad. */
export function captionRows(
  text: string,
  format: 'scc' | 'mcc',
  index: number,
  losses: LossList,
): { rows: Letter[][]; align: number } {
  const styled = heldText(text, format, index, losses)
  const rows = fitRows(captionRuns(styled, index, losses), { columns: COLUMNS, rows: ROWS }, index, losses)
  return { rows, align: styled.align ?? 2 }
}

function loadOf({ rows: letters, align }: ReturnType<typeof captionRows>, mode: CaptionMode): Load | undefined {
  const rows = letters.map(cellsOf)
  if (rows.length === 0) return undefined
  if (mode === 'roll-up') return rollUpLoad(rows)
  const out = new Words()
  if (mode === 'pop-on') {
    out.code(0x14, control.popOn)
    out.code(0x14, control.eraseHidden)
  } else out.code(0x14, control.paintOn)
  const top = topRow(align, rows.length)
  let shows = 0
  for (const [at, row] of rows.entries()) {
    sendRow(row, top + at, indentOf(row, align), out)
    if (at === 0) shows = firstLetter(out.words)
  }
  if (mode === 'pop-on') {
    out.pad()
    shows = out.words.length
    out.code(0x14, control.show)
  }
  out.pad()
  return { words: out.words, shows }
}

/** Each row scrolls those before it up. */
function rollUpLoad(rows: readonly (readonly Cell[])[]): Load {
  const out = new Words()
  let shows = 0
  for (const [at, row] of rows.entries()) {
    out.code(0x14, control.rollUp2)
    out.code(0x14, control.newRow)
    sendRow(row, ROWS - 1, 0, out)
    if (at === 0) shows = firstLetter(out.words)
  }
  return { words: out.words, shows }
}

/** The first word of letters: its first byte is at least 0x20. */
function firstLetter(words: readonly number[]): number {
  return Math.max(
    0,
    words.findIndex((word) => ((word >> 8) & 0x7f) >= 0x20),
  )
}

function topRow(align: number, rows: number): number {
  if (align > 6) return 0
  return align > 3 ? Math.max(0, Math.min(ROWS - rows, 7 - (rows >> 1))) : ROWS - rows
}

function indentOf(row: readonly Cell[], align: number): number {
  const free = COLUMNS - row.length
  return align % 3 === 1 ? 0 : align % 3 === 0 ? free : free >> 1
}

function sendRow(row: readonly Cell[], line: number, indent: number, out: Words): void {
  const [first = 0, upper = false] = rowCodes[line] ?? []
  out.code(first, 0x40 + (upper ? 0x20 : 0) + 0x10 + (indent >> 2) * 2)
  if (indent % 4 > 0) out.code(0x17, 0x20 + (indent % 4))
  for (const cell of row) {
    if ('style' in cell) out.code(0x11, styleCode(cell.style))
    else sendLetter(cell.letter, out)
  }
  out.pad()
}

function styleCode({ italic, underline, color }: TextStyle): number {
  const code = italic ? ITALICS : Math.max(0, captionColors.indexOf((color ?? '#ffffff') as '#ffffff'))
  return 0x20 + code * 2 + (underline ? 1 : 0)
}

function sendLetter(letter: string, out: Words): void {
  const code = letterCode(letter)
  if (code?.kind === 'basic') out.byte(code.byte)
  else if (code?.kind === 'special') out.code(...code.bytes)
  else if (code) {
    out.byte(code.instead)
    out.code(...code.bytes)
  }
}

/** Keeps only available letters and colours; of italics with a colour, the italics. */
function captionRuns(styled: Styled, index: number, losses: LossList): Styled['runs'] {
  const list = new TextRunList()
  for (const run of styled.runs) {
    if (run.kind !== 'text') continue
    list.style = captionStyle(run.style, run.text.trim() !== '', index, losses)
    let text = ''
    for (const letter of run.text) {
      if (letter === '\n' || letter === '\t') {
        text += letter
        continue
      }
      const { letters, same } = captionLetters(letter)
      text += letters
      if (!same) losses.add('letters', index)
    }
    list.text(text)
  }
  return list.runs
}

function captionStyle(style: TextStyle, inked: boolean, index: number, losses: LossList): TextStyle {
  const { italic, underline } = style
  const own = { ...plainStyle, italic, underline }
  if (style.color === undefined) return own
  const hex = hexOf(style.color)
  const nearest = hex === undefined ? '#ffffff' : nearestColor(hex, captionColors)
  const color = italic || nearest === '#ffffff' ? undefined : nearest
  if (inked && (color ?? '#ffffff') !== hex) losses.add('colour', index)
  return { ...own, color }
}
