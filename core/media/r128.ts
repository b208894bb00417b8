/** Loudness by EBU R 128 in LUFS; undefined while there is too little sound, or silence. */
export interface R128 {
  readonly momentary: number | undefined
  readonly shortTerm: number | undefined
  readonly integrated: number | undefined
}

/** Steps of the meter a second; a gating block is four of them. */
export const R128_STEPS = 10
const MOMENTARY = 4
const SHORT_TERM = 30
/** Blocks below it are silence. */
const ABSOLUTE_GATE = -70
/** Blocks this far below the mean of the others don't count. */
const RELATIVE_GATE = -10
/** Classes of blocks a decibel, for the gates. */
const CLASSES = 20
const LOUDEST = 10

const lufsOf = (power: number): number => -0.691 + 10 * Math.log10(power)

interface Section {
  readonly b: readonly [number, number, number]
  readonly a: readonly [number, number]
}

/** The first filter of ITU-R BS.1770: a shelf for the head. */
function shelf(rate: number): Section {
  const k = Math.tan((Math.PI * 1681.974450955533) / rate)
  const q = 0.7071752369554196
  const vh = 10 ** (3.999843853973347 / 20)
  const vb = vh ** 0.4996667741545416
  const a0 = 1 + k / q + k * k
  return {
    b: [(vh + (vb * k) / q + k * k) / a0, (2 * (k * k - vh)) / a0, (vh - (vb * k) / q + k * k) / a0],
    a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0],
  }
}

/** The second one. */
function highPass(rate: number): Section {
  const k = Math.tan((Math.PI * 38.13547087602444) / rate)
  const q = 0.5003270373238773
  const a0 = 1 + k / q + k * k
  return { b: [1, -2, 1], a: [(2 * (k * k - 1)) / a0, (1 - k / q + k * k) / a0] }
}

/** Weighs one channel as ears do; keeps its state between pieces. */
class Weighted {
  private readonly shelf: Section
  private readonly pass: Section
  private s0 = 0
  private s1 = 0
  private p0 = 0
  private p1 = 0

  constructor(rate: number) {
    this.shelf = shelf(rate)
    this.pass = highPass(rate)
  }

  next(sample: number): number {
    const { shelf: one, pass: two } = this
    const bright = one.b[0] * sample + this.s0
    this.s0 = one.b[1] * sample - one.a[0] * bright + this.s1
    this.s1 = one.b[2] * sample - one.a[1] * bright
    const made = two.b[0] * bright + this.p0
    this.p0 = two.b[1] * bright - two.a[0] * made + this.p1
    this.p1 = two.b[2] * bright - two.a[1] * made
    return made
  }
}

/** Weighted power of a sound, one figure for each step. */
export class StepPowers {
  private readonly channels: readonly Weighted[]
  private readonly weights: readonly number[]
  private readonly size: number
  private sum = 0
  private count = 0

  /** `weights`: of each channel. */
  constructor(rate: number, weights: readonly number[] = [1, 1]) {
    this.weights = weights
    this.channels = weights.map(() => new Weighted(rate))
    this.size = Math.round(rate / R128_STEPS)
  }

  /** Takes the next samples of all channels, and returns the powers of the steps that they complete. */
  take(planes: readonly Float32Array[]): number[] {
    const done: number[] = []
    const length = planes[0]?.length ?? 0
    for (let at = 0; at < length; at++) {
      for (let index = 0; index < this.channels.length; index++)
        this.sum += (this.weights[index] ?? 0) * (this.channels[index]?.next(planes[index]?.[at] ?? 0) ?? 0) ** 2
      if (++this.count < this.size) continue
      done.push(this.sum / this.size)
      this.sum = 0
      this.count = 0
    }
    return done
  }
}

/** Momentary, short-term and integrated loudness of a sound; its memory does not grow with the sound. */
export class R128Meter {
  private readonly last: number[] = []
  private readonly counts = new Uint32Array((LOUDEST - ABSOLUTE_GATE) * CLASSES)
  private readonly powers = new Float64Array(this.counts.length)

  /** Takes the power of the next step. */
  add(power: number): void {
    const { last } = this
    last.push(power)
    if (last.length > SHORT_TERM) last.shift()
    if (last.length < MOMENTARY) return
    const block = meanOf(last.slice(-MOMENTARY))
    const level = lufsOf(block)
    if (!(level > ABSOLUTE_GATE)) return
    const place = Math.min(this.counts.length - 1, Math.floor((level - ABSOLUTE_GATE) * CLASSES))
    this.counts[place]! += 1
    this.powers[place]! += block
  }

  get reading(): R128 {
    const { last } = this
    const over = (steps: number): number | undefined =>
      last.length < steps ? undefined : audible(lufsOf(meanOf(last.slice(-steps))))
    return { momentary: over(MOMENTARY), shortTerm: over(SHORT_TERM), integrated: this.integrated() }
  }

  private integrated(): number | undefined {
    const all = this.meanFrom(0)
    if (all === undefined) return undefined
    const gate = Math.floor((lufsOf(all) + RELATIVE_GATE - ABSOLUTE_GATE) * CLASSES)
    const mean = this.meanFrom(Math.max(0, gate))
    return mean === undefined ? undefined : lufsOf(mean)
  }

  private meanFrom(place: number): number | undefined {
    let power = 0
    let count = 0
    for (let at = place; at < this.counts.length; at++) {
      power += this.powers[at]!
      count += this.counts[at]!
    }
    return count === 0 ? undefined : power / count
  }
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const audible = (lufs: number): number | undefined => (lufs > ABSOLUTE_GATE ? lufs : undefined)
