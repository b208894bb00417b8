/** Limits of a plan; times in milliseconds, rates relative to the natural tempo. */
export const fitLimits = {
  /** Silence between two lines of one speaker. */
  guardMs: 50,
  /** Range and step of a line's start. */
  earliestMs: -200,
  latestMs: 600,
  stepMs: 40,
  /** A start that moves further sounds late. */
  driftMs: 200,
  /** A faster rate sounds hurried. */
  usualRate: 1.2,
  /** A line beyond it counts as not fitting. */
  greatestRate: 1.4,
} as const

/** Rates to try; those beyond the greatest only if nothing else keeps a line complete. */
export const fitRates: readonly number[] = [
  0.92, 0.96, 1, 1.04, 1.08, 1.12, 1.16, 1.2, 1.26, 1.32, 1.4, 1.5, 1.6, 1.8, 2,
]

/** Leaving a line out costs more than any way of speaking it. */
export const LEFT_OUT_COST = 1000

/** An overlap of voices that the original lacks costs more than any rate, and less than leaving a line out. */
const INTRUSION_COST = 400

/** A possible place of a line. */
interface Candidate {
  readonly delayMs: number
  readonly rate: number
  /** Share of the full text's length that is spoken. */
  readonly keep: number
  /** How much the speech exceeds the line's cue. */
  readonly overrunMs: number
  /** Additional overlap with another speaker's line compared with the original; at most 0 without one. */
  readonly intrusionMs: number
}

const squareOver = (value: number, limit: number): number => Math.max(0, value - limit) ** 2

/**
 * Cost of a place by what a listener notices: drift, hurry, slowness, missing words, and speech after the mouth has
 * closed.
 */
export function placeCost({ delayMs, rate, keep, overrunMs, intrusionMs }: Candidate): number {
  const drift = Math.abs(delayMs) / 1000
  // Any drift costs a little, so that a line with room starts at its cue.
  const moved = 0.5 * drift ** 2 + 40 * squareOver(drift, 0.08) + 80 * squareOver(drift, 0.2) + (drift > 0.2 ? 2 : 0)
  const tempo = rate > 1 ? 6 * (rate - 1) ** 2 + 120 * squareOver(rate, fitLimits.usualRate) : 10 * (1 - rate) ** 2
  const hurry = rate > fitLimits.greatestRate ? 20 + 100 * (rate - fitLimits.greatestRate) : 0
  const cut = keep < 1 ? 1.6 * (0.25 + 1.2 * (1 - keep)) : 0
  const late = 0.35 * squareOver(overrunMs / 1000, 0.4)
  const intrusion = intrusionMs > 0 ? INTRUSION_COST + (10 * intrusionMs) / 1000 : 0
  return moved + tempo + hurry + cut + late + intrusion
}

/** Cost of a tempo change between consecutive lines. */
export function tempoChangeCost(rate: number, next: number): number {
  return 4 * (rate - next) ** 2
}
