import { type Cell, runsOfCells } from '../cell-rows.ts'
import {
  basicLetter,
  captionColors,
  COLUMNS,
  control,
  extendedLetters,
  ITALICS,
  rowCodes,
  ROWS,
  specialLetters,
} from './cea608-codes.ts'
import { writeMarkup } from '../../text/markup.ts'
import { plainStyle, sameStyle, type TextStyle } from '../../text/styled.ts'

/** Caption modes: pop-on, roll-up, paint-on. */
export type CaptionMode = 'pop-on' | 'roll-up' | 'paint-on'

/** Text shown from a frame to another; `end` is undefined if nothing ended it. */
export interface Caption {
  readonly start: number
  readonly end: number | undefined
  /** In the app's markup. */
  readonly text: string
  readonly mode: CaptionMode
}

type Place = { readonly letter: string; readonly style: TextStyle; readonly change?: true } | undefined
type Memory = Place[][]

/** A reused object per row: a callback per row would take twice as long. */
function emptyMemory(): Memory {
  const rows: Memory = []
  while (rows.length < ROWS) rows.push([])
  return rows
}

/** Decodes one data channel of a field; `frame` counts frames of the video. */
class Channel {
  readonly captions: Caption[] = []
  private mode: CaptionMode | 'text' | undefined
  private shown = emptyMemory()
  private hidden = emptyMemory()
  private row = ROWS - 1
  private column = 0
  private depth = 2
  private style = plainStyle
  private open: { start: number; text?: string } | undefined
  /** The next letter begins another caption. */
  private parts = false

  letter(letter: string, frame: number, replaces = false): void {
    if (this.mode === undefined || this.mode === 'text') return
    if (replaces) this.column = Math.max(0, this.column - 1)
    this.put({ letter, style: this.style }, frame)
  }

  private put(place: Place, frame: number): void {
    const row = this.memory()[this.row]
    if (row) row[Math.min(this.column, COLUMNS - 1)] = place
    this.column = Math.min(COLUMNS, this.column + 1)
    if (this.mode === 'pop-on' || place?.change || place?.letter === ' ') return
    if (this.parts) this.close(frame)
    this.parts = false
    this.open ??= { start: frame }
  }

  private memory(): Memory {
    return this.mode === 'pop-on' ? this.hidden : this.shown
  }

  /** Row, indent and style of the following letters. */
  address(row: number, code: number): void {
    if (this.mode === 'roll-up' && row !== this.row) {
      const kept = this.shown[this.row] ?? []
      this.shown = emptyMemory()
      this.shown[row] = kept
    }
    this.row = row
    const underline = (code & 1) === 1
    if (code & 0x10) {
      this.column = (code & 0x0e) * 2
      this.style = { ...plainStyle, underline }
    } else {
      this.column = 0
      this.style = styleOf((code >> 1) & 7, underline, plainStyle)
    }
  }

  /** A change of style within a row takes a cell. */
  midRow(code: number, frame: number): void {
    if (this.mode === undefined || this.mode === 'text') return
    const next = styleOf((code >> 1) & 7, (code & 1) === 1, this.style)
    this.style = next
    this.put({ letter: ' ', style: next, change: true }, frame)
  }

  tab(columns: number): void {
    this.column = Math.min(COLUMNS - 1, this.column + columns)
  }

  command(code: number, frame: number): void {
    if (code === control.popOn) this.mode = 'pop-on'
    else if (code === control.paintOn) this.startPainting()
    else if (code >= control.rollUp2 && code <= control.rollUp4) this.startRolling(code - control.rollUp2 + 2, frame)
    else if (code === control.textRestart || code === control.textResume) this.mode = 'text'
    else if (code === control.eraseShown) this.erase(frame)
    else if (code === control.eraseHidden) this.hidden = emptyMemory()
    else if (code === control.show) this.flip(frame)
    else if (code === control.newRow) this.roll()
    else if (code === control.backspace) this.back()
    else if (code === control.deleteToEnd) this.memory()[this.row]?.splice(this.column)
  }

  private startPainting(): void {
    this.mode = 'paint-on'
    this.parts = this.open !== undefined
    // Existing text belongs to the next caption; the open one ends unchanged.
    if (this.open) this.open.text ??= this.textOf(this.shown)
  }

  private startRolling(depth: number, frame: number): void {
    if (this.mode !== 'roll-up') {
      this.close(frame)
      this.shown = emptyMemory()
      this.hidden = emptyMemory()
      this.row = ROWS - 1
      this.column = 0
    }
    this.mode = 'roll-up'
    this.depth = depth
  }

  private roll(): void {
    if (this.mode !== 'roll-up') return
    if (this.open) this.open.text ??= this.textOf([...emptyMemory().slice(0, this.row), this.shown[this.row] ?? []])
    this.parts = this.open !== undefined
    const kept = this.shown.slice(Math.max(0, this.row - this.depth + 2), this.row + 1)
    this.shown = emptyMemory()
    for (const [at, row] of kept.entries()) this.shown[this.row - kept.length + at] = row
    this.shown[this.row] = []
    this.column = 0
    this.style = plainStyle
  }

