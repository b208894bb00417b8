import type { Surface } from './surface.ts'

/** Rectangles grouped by colour: drawing them by colour costs a tenth of mixed order. */
export class Boxes {
  private readonly byColor = new Map<number, number[]>()

  add(color: number, x: number, y: number, width: number, height: number): void {
    const boxes = this.byColor.get(color)
    if (boxes) boxes.push(x, y, width, height)
    else this.byColor.set(color, [x, y, width, height])
  }

  draw(surface: Surface, opacity = 1): void {
    for (const [color, boxes] of this.byColor) {
      for (let at = 0; at < boxes.length; at += 4) {
        surface.rect(color, boxes[at] ?? 0, boxes[at + 1] ?? 0, boxes[at + 2] ?? 0, boxes[at + 3] ?? 0, opacity)
      }
    }
  }
}
