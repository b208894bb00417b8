import { type Container, Container as PixiContainer, Text } from 'pixi.js'
import type { Cue } from '#core/subtitle/cue.ts'
import { baseDirection } from '#core/subtitle/direction.ts'
import { plainText } from '#core/subtitle/markup.ts'
import { cssColor } from './boxes.ts'
import { painted } from './painted.ts'
import { FONT_FAMILY, type Palette } from './palette.ts'

const FONT = `12px ${FONT_FAMILY}`
/** From the top of a text to the line that its letters stand on. */
const BASELINE_PX = 12
const TEXT_HEIGHT_PX = 16
const PADDING = 7
/** Narrower blocks have no text. */
export const LABEL_MIN_PX = 34

/** The text of a cue and where it goes. */
export interface Label {
  readonly cue: Cue
  readonly x: number
  readonly y: number
  /** Width that the text may have, with its padding. */
  readonly room: number
  readonly height: number
}

/** What shows the texts of cues, and these only. */
export interface ShownLabels {
  /** In the direction of a language. */
  show(labels: readonly Label[], palette: Palette, language: string | undefined): void
}

/** Texts that are painted: for one that comes into view, or is cut again, Pixi makes a picture of its own. */
export function paintedLabels(container: Container): ShownLabels {
  let shown: readonly Label[] = []
  let color = ''
  let direction: string | undefined
  const paint = (context: CanvasRenderingContext2D): void => {
    if (shown.length === 0) return
    context.font = FONT
    context.textBaseline = 'alphabetic'
    context.fillStyle = color
    for (const label of shown) {
      const { text, x, y } = placed(label, direction)
      context.fillText(text, x, y + BASELINE_PX)
    }
  }
  container.addChild(painted(paint))
  return {
    show: (labels, { cueText }, language) => {
      shown = labels
      direction = language
      color = cssColor(cueText)
    },
  }
}

/** Texts as Pixi's own. A line keeps its object while it is in view: what stays is not laid out again. */
export class Labels implements ShownLabels {
  private readonly container = new PixiContainer()
  private shown = new Map<string, Text>()
  private readonly free: Text[] = []

  constructor(container: Container) {
    container.addChild(this.container)
  }

  show(labels: readonly Label[], palette: Palette, language: string | undefined): void {
    const before = this.shown
    this.shown = new Map()
    for (const { cue } of labels) {
      const text = before.get(cue.id)
      if (!text) continue
      before.delete(cue.id)
      this.shown.set(cue.id, text)
    }
    this.free.push(...before.values())
    for (const label of labels) this.place(label, palette, language)
    for (const text of this.free) text.visible = false
  }

  private place(label: Label, palette: Palette, language: string | undefined): void {
    const { id } = label.cue
    const shown = this.shown.get(id) ?? this.free.pop() ?? this.made()
    this.shown.set(id, shown)
    const shownAt = placed(label, language)
    if (shown.text !== shownAt.text) shown.text = shownAt.text
    if (shown.style.fill !== palette.cueText) shown.style.fill = palette.cueText
    const density = Math.max(1, Math.min(2, devicePixelRatio))
    if (shown.resolution !== density) shown.resolution = density
    shown.visible = true
    shown.position.copyFrom(shownAt)
  }

  private made(): Text {
    const text = new Text({ text: '', style: { fontFamily: FONT_FAMILY, fontSize: 12, fill: 0xffffff } })
    this.container.addChild(text)
    return text
  }
}

/** A text as it is drawn: from the left edge of its block, or up to the right one where it is read from there. */
function placed(label: Label, language: string | undefined): { text: string; x: number; y: number } {
  const { x, height, room } = label
  const text = textOf(label)
  const y = label.y + Math.round((height - TEXT_HEIGHT_PX) / 2)
  if (baseDirection(text, language) === 'ltr') return { text, x: x + PADDING, y }
  const free = room - 2 * PADDING - measure.measureText(text).width
  // A canvas lays a text out from the left unless it is told within the text.
  return { text: `${RIGHT_TO_LEFT_ISOLATE}${text}${POP_ISOLATE}`, x: x + PADDING + Math.max(0, free), y }
}

const RIGHT_TO_LEFT_ISOLATE = '\u2067'
const POP_ISOLATE = '\u2069'

const measure = document.createElement('canvas').getContext('2d')!
measure.font = FONT

/** The text of a cue without its tags in one line, and how it was cut last. */
interface Line {
  readonly line: string
  readonly width: number
  room: number
  cut: string
}

let lines = new WeakMap<Cue, Line>()
// What was measured before the typeface had come is of another one.
document.fonts.addEventListener('loadingdone', () => {
  lines = new WeakMap()
})

/** The text without its tags in one line, cut to fit. */
function textOf({ cue, room }: Label): string {
  const line = lineOf(cue)
  const width = room - 2 * PADDING
  if (line.width <= width) return line.line
  if (line.room !== width) {
    line.room = width
    line.cut = cutTo(line, width)
  }
  return line.cut
}

/** As many letters as fit: the average one tells about how many, the next ones are tried. */
function cutTo({ line, width }: Line, room: number): string {
  const cutAt = (letters: number): string => `${line.slice(0, letters).trimEnd()}…`
  const isIn = (letters: number): boolean => measure.measureText(cutAt(letters)).width <= room
  let letters = Math.max(0, Math.floor((line.length * room) / width))
  while (letters < line.length && isIn(letters + 1)) letters++
  while (letters > 0 && !isIn(letters)) letters--
  return letters < 1 ? '' : cutAt(letters)
}

function lineOf(cue: Cue): Line {
  let found = lines.get(cue)
  if (!found) {
    const line = plainText(cue.text).replaceAll('\n', ' ')
    lines.set(cue, (found = { line, width: measure.measureText(line).width, room: -1, cut: '' }))
  }
  return found
}
