/** Numbers that a plan keeps to; times in milliseconds, rates as shares of the natural tempo. */
export const fitLimits = {
  /** Silence between two lines of one speaker. */
  guardMs: 50,
  /** How far a line's start may move, and in which steps. */
  earliestMs: -200,
  latestMs: 600,
  stepMs: 40,
  /** A start that moves further than this is heard as late. */
  driftMs: 200,
  /** Beyond it people hear the hurry. */
  usualRate: 1.2,
  /** Beyond it a line counts as not fitting. */
  greatestRate: 1.4,
} as const

/** Rates that are tried; those beyond the greatest one only where nothing else keeps a line whole. */
export const fitRates: readonly number[] = [
  0.92, 0.96, 1, 1.04, 1.08, 1.12, 1.16, 1.2, 1.26, 1.32, 1.4, 1.5, 1.6, 1.8, 2,
]

/** Leaving a line out costs more than any way of saying it. */
export const LEFT_OUT_COST = 1000

/** Two voices at once where the original has one cost more than any rate, and less than leaving a line out. */
const INTRUSION_COST = 400

/** A place that a line may get. */
interface Candidate {
  readonly delayMs: number
  readonly rate: number
  /** Share of the full text's length that is spoken. */
  readonly keep: number
  /** How much later than the line's cue the speech ends. */
  readonly overrunMs: number
  /** How far it speaks into another speaker's line further than the original did; not above 0 where it does not. */
  readonly intrusionMs: number
}

const squareOver = (value: number, limit: number): number => Math.max(0, value - limit) ** 2

/** What a place costs, by what a listener notices: drift, hurry, drawl, missing words, speech after the mouth has shut. */
export function placeCost({ delayMs, rate, keep, overrunMs, intrusionMs }: Candidate): number {
  const drift = Math.abs(delayMs) / 1000
  // A little for any drift at all, so that a line with room stands where its cue does.
  const moved = 0.5 * drift ** 2 + 40 * squareOver(drift, 0.08) + 80 * squareOver(drift, 0.2) + (drift > 0.2 ? 2 : 0)
  const tempo = rate > 1 ? 6 * (rate - 1) ** 2 + 120 * squareOver(rate, fitLimits.usualRate) : 10 * (1 - rate) ** 2
  const hurry = rate > fitLimits.greatestRate ? 20 + 100 * (rate - fitLimits.greatestRate) : 0
  const cut = keep < 1 ? 1.6 * (0.25 + 1.2 * (1 - keep)) : 0
  const late = 0.35 * squareOver(overrunMs / 1000, 0.4)
  const intrusion = intrusionMs > 0 ? INTRUSION_COST + (10 * intrusionMs) / 1000 : 0
  return moved + tempo + hurry + cut + late + intrusion
}

/** What a change of tempo between two lines that follow each other costs. */
export function tempoChangeCost(rate: number, next: number): number {
  return 4 * (rate - next) ** 2
}
