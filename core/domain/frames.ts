/** Frames per second as a fraction, so that 23.976 is exactly 24000/1001. */
export interface FrameRate {
  readonly num: number
  readonly den: number
}

/** The rates of cinema, television and the web. */
export const frameRates: readonly FrameRate[] = [
  { num: 24_000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30_000, den: 1001 },
  { num: 30, den: 1 },
  { num: 48, den: 1 },
  { num: 50, den: 1 },
  { num: 60_000, den: 1001 },
  { num: 60, den: 1 },
]

/** Further rates of files: high speed and screen recordings. */
const knownRates: readonly FrameRate[] = [
  ...frameRates,
  { num: 48_000, den: 1001 },
  { num: 100, den: 1 },
  { num: 120_000, den: 1001 },
  { num: 120, den: 1 },
]

/** Parses `25`, `24000/1001`, `23.976`: a decimal within a thousandth of known rates means the nearest of them. */
export function parseFrameRate(text: string): FrameRate | undefined {
  const fraction = /^\s*(\d+)\s*\/\s*(\d+)\s*$/.exec(text)
  if (fraction) {
    const [num, den] = [Number(fraction[1]), Number(fraction[2])]
    return num > 0 && den > 0 ? { num, den } : undefined
  }
  if (!/^\s*\d+(?:\.\d+)?\s*$/.test(text)) return undefined
  const value = Number(text)
  const apart = ({ num, den }: FrameRate): number => Math.abs(num / den - value)
  const nearest = knownRates.reduce((best, rate) => (apart(rate) < apart(best) ? rate : best))
  if (apart(nearest) < 0.001 * (nearest.num / nearest.den)) return nearest
  return value > 0 ? { num: Math.round(value * 1000), den: 1000 } : undefined
}

/** The frame on screen at a time. */
export function frameAt(ms: number, { num, den }: FrameRate): number {
  return Math.floor((ms * num) / (1000 * den))
}

/** The frame whose beginning is nearest to a time. */
export function nearestFrame(ms: number, { num, den }: FrameRate): number {
  return Math.round((ms * num) / (1000 * den))
}

/** The first millisecond of a frame. */
export function frameStart(frame: number, { num, den }: FrameRate): number {
  return Math.ceil((frame * 1000 * den) / num)
}

/** The middle of a frame in milliseconds: a player that seeks there shows the frame, however it rounds. */
export function frameMiddle(frame: number, { num, den }: FrameRate): number {
  return ((frame + 0.5) * 1000 * den) / num
}

/**
 * Whole frames between two times, each snapped to its nearest frame: exact on the frame grid at every rate, even for
 * times rounded to milliseconds or to ASS's hundredths.
 */
export function framesBetween(from: number, to: number, rate: FrameRate): number {
  return nearestFrame(to, rate) - nearestFrame(from, rate)
}

/** The shortest time in whole milliseconds that holds some frames. */
export function framesToMs(frames: number, rate: FrameRate): number {
  return frameStart(frames, rate)
}

/** Frames in half a second, the unit of delivery guides (Netflix, "Timing guidelines"): 12 at 24 and 25, 15 at 30. */
export function halfSecondFrames({ num, den }: FrameRate): number {
  return Math.ceil(num / den / 2 - 0.5)
}
