import { type Container, Graphics } from 'pixi.js'
import { painted } from './painted.ts'

/** Rectangles by colour. All of a colour are one shape: a sprite each costs ten times as much where there is no GPU. */
export class Boxes {
  private readonly byColor = new Map<number, Colored>()
  private readonly opacity: number

  /** `opacity` from 0 to 1. */
  constructor(opacity = 1) {
    this.opacity = opacity
  }

  clear(): void {
    for (const { boxes } of this.byColor.values()) boxes.length = 0
  }

  add(color: number, x: number, y: number, width: number, height: number): void {
    const colored = this.byColor.get(color)
    if (colored) colored.boxes.push(x, y, width, height)
    else this.byColor.set(color, { css: this.cssOf(color), boxes: [x, y, width, height] })
  }

  private cssOf(color: number): string {
    const share = Math.round(this.opacity * 0xff)
    return `${cssColor(color)}${share.toString(16).padStart(2, '0')}`
  }

  draw(shapes: Graphics): void {
    for (const { css, boxes } of this.byColor.values()) {
      if (boxes.length === 0) continue
      for (let at = 0; at < boxes.length; at += 4) {
        shapes.rect(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0)
      }
      shapes.fill(css)
    }
  }

  paint(context: CanvasRenderingContext2D): void {
    for (const { css, boxes } of this.byColor.values()) {
      if (boxes.length === 0) continue
      context.fillStyle = css
      for (let at = 0; at < boxes.length; at += 4) {
        context.fillRect(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0)
      }
    }
  }
}

interface Colored {
  readonly css: string
  /** Left, top, width and height of each. */
  readonly boxes: number[]
}

/** Shows boxes, the later over the earlier ones: painted where Pixi draws on a canvas, else as its shapes. */
export class BoxLayer {
  private readonly layers: readonly Boxes[]
  private readonly shapes: Graphics | undefined

  constructor(container: Container, isPainted: boolean, layers: readonly Boxes[]) {
    this.layers = layers
    if (isPainted) {
      container.addChild(
        painted((context) => {
          for (const boxes of layers) boxes.paint(context)
        }),
      )
    } else container.addChild((this.shapes = new Graphics()))
  }

  /** The boxes are others now. */
  update(): void {
    if (!this.shapes) return
    this.shapes.clear()
    for (const boxes of this.layers) boxes.draw(this.shapes)
  }
}

/** A colour 0xRRGGBB as CSS writes it. */
export function cssColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`
}
