import type { Cue } from '#core/subtitle/cue/cue.ts'
import { baseDirection } from '#core/subtitle/text/direction.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { FONT_FAMILY, type Palette } from './palette.ts'
import type { Surface } from './surface/surface.ts'

const TEXT_PX = 12
/** From the top of a text to its baseline. */
const BASELINE_PX = 12
const TEXT_HEIGHT_PX = 16
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

/** A cue's text in one line without tags, and its last cut. */
interface Line {
  readonly line: string
  readonly width: number
  room: number
  cut: string
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
      const { text, x, y } = this.placed(label, language)
      if (text !== '') surface.text(text, x, y + BASELINE_PX, TEXT_PX, cueText)
    }
  }

  /** Position of a text: from the left edge of its block, or up to its right edge if right-to-left. */
  private placed(label: Label, language: string | undefined): { text: string; x: number; y: number } {
    const { x, height, room } = label
    const text = this.textOf(label)
    const y = label.y + Math.round((height - TEXT_HEIGHT_PX) / 2)
    if (baseDirection(text, language) === 'ltr') return { text, x: x + PADDING, y }
    const free = room - 2 * PADDING - this.widthOf(text)
    // A canvas lays a text out left-to-right unless the text has direction marks.
    return { text: `${RIGHT_TO_LEFT_ISOLATE}${text}${POP_ISOLATE}`, x: x + PADDING + Math.max(0, free), y }
  }

  /** The text in one line without tags, cut to fit. */
  private textOf({ cue, room }: Label): string {
    const line = this.lineOf(cue)
    const width = room - 2 * PADDING
    if (line.width <= width) return line.line
    if (line.room !== width) {
      line.room = width
      line.cut = this.cutTo(line, width)
    }
    return line.cut
  }

  /** As many letters as fit: estimated by the mean width, then adjusted. */
  private cutTo({ line, width }: Line, room: number): string {
    const cutAt = (letters: number): string => `${line.slice(0, letters).trimEnd()}…`
    const isIn = (letters: number): boolean => this.widthOf(cutAt(letters)) <= room
    let letters = Math.max(0, Math.floor((line.length * room) / width))
    while (letters < line.length && isIn(letters + 1)) letters++
    while (letters > 0 && !isIn(letters)) letters--
    return letters < 1 ? '' : cutAt(letters)
  }

  private lineOf(cue: Cue): Line {
    let found = this.lines.get(cue)
    if (!found) {
      const line = plainText(cue.text).replaceAll('\n', ' ')
      this.lines.set(cue, (found = { line, width: this.widthOf(line), room: -1, cut: '' }))
    }
    return found
  }

  private widthOf(text: string): number {
    return this.measure?.measureText(text).width ?? 0
  }
}