  private back(): void {
    this.column = Math.max(0, this.column - 1)
    const row = this.memory()[this.row]
    if (row) row[this.column] = undefined
  }

  private erase(frame: number): void {
    this.close(frame)
    this.shown = emptyMemory()
  }

  private flip(frame: number): void {
    this.close(frame)
    this.mode = 'pop-on'
    ;[this.shown, this.hidden] = [this.hidden, this.shown]
    if (this.textOf(this.shown) !== '') this.open = { start: frame }
  }

  private close(end: number | undefined): void {
    const { open, mode } = this
    this.open = undefined
    this.parts = false
    if (!open || mode === undefined || mode === 'text') return
    const only = mode === 'roll-up' ? [...emptyMemory().slice(0, this.row), this.shown[this.row] ?? []] : this.shown
    const text = open.text ?? this.textOf(only)
    if (text !== '') this.captions.push({ start: open.start, end, text, mode })
  }

  /** Ends the input and returns the captions. */
  finish(): readonly Caption[] {
    this.close(undefined)
    return this.captions
  }

  private textOf(memory: Memory): string {
    const rows = memory.map((row) => row.slice(0, COLUMNS))
    const runs = runsOfCells(rows.map(cellsOfRow))
    if (runs.length === 0) return ''
    return writeMarkup({ runs, align: alignOf(rows) })
  }
}

function cellsOfRow(row: readonly Place[]): Cell[] {
  const cells: Cell[] = []
  let style = plainStyle
  for (let at = 0; at < row.length; at++) {
    const place = row[at]
    if (place?.change) cells.push({ style: place.style })
    else {
      if (place && !sameStyle(place.style, style) && place.letter !== ' ') cells.push({ style: place.style })
      cells.push({ letter: place?.letter ?? ' ' })
    }
    if (place) style = place.style
  }
  return cells
}

function styleOf(code: number, underline: boolean, before: TextStyle): TextStyle {
  if (code === ITALICS) return { ...before, italic: true, underline }
  return { ...plainStyle, underline, color: code === 0 ? undefined : captionColors[code] }
}

const LAST_TOP = 4
const FIRST_BOTTOM = 10

/** Position as on a numeric keypad, by the first and last rows and the free space beside them. */
function alignOf(rows: readonly (readonly Place[])[]): number | undefined {
  const inked = rows.flatMap((row, at) => {
    const from = row.findIndex((place) => place && (place.change || place.letter !== ' '))
    const to = row.findLastIndex((place) => place && place.letter !== ' ')
    return to < 0 ? [] : [{ at, left: from, right: COLUMNS - 1 - to }]
  })
  const [first, last] = [inked[0]?.at ?? 0, inked.at(-1)?.at ?? 0]
  const height = last >= FIRST_BOTTOM ? 1 : first <= LAST_TOP ? 7 : 4
  const centred = inked.every(({ left, right }) => Math.abs(left - right) <= 3)
  const side = centred ? 1 : inked.every(({ left }) => left === 0) ? 0 : inked.every(({ right }) => right === 0) ? 2 : 1
  return height + side === 2 ? undefined : height + side
}

/** Decodes a field's two data channels. */
export class CaptionField {
  private readonly channels = [new Channel(), new Channel()] as const
  private current: Channel | undefined
  private last = 0

  /** Two bytes of a frame, with or without parity. */
  feed(one: number, two: number, frame: number): void {
    const [first, second] = [one & 0x7f, two & 0x7f]
    if (first < 0x10) {
      if (first !== 0) this.current = undefined
      if (first === 0 && second >= 0x20) this.current?.letter(basicLetter(second), frame)
      this.last = 0
      return
    }
    if (first >= 0x20) {
      this.last = 0
      this.current?.letter(basicLetter(first), frame)
      if (second >= 0x20) this.current?.letter(basicLetter(second), frame)
      return
    }
    // Control codes are sent twice; the second is for a damaged first.
    const word = (first << 8) | second
    if (word === this.last) this.last = 0
    else {
      this.last = word
      this.obey(this.channels[first & 8 ? 1 : 0], first & 0x77, second, frame)
    }
  }

  private obey(channel: Channel, first: number, second: number, frame: number): void {
    this.current = channel
    if (second >= 0x40) {
      const upper = (second & 0x20) !== 0
      const row = rowCodes.findIndex(([code, high]) => code === first && (high === upper || first === 0x10))
      if (row >= 0) channel.address(row, second & 0x1f)
    } else if (first === 0x11 && second >= 0x30) channel.letter(specialLetters[second - 0x30] ?? ' ', frame)
    else if (first === 0x11 && second >= 0x20) channel.midRow(second & 0x0f, frame)
    else if ((first === 0x12 || first === 0x13) && second >= 0x20) {
      channel.letter(extendedLetters[first === 0x12 ? 0 : 1][second - 0x20] ?? ' ', frame, true)
    } else if (first === 0x17 && second >= 0x21 && second <= 0x23) channel.tab(second - 0x20)
    else if (first === 0x14 || first === 0x15) channel.command(second, frame)
  }

  /** Captions of the first and the second channel. */
  finish(): readonly [readonly Caption[], readonly Caption[]] {
    return [this.channels[0].finish(), this.channels[1].finish()]
  }
}
