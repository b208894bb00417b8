import type { Caption, CaptionMode } from './cea608-read.ts'
import {
  command,
  extendedParametersOf,
  extendedServiceLetter,
  justify,
  parametersOf,
  serviceLetter,
} from './cea708-codes.ts'
import { writeMarkup } from '../../text/markup.ts'
import { plainStyle, type Styled, TextRunList, type TextStyle } from '../../text/styled.ts'

const WINDOWS = 8
const ROWS = 15
/** Columns of a 16:9 picture, and units of its width. */
const COLUMNS = 42
const WIDTH_UNITS = 210
const HEIGHT_UNITS = 75

interface Letter {
  readonly letter: string
  readonly style: TextStyle
}

interface Window {
  visible: boolean
  rows: (Letter | undefined)[][]
  /** Visible rows. */
  height: number
  width: number
  /** Of its anchor, in shares of the picture. */
  down: number
  right: number
  /** 0 to 8: which of its points is there, from the upper left, row by row. */
  anchor: number
  justify: number
  row: number
  column: number
  style: TextStyle
}

/** Decodes one service; `frame` counts frames of the video. */
class Service {
  readonly captions: Caption[] = []
  private windows: (Window | undefined)[] = Array.from({ length: WINDOWS })
  private current = 0
  private open: { start: number; text: string | undefined; mode: CaptionMode } | undefined
  /** The next letter begins another caption. */
  private parts = false
  private bytes: number[] = []

  feed(bytes: readonly number[], frame: number): void {
    this.bytes.push(...bytes)
    for (;;) {
      const length = this.lengthOfFirst()
      if (length === undefined || this.bytes.length < length) return
      const [first = 0, ...rest] = this.bytes.splice(0, length)
      this.obey(first, rest, frame)
    }
  }

  /** Bytes of the next command or letter; undefined while unknown. */
  private lengthOfFirst(): number | undefined {
    const [first, second] = this.bytes
    if (first === undefined) return undefined
    if (first !== command.extended) return 1 + parametersOf(first)
    return second === undefined ? undefined : 2 + extendedParametersOf(second)
  }

  private obey(first: number, rest: readonly number[], frame: number): void {
    const [one = 0, two = 0] = rest
    if (first === command.extended) {
      if ((one >= 0x20 && one < 0x80) || one >= 0xa0) this.letter(extendedServiceLetter(one), frame)
    } else if (first === command.wide) this.letter(String.fromCharCode((one << 8) | two), frame)
    else if ((first >= 0x20 && first < 0x80) || first >= 0xa0) this.letter(serviceLetter(first), frame)
    else if (first < 0x20) this.edit(first, frame)
    else if (first < command.clearWindows) this.current = first - command.currentWindow
    else if (first >= command.defineWindow) this.changed(frame, () => this.define(first - command.defineWindow, rest))
    else if (first <= command.deleteWindows || first === command.reset)
      this.changed(frame, () => this.arrange(first, one))
    else this.setPen(first, rest)
  }

  private get window(): Window | undefined {
    return this.windows[this.current]
  }

  private letter(letter: string, frame: number): void {
    const { window } = this
    if (!window) return
    const row = (window.rows[window.row] ??= [])
    row[window.column++] = { letter, style: window.style }
    if (!window.visible || letter === ' ') return
    if (this.parts) this.close(frame)
    this.parts = false
    this.open ??= { start: frame, text: undefined, mode: 'paint-on' }
  }

  private edit(code: number, frame: number): void {
    const { window } = this
    if (!window) return
    if (code === command.backspace) {
      window.column = Math.max(0, window.column - 1)
      const row = window.rows[window.row]
      if (row) row[window.column] = undefined
    } else if (code === command.clear) {
      this.changed(frame, () => {
        window.rows = []
        window.row = 0
        window.column = 0
      })
    } else if (code === command.clearRow) {
      window.rows[window.row] = []
      window.column = 0
    } else if (code === command.newRow) this.newRow(window)
  }

  /** The next row; past the last one the others scroll up, and each is a separate caption. */
  private newRow(window: Window): void {
    window.column = 0
    if (window.row < window.height - 1) {
      window.row++
      return
    }
    if (window.visible && this.open) {
      this.open.text ??= textOf([{ ...window, rows: [window.rows[window.row] ?? []] }])
      this.open.mode = 'roll-up'
      this.parts = true
    }
    window.rows = window.rows.slice(1, window.height)
    window.rows[window.row] = []
  }

  private define(
    index: number,
    [flags = 0, down = 0, right = 0, size = 0, width = 0, styles = 0]: readonly number[],
  ): void {
    const before = this.windows[index]
    const isRelative = (down & 0x80) !== 0
    const style = (styles >> 3) & 7
    this.current = index
    this.windows[index] = {
      rows: before?.rows ?? [],
      row: before?.row ?? 0,
      column: before?.column ?? 0,
      style: before?.style ?? plainStyle,
      visible: (flags & 0x20) !== 0,
      down: (down & 0x7f) / (isRelative ? 100 : HEIGHT_UNITS),
      right: right / (isRelative ? 100 : WIDTH_UNITS),
      anchor: size >> 4,
      height: Math.min(ROWS, (size & 0x0f) + 1),
      width: Math.min(COLUMNS, (width & 0x3f) + 1),
      // Of the predefined styles every third has centred rows.
      justify:
        style === 0 ? (before?.justify ?? justify.left) : style === 3 || style === 6 ? justify.centre : justify.left,
    }
  }

