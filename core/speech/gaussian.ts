/** Numbers of a frame's timbre: the first coefficients of the cepstrum except its level. */
export const TIMBRE = 12
const PAIRS = (TIMBRE * (TIMBRE + 1)) / 2
/** Least variance of a coefficient, and of a pitch in octaves: a short piece may have none. */
const LEAST_TIMBRE = 1e-3
const LEAST_PITCH = 0.01

/** Sums of frames, from which mean and covariance are computed; sums of pieces can be added. */
export class FrameSums {
  count = 0
  voiced = 0
  private readonly sum = new Float64Array(TIMBRE)
  private readonly products = new Float64Array(PAIRS)
  private pitch = 0
  private pitches = 0
  private known: number | undefined

  /** Adds a frame; NaN means no pitch. */
  add(timbre: Float32Array, from: number, pitch: number): void {
    this.known = undefined
    this.count++
    let at = 0
    for (let row = 0; row < TIMBRE; row++) {
      const value = timbre[from + row] ?? 0
      this.sum[row] = (this.sum[row] ?? 0) + value
      for (let column = 0; column <= row; column++, at++)
        this.products[at] = (this.products[at] ?? 0) + value * (timbre[from + column] ?? 0)
    }
    if (Number.isNaN(pitch)) return
    this.voiced++
    this.pitch += pitch
    this.pitches += pitch * pitch
  }

  static joined(a: FrameSums, b: FrameSums): FrameSums {
    const all = new FrameSums()
    all.count = a.count + b.count
    all.voiced = a.voiced + b.voiced
    for (let at = 0; at < TIMBRE; at++) all.sum[at] = (a.sum[at] ?? 0) + (b.sum[at] ?? 0)
    for (let at = 0; at < PAIRS; at++) all.products[at] = (a.products[at] ?? 0) + (b.products[at] ?? 0)
    all.pitch = a.pitch + b.pitch
    all.pitches = a.pitches + b.pitches
    return all
  }

  /** Half the frame count times the log-determinant of the covariance, plus the same for pitches. */
  get spread(): number {
    if (this.known !== undefined) return this.known
    const factor = this.factor()
    let logDeterminant = 0
    for (let row = 0; row < TIMBRE; row++) logDeterminant += 2 * Math.log(factor[row * TIMBRE + row] ?? 1)
    const { variance } = this.pitched()
    this.known = (this.count / 2) * logDeterminant + (this.voiced / 2) * Math.log(variance)
    return this.known
  }

  /** Mean and variance of the pitches. */
  private pitched(): { mean: number; variance: number } {
    const n = Math.max(1, this.voiced)
    const mean = this.pitch / n
    return { mean, variance: Math.max(LEAST_PITCH, this.pitches / n - mean * mean) }
  }

  /** Lower factor of the covariance (Cholesky), row by row. */
  private factor(): Float64Array {
    const n = Math.max(1, this.count)
    const lower = new Float64Array(TIMBRE * TIMBRE)
    let at = 0
    for (let row = 0; row < TIMBRE; row++) {
      for (let column = 0; column <= row; column++, at++) {
        let value = (this.products[at] ?? 0) / n - ((this.sum[row] ?? 0) / n) * ((this.sum[column] ?? 0) / n)
        if (row === column) value += LEAST_TIMBRE
        for (let k = 0; k < column; k++) value -= (lower[row * TIMBRE + k] ?? 0) * (lower[column * TIMBRE + k] ?? 0)
        lower[row * TIMBRE + column] =
          row === column ? Math.sqrt(Math.max(1e-9, value)) : value / (lower[column * TIMBRE + column] ?? 1)
      }
    }
    return lower
  }

  /** Log-likelihood of a frame by this mean and covariance. */
  likelihood(): (timbre: Float32Array, from: number, pitch: number) => number {
    const n = Math.max(1, this.count)
    const lower = this.factor()
    const { mean, variance } = this.pitched()
    let constant = 0
    for (let row = 0; row < TIMBRE; row++) constant -= Math.log(lower[row * TIMBRE + row] ?? 1)
    const solved = new Float64Array(TIMBRE)
    return (timbre, from, pitch) => {
      let distance = 0
      for (let row = 0; row < TIMBRE; row++) {
        let value = (timbre[from + row] ?? 0) - (this.sum[row] ?? 0) / n
        for (let k = 0; k < row; k++) value -= (lower[row * TIMBRE + k] ?? 0) * (solved[k] ?? 0)
        value /= lower[row * TIMBRE + row] ?? 1
        solved[row] = value
        distance += value * value
      }
      const tone = Number.isNaN(pitch) ? 0 : -0.5 * (Math.log(variance) + (pitch - mean) ** 2 / variance)
      return constant - distance / 2 + tone
    }
  }
}

/** Parameters of a mean, a covariance, and mean and variance of a pitch. */
const PARAMETERS = TIMBRE + PAIRS + 2

/**
 * How much better two voices describe two pieces than one does, by BIC (Chen and Gopalakrishnan, 1998); below 0 they
 * are one voice. `weight` of the penalty exceeds 1, since speech is not Gaussian.
 */
export function bicDistance(a: FrameSums, b: FrameSums, weight: number): number {
  const all = FrameSums.joined(a, b)
  const penalty = (weight / 2) * PARAMETERS * Math.log(Math.max(2, all.count))
  return all.spread - a.spread - b.spread - penalty
}
