import { type Container, Container as PixiContainer, Graphics, Text } from 'pixi.js'
import type { Cue } from '#core/subtitle/cue.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import type { Palette } from './palette.ts'
import { overlapLanes } from './overlap-lanes.ts'
import { endOf, type View, xOf } from './view.ts'
import { cuesBetween } from './visible.ts'

const FONT = '12px system-ui, "Noto Sans CJK SC", sans-serif'
const ruler = document.createElement('canvas').getContext('2d')!
ruler.font = FONT
const widths = new WeakMap<Cue, number>()

/** The text in one line, cut to fit. Each cue is measured once: its average letter tells how many there is room for. */
function shorten(cue: Cue, room: number): string {
  const line = cue.text.replaceAll('\n', ' ')
  let full = widths.get(cue)
  if (full === undefined) widths.set(cue, (full = ruler.measureText(line).width))
  if (full <= room) return line
  const letters = Math.floor((line.length * (room - 10)) / full)
  return letters < 1 ? '' : `${line.slice(0, letters).trimEnd()}…`
}

/** Cues narrower than this are merged into strips: an hour in one view has thousands of them. */
const BLOCK_MIN_PX = 3
/** Narrower blocks have no edges of their own. */
const EDGES_MIN_PX = 8
const EDGE_PX = 2
const LABEL_MIN_PX = 34
const LABEL_PADDING = 7

export interface CueMarks {
  readonly focus: string | undefined
  readonly selection: ReadonlySet<string>
  readonly isFaulty: (cue: Cue) => boolean
  /** Colour of who speaks. */
  readonly colorOf: (cue: Cue) => number | undefined
}

const STRIPE_PX = 4
const [BODY, STRIPE, EDGE] = [0, 1, 2] as const

/**
 * Blocks for the cues in view only, a strip for those too narrow to be one. All boxes of a colour are one shape: a
 * sprite each costs ten times as much where there is no GPU. Texts are objects of their own, taken from a pool.
 */
export class CueLayer {
  private readonly shapes = new Graphics()
  private readonly labels: Text[] = []
  private readonly labelLayer = new PixiContainer()
  /** Boxes by colour: bodies, over them stripes, over them edges. */
  private readonly boxes = [0, 1, 2].map(() => new Map<number, number[]>())

  constructor(container: Container) {
    container.addChild(this.shapes, this.labelLayer)
  }

  draw(cues: CueList, view: View, top: number, height: number, palette: Palette, marks: CueMarks): void {
    for (const level of this.boxes) level.clear()
    let labels = 0
    let stripEnd = -1
    const near = cuesBetween(cues, view.startMs, endOf(view))
    const lanes = overlapLanes(near)
    for (const cue of near) {
      const x = Math.round(xOf(view, cue.start))
      const width = Math.max(1, Math.round(xOf(view, cue.end)) - x)
      if (width >= BLOCK_MIN_PX || marks.selection.has(cue.id)) {
        const { lane, of } = lanes.get(cue.id) ?? noLane
        const own = Math.floor(height / of)
        this.block(cue, x, top + lane * own, Math.max(2, width), own, palette, marks)
        // Of a block that begins left of the view the text begins with the view.
        const hidden = Math.max(0, -x)
        const room = width - hidden
        if (room >= LABEL_MIN_PX) this.write(labels++, cue, x + hidden, top + lane * own, room, own, palette)
      } else if (x + width > stripEnd) {
        const from = Math.max(x, stripEnd)
        this.box(BODY, palette.cue, from, top + 4, x + width - from, height - 8)
        stripEnd = x + width
      }
    }
    this.shapes.clear()
    for (const [color, boxes] of this.boxes.flatMap((level) => [...level])) {
      for (let at = 0; at < boxes.length; at += 4) {
        this.shapes.rect(boxes[at]!, boxes[at + 1]!, boxes[at + 2]!, boxes[at + 3]!)
      }
      this.shapes.fill(color)
    }
    for (let at = labels; at < this.labels.length; at++) this.labels[at]!.visible = false
  }

  private box(level: number, color: number, x: number, y: number, width: number, height: number): void {
    const boxes = this.boxes[level]!.get(color)
    if (boxes) boxes.push(x, y, width, height)
    else this.boxes[level]!.set(color, [x, y, width, height])
  }

  private block(
    cue: Cue,
    x: number,
    top: number,
    width: number,
    height: number,
    palette: Palette,
    marks: CueMarks,
  ): void {
    const body = marks.isFaulty(cue) ? palette.cueError : marks.selection.has(cue.id) ? palette.cueFocus : palette.cue
    this.box(BODY, body, x, top, Math.max(1, width - 1), height)
    const speaker = marks.colorOf(cue)
    if (speaker !== undefined) this.box(STRIPE, speaker, x, top + height - STRIPE_PX, Math.max(1, width - 1), STRIPE_PX)
    if (width <= EDGES_MIN_PX) return
    this.box(EDGE, palette.edge, x, top, EDGE_PX, height)
    this.box(EDGE, palette.edge, x + width - 1 - EDGE_PX, top, EDGE_PX, height)
  }

  private write(at: number, cue: Cue, x: number, top: number, room: number, height: number, palette: Palette): void {
    const label = this.labels[at] ?? this.newLabel()
    const text = shorten(cue, room - 2 * LABEL_PADDING)
    if (label.text !== text) label.text = text
    if (label.style.fill !== palette.cueText) label.style.fill = palette.cueText
    label.visible = true
    label.position.set(x + LABEL_PADDING, top + Math.round((height - 16) / 2))
  }

  private newLabel(): Text {
    const label = new Text({
      text: '',
      style: { fontFamily: 'system-ui, "Noto Sans CJK SC", sans-serif', fontSize: 12, fill: 0xffffff },
    })
    label.resolution = Math.max(1, Math.min(2, devicePixelRatio))
    this.labels.push(label)
    this.labelLayer.addChild(label)
    return label
  }
}

const noLane = { lane: 0, of: 1 }
