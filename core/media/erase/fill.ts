/** A plane of numbers with a mask; 1 marks what is filled. */
export interface Masked {
  readonly width: number
  readonly height: number
  readonly mask: Uint8Array
}

/** The masked pixels ordered from the edge inwards, each with its four neighbours. */
export class FillOrder {
  readonly pixels: Int32Array
  /** Four per pixel; at the picture's edge the pixel itself replaces a missing one. */
  readonly neighbours: Int32Array
  /** The number of steps from the edge to the middle. */
  readonly depth: number

  constructor({ width, height, mask }: Masked) {
    const order: number[] = []
    const open = new Uint8Array(mask)
    let layer: number[] = []
    const touches = (at: number): boolean => {
      const x = at % width
      return (
        (x > 0 && !open[at - 1]) ||
        (x < width - 1 && !open[at + 1]) ||
        (at >= width && !open[at - width]) ||
        (at < width * (height - 1) && !open[at + width])
      )
    }
    for (let at = 0; at < mask.length; at++) if (open[at] && touches(at)) layer.push(at)
    let depth = 0
    for (const queued = new Uint8Array(mask.length); layer.length > 0; depth++) {
      for (const at of layer) {
        open[at] = 0
        order.push(at)
      }
      const next: number[] = []
      for (const at of layer) {
        const x = at % width
        for (const other of [x > 0 ? at - 1 : -1, x < width - 1 ? at + 1 : -1, at - width, at + width]) {
          if (other < 0 || other >= mask.length || !open[other] || queued[other]) continue
          queued[other] = 1
          next.push(other)
        }
      }
      layer = next
    }
    this.depth = depth
    this.pixels = Int32Array.from(order)
    this.neighbours = new Int32Array(order.length * 4)
    for (const [index, at] of order.entries()) {
      const x = at % width
      this.neighbours[index * 4] = x > 0 ? at - 1 : at
      this.neighbours[index * 4 + 1] = x < width - 1 ? at + 1 : at
      this.neighbours[index * 4 + 2] = at >= width ? at - width : at
      this.neighbours[index * 4 + 3] = at < width * (height - 1) ? at + width : at
    }
  }
}

/**
 * Fills what a mask covers with the smoothest surface between what stands around it (the Laplace equation, by successive
 * over-relaxation); `values` are changed in place. Nothing is changed where everything is covered.
 */
export function fillSmoothly(values: Float32Array, { mask }: Masked, order: FillOrder): void {
  const { pixels, neighbours, depth } = order
  const open = new Uint8Array(mask)
  for (let index = 0; index < pixels.length; index++) {
    const at = pixels[index] ?? 0
    let sum = 0
    let count = 0
    for (let side = 0; side < 4; side++) {
      const other = neighbours[index * 4 + side] ?? 0
      if (open[other] || other === at) continue
      sum += values[other] ?? 0
      count++
    }
    if (count > 0) values[at] = sum / count
    open[at] = 0
  }
  const omega = 2 / (1 + Math.sin(Math.PI / (2 * depth + 2)))
  const rounds = Math.min(150, 6 + 3 * depth)
  for (let round = 0; round < rounds; round++) {
    for (let index = 0; index < pixels.length; index++) {
      const at = pixels[index] ?? 0
      const by = index * 4
      const mean =
        ((values[neighbours[by] ?? 0] ?? 0) +
          (values[neighbours[by + 1] ?? 0] ?? 0) +
          (values[neighbours[by + 2] ?? 0] ?? 0) +
          (values[neighbours[by + 3] ?? 0] ?? 0)) /
        4
      const value = values[at] ?? 0
      values[at] = value + omega * (mean - value)
    }
  }
}
