/** A picture that differs much from the one before; `score` is 0 to 100 as in ffmpeg's `scdet`. */
export interface ShotCandidate {
  readonly ms: number
  readonly score: number
}

/** Least score of a shot change. */
export const SHOT_CHANGE_SCORE = 5
/** Closer candidates are one event: a flash, a fade or fast movement. */
const CLUSTER_MS = 500
/** Of such candidates the best counts only at this many times the second's score. */
const CLEAR_LEAD = 2

/** Shot changes (ms) among candidates in time order: isolated ones, and a group's clear best. */
export function pickShotChanges(candidates: readonly ShotCandidate[]): number[] {
  const shotChanges: number[] = []
  let group: ShotCandidate[] = []
  const close = (): void => {
    const [best, second] = group.sort((a, b) => b.score - a.score)
    if (best && (!second || best.score >= CLEAR_LEAD * second.score)) shotChanges.push(best.ms)
    group = []
  }
  let lastMs = -Infinity
  for (const candidate of candidates) {
    if (candidate.ms - lastMs >= CLUSTER_MS) close()
    group.push(candidate)
    lastMs = candidate.ms
  }
  close()
  return shotChanges
}

/** Compares small grey pictures in order by the rule of ffmpeg's `scdet`. */
export class ShotChangeDetector {
  private before: Uint8Array | undefined
  private meanBefore = 0

  /** Score of an 8-bit luma picture against the one before; 0 for the first. */
  score(luma: Uint8Array): number {
    const { before, meanBefore } = this
    this.before = luma
    if (before?.length !== luma.length) return 0
    let sum = 0
    for (let i = 0; i < luma.length; i++) sum += Math.abs((luma[i] ?? 0) - (before[i] ?? 0))
    const mean = (sum * 100) / luma.length / 256
    this.meanBefore = mean
    return Math.min(100, mean, Math.abs(mean - meanBefore))
  }
}

/** Candidates from the output of `planShotChanges`; times are moved by `offsetMs`. */
export function readScores(text: string, offsetMs: number): ShotCandidate[] {
  const found: ShotCandidate[] = []
  for (const match of text.matchAll(
    /pts_time:(-?[\d.]+)(?:\s+lavfi\.scd\.(?!score)\S+)*\s+lavfi\.scd\.score=([\d.]+)/g,
  )) {
    const score = Number(match[2])
    if (score >= SHOT_CHANGE_SCORE) found.push({ ms: frameMs(Number(match[1])) + offsetMs, score })
  }
  return found
}

/** A frame's first whole millisecond, robust to containers' rounding. */
export function frameMs(seconds: number): number {
  return Math.ceil(seconds * 1000 - 0.05)
}

/** Whether untrusted data is an ordered list of candidates within a video of this length. */
export function isShotCandidates(value: unknown, durationMs: number): value is ShotCandidate[] {
  if (!Array.isArray(value)) return false
  let last = -1
  return value.every((item: unknown) => {
    if (typeof item !== 'object' || item === null) return false
    const { ms, score } = item as Record<string, unknown>
    const isGood = typeof ms === 'number' && ms > last && ms <= durationMs && typeof score === 'number' && score >= 0
    last = isGood ? ms : last
    return isGood
  })
}