  private arrange(code: number, which: number): void {
    for (let index = 0; index < WINDOWS; index++) {
      const window = this.windows[index]
      if (!window || (code !== command.reset && (which & (1 << index)) === 0)) continue
      if (code === command.deleteWindows || code === command.reset) this.windows[index] = undefined
      else if (code === command.clearWindows) window.rows = []
      else window.visible = code === command.toggleWindows ? !window.visible : code === command.showWindows
    }
  }

  private setPen(code: number, [one = 0, two = 0, three = 0]: readonly number[]): void {
    const { window } = this
    if (!window) return
    if (code === command.penPlace) {
      window.row = Math.min(one & 0x0f, window.height - 1)
      window.column = two & 0x3f
    } else if (code === command.penStyle) {
      window.style = { ...window.style, italic: (two & 0x80) !== 0, underline: (two & 0x40) !== 0 }
    } else if (code === command.penColor) window.style = { ...window.style, color: colorOf(one) }
    else if (code === command.windowStyle) window.justify = three & 3
  }

  /** Applies a change of the picture: other text starts another caption. */
  private changed(frame: number, change: () => void): void {
    const before = this.open ? (this.open.text ?? textOf(this.windows)) : ''
    if (this.open) this.open.text = before
    change()
    const now = textOf(this.windows)
    if (now === before) return
    this.close(frame)
    if (now !== '') this.open = { start: frame, text: now, mode: 'pop-on' }
  }

  private close(end: number | undefined): void {
    const { open } = this
    this.open = undefined
    this.parts = false
    const text = open?.text ?? textOf(this.windows)
    // Windows swapped within a frame: they are never visible together.
    if (end !== undefined && open && end <= open.start) return
    if (open && text !== '') this.captions.push({ start: open.start, end, text, mode: open.mode })
  }

  finish(): readonly Caption[] {
    this.close(undefined)
    return this.captions
  }
}

/** Two bits each of red, green and blue; white is the default. */
function colorOf(byte: number): string | undefined {
  const parts = [byte >> 4, byte >> 2, byte].map((part) => ((part & 3) * 85).toString(16).padStart(2, '0'))
  const color = `#${parts.join('')}`
  return color === '#ffffff' ? undefined : color
}

interface Row {
  /** In shares of the picture's height. */
  readonly top: number
  readonly letters: readonly (Letter | undefined)[]
  readonly side: 0 | 1 | 2
}

/** The windows' text in the app's markup; empty if there is none. */
function textOf(windows: readonly (Window | undefined)[]): string {
  const rows = windows.flatMap((window) => (window?.visible ? rowsOf(window) : [])).sort((a, b) => a.top - b.top)
  const [first] = rows
  const last = rows.at(-1)
  if (!first || !last) return ''
  const list = new TextRunList()
  for (const [at, { letters }] of rows.entries()) {
    if (at > 0) list.text('\n')
    for (const each of letters) {
      list.style = each?.style ?? list.style
      list.text(each?.letter ?? ' ')
    }
  }
  const height = last.top >= 10 / ROWS - 0.01 ? 1 : first.top <= 4 / ROWS + 0.01 ? 7 : 4
  const side = rows.every((row) => row.side === first.side) ? first.side : 1
  const align = height + side
  const styled: Styled = { runs: list.runs, align: align === 2 ? undefined : align }
  return writeMarkup(styled)
}

function rowsOf(window: Window): Row[] {
  const top = window.down - ([0, 0.5, 1][Math.floor(window.anchor / 3)] ?? 0) * (window.height / ROWS)
  return window.rows.flatMap((row, at): Row[] => {
    const from = row.findIndex((each) => each && each.letter !== ' ')
    const to = row.findLastIndex((each) => each && each.letter !== ' ')
    if (from < 0) return []
    return [{ top: top + at / ROWS, letters: row.slice(from, to + 1), side: sideOf(window, from, to) }]
  })
}

/** Where a row stands between left and right: by how its window holds rows, else by what is free beside it. */
function sideOf(window: Window, from: number, to: number): 0 | 1 | 2 {
  if (window.justify === justify.centre) return 1
  if (window.justify === justify.right) return 2
  const anchored = window.anchor % 3
  const left = window.right * COLUMNS - (anchored * window.width) / 2 + from
  const right = COLUMNS - left - (to - from + 1)
  if (Math.abs(left - right) <= 4) return 1
  return left < 2 ? 0 : right < 2 ? 2 : 1
}

/** Decodes CEA-708 packets from triplets of caption data, for their first service. */
export class ServiceCaptions {
  private readonly service = new Service()
  private packet: number[] = []
  private others = false

  /** Two bytes; `starts` at the first of a packet. */
  feed(starts: boolean, one: number, two: number, frame: number): void {
    if (starts) this.packet = []
    else if (this.packet.length === 0) return
    this.packet.push(one, two)
    const code = (this.packet[0] ?? 0) & 0x3f
    const size = code === 0 ? 128 : code * 2
    if (this.packet.length < size) return
    this.take(this.packet.slice(1, size), frame)
    this.packet = []
  }

  private take(bytes: readonly number[], frame: number): void {
    for (let at = 0; at < bytes.length;) {
      const head = bytes[at++] ?? 0
      const length = head & 0x1f
      let service = head >> 5
      if (service === 0) return
      if (service === 7 && length > 0) service = (bytes[at++] ?? 0) & 0x3f
      if (service === 1) this.service.feed(bytes.slice(at, at + length), frame)
      else if (length > 0) this.others = true
      at += length
    }
  }

  /** Captions of the first service. */
  finish(): readonly Caption[] {
    return this.service.finish()
  }

  /** Whether other services exist. */
  get hasOthers(): boolean {
    return this.others
  }
}
