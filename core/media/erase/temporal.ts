import { addMotion, type Motion, motionBetween, noMotion, type Pyramid, pyramidOf } from './motion.ts'
import { type Box, grownBox, localMeans, type Plane } from './plane.ts'

/** A part of a frame: luma, and two colour planes at half width and height. */
export interface FramePart {
  readonly luma: Plane
  readonly colours: readonly [Plane, Plane]
}

/** The frames around the filled one, numbered as in the video. */
export interface Surroundings {
  readonly first: number
  readonly last: number
  part(frame: number): FramePart
  /** 1 where the frame is masked; undefined if nothing is. */
  mask(frame: number): Uint8Array | undefined
}

/** Donor values of masked pixels of one plane, with confidence from 0 to 1. */
export interface Seen {
  readonly values: Float32Array
  readonly sure: Float32Array
}

/** Consecutive frames searched before and after. */
const STEPS = [2, 4, 8, 14, 22]
const MOST_DONORS = 14
/** After a text's end compression leaves traces of it. */
const CLEAR_OF_TEXT = 2
const FARTHEST = 60
/** Mean luma difference of two different pictures. */
const OTHER_SHOT = 22
/** Luma differences around a pixel, and the confidence they give. */
const TRUSTED = 8
const NEAR = 8

/**
 * Searches masked pixels in other frames without the text or with motion behind it. Caches the motion between
 * neighbouring frames.
 */
export class FrameSearch {
  private readonly frames: Surroundings
  private readonly pyramids = new Map<number, Pyramid>()
  private readonly motions = new Map<number, Motion | undefined>()
  private readonly areas = new WeakMap<Uint8Array, Box>()
  /** False to use static content only. */
  private readonly follows: boolean

  constructor(frames: Surroundings, { follows }: { follows: boolean }) {
    this.frames = frames
    this.follows = follows
  }

  /** The visible content of a frame's masked pixels per plane: luma, then both colours. */
  seen(frame: number): [Seen, Seen, Seen] | undefined {
    const mask = this.frames.mask(frame)
    if (!mask) return undefined
    const donors = this.donors(frame)
    if (donors.length === 0) return undefined
    const { luma, colours } = this.frames.part(frame)
    const sums = [new Sums(luma), new Sums(colours[0]), new Sums(colours[1])] as const
    for (const { at, motion } of donors) this.collect(frame, at, motion, mask, sums)
    this.forget(frame)
    return [sums[0].seen(), sums[1].seen(), sums[2].seen()]
  }

  /** Old frames are not needed again. */
  private forget(frame: number): void {
    for (const key of this.pyramids.keys()) if (key < frame - FARTHEST) this.pyramids.delete(key)
  }

  private donors(frame: number): { at: number; motion: Motion }[] {
    const found: { at: number; motion: Motion }[] = []
    for (const side of [-1, 1] as const) {
      const clear = this.clearFrame(frame, side)
      const steps = this.follows ? STEPS : []
      const wanted = [...steps.map((step) => frame + side * step), ...(clear === undefined ? [] : [clear])]
      let motion: Motion | undefined = noMotion
      let at = frame
      for (const next of wanted.sort((a, b) => side * (a - b))) {
        if (next < this.frames.first || next > this.frames.last || found.some((one) => one.at === next)) continue
        while (at !== next && motion) {
          const step = this.step(side > 0 ? at : at - 1)
          motion = step && addMotion(motion, step, side)
          at += side
        }
        if (!motion) break
        const isClear = next === clear
        if (!isClear && !uncovers(motion)) continue
        const fine = this.follows ? this.between(frame, next, motion) : noMotion
        found.push({ at: next, motion: fine })
        // Static content in a moving scene is best taken unmoved.
        if (isClear && this.follows) found.push({ at: next, motion: noMotion })
      }
    }
    return found.sort((a, b) => Math.abs(a.at - frame) - Math.abs(b.at - frame)).slice(0, MOST_DONORS)
  }

  /** The nearest frame on a side without any text; undefined if too far. */
  private clearFrame(frame: number, side: -1 | 1): number | undefined {
    let clear = 0
    for (let at = frame + side; Math.abs(at - frame) <= FARTHEST * 3; at += side) {
      if (at < this.frames.first || at > this.frames.last) return undefined
      clear = this.frames.mask(at) ? 0 : clear + 1
      if (clear >= CLEAR_OF_TEXT) return at
    }
    return undefined
  }

  /** Motion from a frame to the next one; undefined at a shot change. */
  private step(frame: number): Motion | undefined {
    if (this.motions.has(frame)) return this.motions.get(frame)
    const motion = this.follows ? this.between(frame, frame + 1) : noMotion
    const isSame = this.difference(frame, frame + 1, motion) < OTHER_SHOT
    const known = isSame ? motion : undefined
    this.motions.set(frame, known)
    return known
  }

  private between(from: number, to: number, guess?: Motion): Motion {
    return motionBetween(this.pyramid(from), this.pyramid(to), guess)
  }

