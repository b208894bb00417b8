import { type Container, Container as PixiContainer, Graphics, Sprite, Text, Texture } from 'pixi.js'
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
const LABEL_MIN_PX = 34
const LABEL_PADDING = 7

interface Block {
  readonly root: PixiContainer
  readonly body: Sprite
  readonly left: Sprite
  readonly right: Sprite
  /** Along the foot, in the speaker's colour. */
  readonly stripe: Sprite
  readonly label: Text
  text: string
}

export interface CueMarks {
  readonly focus: string | undefined
  readonly selection: ReadonlySet<string>
  readonly isFaulty: (cue: Cue) => boolean
  /** Colour of who speaks. */
  readonly colorOf: (cue: Cue) => number | undefined
}

const STRIPE_PX = 4

/** Blocks for the cues in view only, taken from a pool; a strip for those too narrow to be one. */
export class CueLayer {
  private readonly blocks: Block[] = []
  private readonly strip = new Graphics()
  private readonly blockLayer = new PixiContainer()

  constructor(container: Container) {
    container.addChild(this.strip, this.blockLayer)
  }

  draw(cues: CueList, view: View, top: number, height: number, palette: Palette, marks: CueMarks): void {
    this.strip.clear()
    let used = 0
    let stripEnd = -1
    const near = cuesBetween(cues, view.startMs, endOf(view))
    const lanes = overlapLanes(near)
    for (const cue of near) {
      const x = Math.round(xOf(view, cue.start))
      const width = Math.max(1, Math.round(xOf(view, cue.end)) - x)
      const marked = marks.selection.has(cue.id)
      if (width >= BLOCK_MIN_PX || marked) {
        const { lane, of } = lanes.get(cue.id) ?? { lane: 0, of: 1 }
        const own = Math.floor(height / of)
        this.place(this.block(used++), cue, x, top + lane * own, Math.max(2, width), own, palette, marks)
      } else if (x + width > stripEnd) {
        const from = Math.max(x, stripEnd)
        this.strip.rect(from, top + 4, x + width - from, height - 8)
        stripEnd = x + width
      }
    }
    if (stripEnd >= 0) this.strip.fill(palette.cue)
    for (let i = used; i < this.blocks.length; i++) this.blocks[i]!.root.visible = false
  }

  private block(index: number): Block {
    const kept = this.blocks[index]
    if (kept) return kept
    const root = new PixiContainer()
    const body = new Sprite(Texture.WHITE)
    const left = new Sprite(Texture.WHITE)
    const right = new Sprite(Texture.WHITE)
    const stripe = new Sprite(Texture.WHITE)
    const label = new Text({
      text: '',
      style: { fontFamily: 'system-ui, "Noto Sans CJK SC", sans-serif', fontSize: 12, fill: 0xffffff },
    })
    label.resolution = Math.max(1, Math.min(2, devicePixelRatio))
    root.addChild(body, stripe, left, right, label)
    this.blockLayer.addChild(root)
    const block: Block = { root, body, left, right, stripe, label, text: '' }
    this.blocks.push(block)
    return block
  }

  private place(
    block: Block,
    cue: Cue,
    x: number,
    top: number,
    width: number,
    height: number,
    palette: Palette,
    marks: CueMarks,
  ): void {
    const { root, body, left, right, stripe } = block
    root.visible = true
    root.position.set(x, top)
    body.setSize(Math.max(1, width - 1), height)
    body.tint = marks.isFaulty(cue) ? palette.cueError : marks.selection.has(cue.id) ? palette.cueFocus : palette.cue
    const speaker = marks.colorOf(cue)
    stripe.visible = speaker !== undefined
    if (speaker !== undefined) {
      stripe.setSize(Math.max(1, width - 1), STRIPE_PX)
      stripe.y = height - STRIPE_PX
      stripe.tint = speaker
    }
    left.setSize(2, height)
    right.setSize(2, height)
    right.x = Math.max(0, width - 3)
    left.tint = right.tint = palette.edge
    left.visible = right.visible = width > 8
    this.write(block, cue, x, width, height, palette)
  }

  private write(block: Block, cue: Cue, x: number, width: number, height: number, palette: Palette): void {
    const { label } = block
    // Of a block that begins left of the view the text begins with the view.
    const hidden = Math.max(0, -x)
    label.visible = width - hidden >= LABEL_MIN_PX
    if (!label.visible) return
    const text = shorten(cue, width - hidden - 2 * LABEL_PADDING)
    if (block.text !== text) {
      block.text = text
      label.text = text
    }
    if (label.style.fill !== palette.cueText) label.style.fill = palette.cueText
    label.position.set(LABEL_PADDING + hidden, Math.round((height - 16) / 2))
  }
}
