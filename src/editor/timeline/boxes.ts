import type { Graphics } from 'pixi.js'

/** Rectangles by colour. All of a colour are one shape: a sprite each costs ten times as much where there is no GPU. */
export class Boxes {
  private readonly byColor = new Map<number, number[]>()

  clear(): void {
    for (const boxes of this.byColor.values()) boxes.length = 0
  }

  add(color: number, x: number, y: number, width: number, height: number): void {
    const boxes = this.byColor.get(color)
    if (boxes) boxes.push(x, y, width, height)
    else this.byColor.set(color, [x, y, width, height])
  }

  draw(shapes: Graphics): void {
    for (const [color, boxes] of this.byColor) {
      if (boxes.length === 0) continue
      for (let at = 0; at < boxes.length; at += 4) {
        shapes.rect(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0)
      }
      shapes.fill(color)
    }
  }

  paint(context: CanvasRenderingContext2D): void {
    for (const [color, boxes] of this.byColor) {
      context.fillStyle = cssColor(color)
      for (let at = 0; at < boxes.length; at += 4) {
        context.fillRect(boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0)
      }
    }
  }
}

/** A colour 0xRRGGBB as CSS writes it. */
export function cssColor(color: number): string {
  return `#${color.toString(16).padStart(6, '0')}`
}
