/** Patterns that repeat without a seam, computed once and looked up from then on. */

/** The next of a fixed row of numbers between 0 and 1 (mulberry32): every machine makes the same pictures. */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A square pattern; x and y count its width as 1 and go on beyond it. */
export class Tile {
  private readonly size: number
  readonly values: Float32Array

  /** The size is a power of two. */
  constructor(size: number, values = new Float32Array(size * size)) {
    this.size = size
    this.values = values
  }

  at(x: number, y: number): number {
    const { size, values } = this
    const left = Math.floor(x * size)
    const top = Math.floor(y * size)
    const fx = x * size - left
    const fy = y * size - top
    const mask = size - 1
    const x0 = left & mask
    const x1 = (left + 1) & mask
    const row0 = (top & mask) * size
    const row1 = ((top + 1) & mask) * size
    const above = values[row0 + x0] + (values[row0 + x1] - values[row0 + x0]) * fx
    const below = values[row1 + x0] + (values[row1 + x1] - values[row1 + x0]) * fx
    return above + (below - above) * fy
  }

  /** The same pattern at half the size. */
  private halved(): Tile {
    const size = this.size / 2
    const half = new Tile(size)
    for (let at = 0; at < size * size; at++) {
      const from = Math.floor(at / size) * 2 * this.size + (at % size) * 2
      const { values } = this
      half.values[at] = (values[from] + values[from + 1] + values[from + this.size] + values[from + this.size + 1]) / 4
    }
    return half
  }

  /** The pattern and coarser ones, each half as large as the one before. */
  levels(): readonly Tile[] {
    return this.size > 4 ? [this, ...this.halved().levels()] : [this]
  }
}

/** Soft cloudy noise between 0 and 1. */
export function cloudTile(size: number, seed: number): Tile {
  const tile = new Tile(size)
  const next = numbers(seed)
  for (let cells = 4, weight = 0.5; cells <= size / 4; cells *= 2, weight *= 0.52) {
    const lattice = new Tile(cells)
    for (let at = 0; at < cells * cells; at++) lattice.values[at] = next()
    for (let at = 0; at < size * size; at++) {
      tile.values[at] += weight * lattice.at((at % size) / size, Math.floor(at / size) / size)
    }
  }
  const [low, high] = [Math.min(...extremes(tile)), Math.max(...extremes(tile))]
  tile.values.forEach((value, at) => (tile.values[at] = (value - low) / (high - low)))
  return tile
}

function extremes({ values }: Tile): [number, number] {
  return values.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity])
}

/** Slopes of small waves that run in many directions, mostly along x. */
export function waveTiles(size: number, seed: number): { slopeX: Tile; slopeZ: Tile } {
  const [slopeX, slopeZ] = [new Tile(size), new Tile(size)]
  const next = numbers(seed)
  for (let wave = 0; wave < 48; wave++) {
    const count = 2 + Math.floor(next() ** 1.5 * 22)
    const angle = (next() - 0.5) * 2.6
    const [kx, kz] = [Math.round(count * Math.cos(angle)), Math.round(count * Math.sin(angle))]
    const length = Math.hypot(kx, kz) || 1
    const [phase, steep] = [next() * 2 * Math.PI, 0.5 / Math.sqrt(length)]
    for (let at = 0; at < size * size; at++) {
      const turn = ((at % size) * kx + Math.floor(at / size) * kz) / size
      const slope = steep * Math.cos(2 * Math.PI * turn + phase)
      slopeX.values[at] += (slope * kx) / length
      slopeZ.values[at] += (slope * kz) / length
    }
  }
  return { slopeX, slopeZ }
}
