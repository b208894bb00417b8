import type { TurnedBox } from './resample.ts'

/**
 * Text boxes from a probability map (Liao et al., "Real-time Scene Text Detection with Differentiable Binarization",
 * 2020), with PaddleOCR's thresholds.
 */
export interface ChanceMap {
  readonly width: number
  readonly height: number
  readonly chances: Float32Array
}

export interface TextBox extends TurnedBox {
  /** Mean probability of its pixels. */
  readonly score: number
}

/** From this probability a pixel is text. */
const PIXEL_CHANCE = 0.3
/** Boxes with a lower mean are noise. */
const BOX_CHANCE = 0.6
/** The model marks the inside of letters; the box grows by this times area over circumference. */
const GROWTH = 1.6
const MIN_SIDE = 3
const MAX_BOXES = 1000

/** The boxes in a map, from top to bottom. */
export function boxesOf(map: ChanceMap): TextBox[] {
  const boxes: TextBox[] = []
  const seen = new Uint8Array(map.chances.length)
  for (let at = 0; at < map.chances.length && boxes.length < MAX_BOXES; at++) {
    if (seen[at] || (map.chances[at] ?? 0) < PIXEL_CHANCE) continue
    const { rim, sum, count } = region(map, at, seen)
    const tight = smallestBox(convexHull(rim))
    if (Math.min(tight.width, tight.height) < MIN_SIDE) continue
    const score = sum / count
    if (score < BOX_CHANCE) continue
    boxes.push({ ...grown(tight), score })
  }
  return boxes.sort((a, b) => a.y - b.y)
}

type Point = readonly [x: number, y: number]

/** The pixels connected with one: per row the outermost, with the sum of probabilities and the count. */
function region({ width, height, chances }: ChanceMap, from: number, seen: Uint8Array) {
  const rows = new Map<number, { left: number; right: number }>()
  const open = [from]
  let sum = 0
  let count = 0
  seen[from] = 1
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const [x, y] = [at % width, Math.floor(at / width)]
    sum += chances[at] ?? 0
    count++
    const row = rows.get(y)
    if (!row) rows.set(y, { left: x, right: x })
    else {
      row.left = Math.min(row.left, x)
      row.right = Math.max(row.right, x)
    }
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const next = at + dy * width + dx
        if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height || seen[next]) continue
        if ((chances[next] ?? 0) < PIXEL_CHANCE) continue
        seen[next] = 1
        open.push(next)
      }
    }
  }
  const rim = [...rows].flatMap(([y, { left, right }]): Point[] => [
    [left, y],
    [right + 1, y],
    [left, y + 1],
    [right + 1, y + 1],
  ])
  return { rim, sum, count }
}

/** Andrew's monotone chain. */
function convexHull(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a[0] - b[0] || a[1] - b[1])
  const half = (ordered: readonly Point[]): Point[] => {
    const chain: Point[] = []
    for (const point of ordered) {
      while (chain.length >= 2 && turn(chain.at(-2), chain.at(-1), point) <= 0) chain.pop()
      chain.push(point)
    }
    return chain.slice(0, -1)
  }
  return [...half(sorted), ...half(sorted.reverse())]
}

function turn([ax, ay]: Point = [0, 0], [bx, by]: Point = [0, 0], [cx, cy]: Point): number {
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/** The least rectangle around a hull: one of its sides lies on a side of the hull. */
function smallestBox(hull: readonly Point[]): TurnedBox {
  let best: TurnedBox | undefined
  for (const [index, [x, y]] of hull.entries()) {
    const [nextX, nextY] = hull[(index + 1) % hull.length] ?? [x, y]
    const box = boxAt(hull, Math.atan2(nextY - y, nextX - x))
    if (!best || box.width * box.height < best.width * best.height - 1e-6) best = box
  }
  return upright(best ?? { x: 0, y: 0, width: 0, height: 0, angle: 0 })
}

function boxAt(points: readonly Point[], angle: number): TurnedBox {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of points) {
    const [across, down] = [x * cos + y * sin, y * cos - x * sin]
    left = Math.min(left, across)
    right = Math.max(right, across)
    top = Math.min(top, down)
    bottom = Math.max(bottom, down)
  }
  const [across, down] = [(left + right) / 2, (top + bottom) / 2]
  const x = across * cos - down * sin
  const y = across * sin + down * cos
  return { x, y, width: right - left, height: bottom - top, angle }
}

/** The same rectangle with an angle from -45 to 45 degrees, so that its width is rather horizontal. */
function upright(box: TurnedBox): TurnedBox {
  const quarter = Math.PI / 2
  const turns = Math.round(box.angle / quarter)
  const angle = box.angle - turns * quarter
  return turns % 2 === 0 ? { ...box, angle } : { ...box, width: box.height, height: box.width, angle }
}

function grown(box: TurnedBox): TurnedBox {
  const { width, height } = box
  const by = (width * height * GROWTH) / (2 * (width + height))
  return { ...box, width: width + 2 * by, height: height + 2 * by }
}
