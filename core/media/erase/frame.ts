import { FillOrder, fillSmoothly } from './fill.ts'
import type { Plane } from './plane.ts'
import type { FramePart, Seen } from './temporal.ts'

/** The masked areas of a frame's planes, prepared for filling; shared by all frames with the same mask. */
export interface Cover {
  readonly luma: PlaneCover
  readonly colour: PlaneCover
}

interface PlaneCover {
  readonly width: number
  readonly height: number
  readonly mask: Uint8Array
  readonly order: FillOrder
}

/** The mask's cover over luma of this size. */
export function coverOf(mask: Uint8Array, { width, height }: { width: number; height: number }): Cover {
  const [w, h] = [width >> 1, height >> 1]
  const colour = new Uint8Array(w * h)
  for (let y = 0; y < h; y++)
    for (let x = 0; x < w; x++) {
      const at = 2 * y * width + 2 * x
      colour[y * w + x] = mask[at] || mask[at + 1] || mask[at + width] || mask[at + width + 1] ? 1 : 0
    }
  return {
    luma: { width, height, mask, order: new FillOrder({ width, height, mask }) },
    colour: { width: w, height: h, mask: colour, order: new FillOrder({ width: w, height: h, mask: colour }) },
  }
}

/** A part of a frame without its masked content: what other frames show there if certain, else the smoothest fill. */
export function uncovered(part: FramePart, cover: Cover, seen?: readonly [Seen, Seen, Seen]): FramePart {
  return {
    luma: filled(part.luma, cover.luma, seen?.[0]),
    colours: [filled(part.colours[0], cover.colour, seen?.[1]), filled(part.colours[1], cover.colour, seen?.[2])],
  }
}

/** Below this confidence donors are ignored. */
const LEAST_SURE = 0.05

function filled(plane: Plane, cover: PlaneCover, seen: Seen | undefined): Plane {
  const { pixels } = cover.order
  const values = new Float32Array(plane.data)
  if (seen) {
    // Almost certain pixels count as surroundings: the rest is filled up to them.
    const open = new Uint8Array(cover.mask)
    let left = 0
    for (const at of pixels) {
      if ((seen.sure[at] ?? 0) > SURE) {
        values[at] = seen.values[at] ?? 0
        open[at] = 0
      } else left++
    }
    if (left > 0) fillSmoothly(values, { ...cover, mask: open }, new FillOrder({ ...cover, mask: open }))
    for (const at of pixels) {
      const sure = seen.sure[at] ?? 0
      if (open[at] && sure > LEAST_SURE) values[at] = (values[at] ?? 0) * (1 - sure) + (seen.values[at] ?? 0) * sure
    }
  } else fillSmoothly(values, cover, cover.order)
  const data = new Uint8Array(plane.data)
  for (const at of pixels) data[at] = Math.max(0, Math.min(255, Math.round(values[at] ?? 0)))
  return { width: plane.width, height: plane.height, data }
}

const SURE = 0.75