  private pyramid(frame: number): Pyramid {
    let pyramid = this.pyramids.get(frame)
    if (!pyramid) {
      pyramid = pyramidOf(this.frames.part(frame).luma, this.frames.mask(frame))
      this.pyramids.set(frame, pyramid)
    }
    return pyramid
  }

  /** Mean luma difference of two frames over unmasked pixels. */
  private difference(from: number, to: number, motion: Motion): number {
    const [a, b] = [this.frames.part(from).luma, this.frames.part(to).luma]
    const skips = [this.frames.mask(from), this.frames.mask(to)]
    let sum = 0
    let count = 0
    for (let y = 0; y < a.height; y += 4) {
      for (let x = 0; x < a.width; x += 4) {
        const at = y * a.width + x
        const there = placeOf(motion, a, x, y)
        const near = Math.round(there.y) * a.width + Math.round(there.x)
        if (there.x < 0 || there.y < 0 || there.x > a.width - 1 || there.y > a.height - 1) continue
        if (skips[0]?.[at] || skips[1]?.[near]) continue
        sum += Math.abs((a.data[at] ?? 0) - (b.data[near] ?? 0))
        count++
      }
    }
    return count === 0 ? 0 : sum / count
  }

  /** Adds a donor's content, with confidence by its fit around each pixel; changes of light are removed. */
  private collect(
    frame: number,
    donor: number,
    motion: Motion,
    mask: Uint8Array,
    sums: readonly [Sums, Sums, Sums],
  ): void {
    const [own, other] = [this.frames.part(frame), this.frames.part(donor)]
    const area = this.areaOf(mask, own.luma)
    const warped = warp(own.luma, other.luma, motion, { step: 1, covered: this.frames.mask(donor), area })
    const { fits, covered, differences } = comparison(own.luma, { mask, area, warped })
    const light = localMeans(area, differences, fits, NEAR * 2)
    for (let at = 0; at < warped.length; at++)
      differences[at] = Math.abs((differences[at] ?? 0) - (light.means[at] ?? 0))
    const error = localMeans(area, differences, fits, NEAR, covered)
    const trust = new Float32Array(mask.length)
    for (let y = 0; y < area.height; y++)
      for (let x = 0; x < area.width; x++) {
        const at = y * area.width + x
        const value = warped[at] ?? -1
        if (!covered[at] || value < 0 || (light.weights[at] ?? 0) < LEAST_AROUND) continue
        const around = (error.weights[at] ?? 0) > 0 ? (error.means[at] ?? 0) : TRUSTED * 2
        const there = (y + area.y) * own.luma.width + x + area.x
        trust[there] = Math.exp(-((around / TRUSTED) ** 2))
        sums[0].add(there, value + (light.means[at] ?? 0), trust[there] ?? 0)
      }
    this.collectColours({ own, other, motion, area, trust, mask }, sums)
  }

  /** The masked area with its surroundings. */
  private areaOf(mask: Uint8Array, plane: Plane): Box {
    let area = this.areas.get(mask)
    if (!area) this.areas.set(mask, (area = grownBox(maskedBox(mask, plane), NEAR * 2 + 2, plane)))
    return area
  }

  private collectColours({ own, other, motion, area, trust, mask }: Fitted, sums: readonly [Sums, Sums, Sums]): void {
    const wide = own.luma.width
    for (const [index, colour] of own.colours.entries()) {
      const there = other.colours[index]
      const sum = sums[index + 1]
      if (!there || !sum) continue
      const half = halfOf(area, colour)
      const found = warp(colour, there, motion, { step: 2, covered: undefined, area: half })
      for (let y = 0; y < half.height; y++)
        for (let x = 0; x < half.width; x++) {
          const [across, down] = [x + half.x, y + half.y]
          const value = found[y * half.width + x] ?? -1
          const sure = value < 0 ? 0 : leastTrust(trust, mask, 2 * down * wide + 2 * across, wide)
          if (sure > 0) sum.add(down * colour.width + across, value, sure)
        }
    }
  }
}

/** A donor beside the frame's own pixels: where both are visible, the mask, and the differences. */
function comparison({ width, data }: Plane, { mask, area, warped }: Warped) {
  const fits = new Uint8Array(warped.length)
  const covered = new Uint8Array(warped.length)
  const differences = new Float32Array(warped.length)
  for (let y = 0; y < area.height; y++)
    for (let x = 0; x < area.width; x++) {
      const at = y * area.width + x
      const there = (y + area.y) * width + x + area.x
      const value = warped[at] ?? -1
      if (mask[there]) covered[at] = 1
      else if (value >= 0) {
        fits[at] = 1
        differences[at] = (data[there] ?? 0) - value
      }
    }
  return { fits, covered, differences }
}

interface Warped {
  readonly mask: Uint8Array
  readonly area: Box
  readonly warped: Float32Array
}

/** Least number of known pixels around. */
const LEAST_AROUND = 8

