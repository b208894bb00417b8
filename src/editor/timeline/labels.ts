import type { Cue } from '#core/subtitle/cue/cue.ts'
import { baseDirection } from '#core/subtitle/text/direction.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { FONT_FAMILY, type Palette } from './palette.ts'
import type { Surface } from './surface/surface.ts'

const TEXT_PX = 12
/** From the top of a text to its baseline. */
const BASELINE_PX = 12
const ROW_PX = 15
/** Lower blocks have one row of text: two need this, beside the stripes above and below them. */
const TWO_ROWS_PX = 38
const PADDING = 7
/** Narrower blocks have no text. */
export const LABEL_MIN_PX = 34

/** The text of a cue and its position. */
export interface Label {
  readonly cue: Cue
  readonly x: number
  readonly y: number
  /** Width available for the text, with its padding. */
  readonly room: number
  readonly height: number
}

const RIGHT_TO_LEFT_ISOLATE = '\u2067'
const POP_ISOLATE = '\u2069'

/** A cue's text without tags, and its rows as they last fitted. */
interface Line {
  readonly line: string
  readonly width: number
  room: number
  of: number
  rows: readonly string[]
}

/** Letters of scripts that break a row between any two. */
const ANYWHERE = /[\u2e80-\ud7ff\uf900-\uffef]/

/** Where the first row of at most `most` letters ends; 0 if its first word is longer. */
function endOfRow(line: string, most: number): number {
  if (ANYWHERE.test(line.charAt(most)) && ANYWHERE.test(line.charAt(most - 1))) return most
  return Math.max(0, line.lastIndexOf(' ', most))
}

/** Draws texts of cues, and caches measurements. */
export class Labels {
  private readonly measure = document.createElement('canvas').getContext('2d')
  private lines = new WeakMap<Cue, Line>()

  constructor() {
    this.forget()
  }

  /** Drops measurements made before the font loaded. */
  forget(): void {
    if (this.measure) this.measure.font = `${TEXT_PX}px ${FONT_FAMILY}`
    this.lines = new WeakMap()
  }

  /** Draws in the direction of a language. */
  draw(surface: Surface, labels: readonly Label[], { cueText }: Palette, language: string | undefined): void {
    for (const label of labels) {
      const rows = this.rowsOf(label)
      const top = label.y + Math.round((label.height - rows.length * ROW_PX) / 2)
      for (const [at, row] of rows.entries()) {
        if (row === '') continue
        const { text, x } = this.placed(row, label, language)
        surface.text(text, x, top + at * ROW_PX + BASELINE_PX, TEXT_PX, cueText)
      }
    }
  }

  /** Position of a row: from the left edge of its block, or up to its right edge if right-to-left. */
  private placed(row: string, { x, room }: Label, language: string | undefined): { text: string; x: number } {
    if (baseDirection(row, language) === 'ltr') return { text: row, x: x + PADDING }
    const free = room - 2 * PADDING - this.widthOf(row)
    // A canvas lays a text out left-to-right unless the text has direction marks.
    return { text: `${RIGHT_TO_LEFT_ISOLATE}${row}${POP_ISOLATE}`, x: x + PADDING + Math.max(0, free) }
  }

  /** The text without tags in one row, or in two where it is longer and the block is high enough; cut to fit. */
  private rowsOf({ cue, room, height }: Label): readonly string[] {
    const line = this.lineOf(cue)
    const width = room - 2 * PADDING
    const of = line.width > width && height >= TWO_ROWS_PX ? 2 : 1
    if (line.room !== width || line.of !== of) {
      line.room = width
      line.of = of
      line.rows = this.fitted(line, width, of)
    }
    return line.rows
  }

  private fitted({ line, width }: Line, room: number, of: number): readonly string[] {
    if (width <= room) return [line]
    const fits = this.lettersIn(line, width, room, '')
    const end = of === 2 ? endOfRow(line, fits) : 0
    // A word that is wider than the block is broken nowhere: one row shows more of it.
    if (end < 1) return [this.cut(line, width, room)]
    const rest = line.slice(end).trimStart()
    return [line.slice(0, end), this.cut(rest, this.widthOf(rest), room)]
  }

  private cut(text: string, width: number, room: number): string {
    if (width <= room) return text
    const letters = this.lettersIn(text, width, room, '…')
    return letters < 1 ? '' : `${text.slice(0, letters).trimEnd()}…`
  }

  /** How many letters fit before an end: estimated by the mean width, then adjusted. */
  private lettersIn(text: string, width: number, room: number, end: string): number {
    const isIn = (letters: number): boolean => this.widthOf(text.slice(0, letters).trimEnd() + end) <= room
    let letters = Math.min(text.length, Math.max(0, Math.floor((text.length * room) / width)))
    while (letters < text.length && isIn(letters + 1)) letters++
    while (letters > 0 && !isIn(letters)) letters--
    return letters
  }

  private lineOf(cue: Cue): Line {
    let found = this.lines.get(cue)
    if (!found) {
      const line = plainText(cue.text).replaceAll('\n', ' ')
      this.lines.set(cue, (found = { line, width: this.widthOf(line), room: -1, of: 0, rows: [] }))
    }
    return found
  }

  private widthOf(text: string): number {
    return this.measure?.measureText(text).width ?? 0
  }
}
