import { type Box, grownBox, joinedBox, sharedArea } from '#core/media/erase/plane.ts'
import type { PlacedText } from '#core/media/erase/texts.ts'
import type { PatchPart } from './patch.ts'

/** Some seconds of a video, erased in one go. */
export interface Stretch {
  readonly first: number
  readonly last: number
  readonly from: number
  readonly to: number
  readonly parts: readonly PatchPart[]
}

/** Seconds of a stretch, and of the context around it. */
const STRETCH_S = 20
const AROUND_S = 2
/** Bytes of all frames of a stretch in memory. */
const MOST_BYTES = 300_000_000
const LEAST_FRAMES = 24
/** Margin around a text as shares of its height, in which motion is measured. */
const ROOM = 1.5
/** Most parts of one picture. */
const MOST_PARTS = 4

interface Texts {
  readonly width: number
  readonly height: number
  readonly times: readonly number[]
  readonly texts: readonly PlacedText[]
}

/** Frames a second on average. */
export function rateOf(times: readonly number[]): number {
  const seconds = (times.at(-1) ?? 0) - (times[0] ?? 0)
  return seconds > 0 ? (times.length - 1) / seconds : 25
}

/** The stretches of a video, each with the parts of the picture that have texts. */
export function stretchesOf(found: Texts): Stretch[] {
  const { times } = found
  const rate = rateOf(times)
  const around = Math.ceil(AROUND_S * rate)
  const stretches: Stretch[] = []
  for (let first = 0; first < times.length;) {
    const most = Math.max(LEAST_FRAMES, Math.round(STRETCH_S * rate))
    const parts = partsOf(found, first - around, first + most + around)
    const bytes = parts.reduce((sum, { box }) => sum + 1.5 * box.width * box.height, 0)
    const fitting = bytes > 0 ? Math.floor(MOST_BYTES / bytes) : most
    const count = Math.max(LEAST_FRAMES, Math.min(most, fitting - 2 * around))
    const last = Math.min(times.length - 1, first + count - 1)
    const from = Math.max(0, first - around)
    const to = Math.min(times.length - 1, last + around)
    stretches.push({ first, last, from, to, parts: partsOf(found, from, to) })
    first = last + 1
  }
  return stretches
}

/** The parts of the picture with texts in some frames, with the texts in pixels of the part. */
function partsOf({ width, height, texts }: Texts, from: number, to: number): PatchPart[] {
  const picture = { width: width - (width % 2), height: height - (height % 2) }
  const here = texts.filter(({ first, last }) => first <= to && last >= from)
  const boxes = joined(here.map(({ box, height: line, isWhole }) => roomy(box, isWhole ? 32 : line * ROOM, picture)))
  return boxes.map((box) => ({
    box,
    texts: here.filter((text) => sharedArea(text.box, box) > 0).map((text) => ({ ...text, box: moved(text.box, box) })),
  }))
}

function moved(box: Box, part: Box): Box {
  const { x, y, width, height } = grownBox(box, 0, { width: part.x + part.width, height: part.y + part.height })
  return { x: x - part.x, y: y - part.y, width, height }
}

/** A box with a margin, in even numbers. */
function roomy(box: Box, room: number, picture: { width: number; height: number }): Box {
  const { x, y, width, height } = grownBox(box, room, picture)
  const left = x - (x % 2)
  const top = y - (y % 2)
  const even = (side: number, most: number): number => Math.min(most, side + (side % 2))
  return {
    x: left,
    y: top,
    width: even(x + width - left, picture.width - left),
    height: even(y + height - top, picture.height - top),
  }
}

/** Merges touching boxes until none touch and there are few enough. */
function joined(boxes: readonly Box[]): Box[] {
  const left = [...boxes]
  for (;;) {
    const pair = nearestPair(left)
    if (!pair || (pair.grows > 0 && left.length <= MOST_PARTS)) return left
    const [a, b] = [left[pair.a], left[pair.b]]
    if (!a || !b) return left
    left.splice(pair.b, 1)
    left.splice(pair.a, 1, joinedBox(a, b))
  }
}

/** The two boxes whose union adds least; `grows` is 0 or less if they overlap. */
function nearestPair(boxes: readonly Box[]): { a: number; b: number; grows: number } | undefined {
  let best: { a: number; b: number; grows: number } | undefined
  const area = ({ width, height }: Box): number => width * height
  for (let a = 0; a < boxes.length; a++) {
    for (let b = a + 1; b < boxes.length; b++) {
      const [one, other] = [boxes[a], boxes[b]]
      if (!one || !other) continue
      const shares = sharedArea(one, other) > 0
      const grows = shares ? 0 : area(joinedBox(one, other)) - area(one) - area(other)
      if (!best || grows < best.grows) best = { a, b, grows: shares ? 0 : Math.max(1, grows) }
    }
  }
  return best
}