interface Fitted {
  readonly own: FramePart
  readonly other: FramePart
  readonly motion: Motion
  readonly area: Box
  readonly trust: Float32Array
  readonly mask: Uint8Array
}

/** The smallest box around the mask. */
function maskedBox(mask: Uint8Array, { width, height }: Plane): Box {
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      if (!mask[y * width + x]) continue
      left = Math.min(left, x)
      right = Math.max(right, x + 1)
      top = Math.min(top, y)
      bottom = y + 1
    }
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }
}

/** A box in the half-size colour planes. */
function halfOf({ x, y, width, height }: Box, colour: Plane): Box {
  const [left, top] = [x >> 1, y >> 1]
  const right = Math.min(colour.width, (x + width + 1) >> 1)
  const bottom = Math.min(colour.height, (y + height + 1) >> 1)
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The least confidence of the masked among the four luma pixels under a colour pixel. */
function leastTrust(trust: Float32Array, mask: Uint8Array, corner: number, width: number): number {
  let least = 2
  for (let pixel = 0; pixel < 4; pixel++) {
    const at = corner + (pixel & 1) + (pixel >> 1) * width
    if (mask[at]) least = Math.min(least, trust[at] ?? 0)
  }
  return least > 1 ? 0 : least
}

/** Whether a motion moves strokes off the covered content. */
function uncovers({ across, down }: Motion): boolean {
  return Math.hypot(across, down) >= 1.5
}

function placeOf(motion: Motion, { width, height }: Plane, x: number, y: number): { x: number; y: number } {
  const [u, v] = [(x - width / 2) / (width / 2), (y - height / 2) / (width / 2)]
  return {
    x: x + motion.across + motion.acrossU * u + motion.acrossV * v,
    y: y + motion.down + motion.downU * u + motion.downV * v,
  }
}

interface WarpOptions {
  /** Luma pixels per pixel of these planes, along a side. */
  readonly step: 1 | 2
  /** Pixels not to use: 1 where masked. */
  readonly covered: Uint8Array | undefined
  readonly area: Box
}

/** An area of a plane as another frame shows it; -1 where it does not. */
function warp({ width, height }: Plane, { data }: Plane, motion: Motion, { step, covered, area }: WarpOptions) {
  const out = new Float32Array(area.width * area.height).fill(-1)
  const half = width / 2
  const [alongX, alongY] = [1 + motion.acrossU / half / step, motion.downU / half / step]
  for (let y = 0; y < area.height; y++) {
    const v = (y + area.y - height / 2) / half
    const startX = (motion.across - motion.acrossU + motion.acrossV * v) / step
    const startY = y + area.y + (motion.down - motion.downU + motion.downV * v) / step
    for (let x = 0; x < area.width; x++) {
      const px = startX + alongX * (x + area.x)
      const py = startY + alongY * (x + area.x)
      if (px < 0 || py < 0 || px > width - 1 || py > height - 1) continue
      const left = Math.min(width - 2, Math.floor(px))
      const top = Math.min(height - 2, Math.floor(py))
      const at = top * width + left
      const fx = px - left
      const fy = py - top
      if (covered && touches(covered, at, width, fx, fy)) continue
      const upper = (data[at] ?? 0) * (1 - fx) + (data[at + 1] ?? 0) * fx
      const lower = (data[at + width] ?? 0) * (1 - fx) + (data[at + width + 1] ?? 0) * fx
      out[y * area.width + x] = upper * (1 - fy) + lower * fy
    }
  }
  return out
}

/** Whether any of the four interpolated pixels is masked. */
function touches(covered: Uint8Array, at: number, width: number, fx: number, fy: number): boolean {
  if (fx < 1 && fy < 1 && covered[at]) return true
  if (fx > 0 && fy < 1 && covered[at + 1]) return true
  if (fx < 1 && fy > 0 && covered[at + width]) return true
  return fx > 0 && fy > 0 && covered[at + width + 1] === 1
}

/** Weighted sums of a plane's donors. */
class Sums {
  private readonly values: Float32Array
  private readonly weights: Float32Array
  private readonly most: Float32Array
  constructor({ data }: Plane) {
    this.values = new Float32Array(data.length)
    this.weights = new Float32Array(data.length)
    this.most = new Float32Array(data.length)
  }

  add(at: number, value: number, weight: number): void {
    // The best donor weighs much more than several poorer ones: their mean would be blurred.
    const fourth = weight * weight * (weight * weight)
    const sharp = fourth * fourth
    this.values[at] = (this.values[at] ?? 0) + value * sharp
    this.weights[at] = (this.weights[at] ?? 0) + sharp
    this.most[at] = Math.max(this.most[at] ?? 0, weight)
  }

  seen(): Seen {
    const { weights, most } = this
    const values = this.values.map((sum, at) => ((weights[at] ?? 0) > 0 ? sum / (weights[at] ?? 1) : 0))
    return { values, sure: most }
  }
}
