/** Mono sound of 16-bit samples at `rate` per second. */
interface Sound {
  readonly samples: Int16Array
  readonly rate: number
}

/** Sample rate that suffices to distinguish speech sounds. */
const ENOUGH_RATE = 11_000
const HOP_MS = 15
const FRAME_MS = 23
const BANDS = 14
const LOWEST_HZ = 120
/** A level this far below the loudest band counts as silence, in decibels. */
const RANGE_DB = 60

/** Levels of the bands for each 15 ms, from 0 to 1, side by side. */
interface Features {
  readonly values: Float32Array
  readonly frames: number
}

/**
 * Start times of a sentence's parts in ms, by dynamic time warping (Sakoe and Chiba, 1978) against separately spoken
 * parts, moved to quiet moments. Undefined if a part's duration differs too much.
 */
export function partStarts(whole: Sound, parts: readonly Sound[]): number[] | undefined {
  const sounds = parts.map(featuresOf)
  const all = featuresOf(whole)
  if (all.frames === 0 || sounds.some(({ frames }) => frames === 0)) return undefined
  // A silent frame before each part takes the pauses of the whole.
  const joined = new Float32Array(sounds.reduce((sum, { values }) => sum + values.length + BANDS, 0))
  const begins: number[] = []
  let at = 0
  for (const { values } of sounds) {
    at += BANDS
    begins.push(at / BANDS)
    joined.set(values, at)
    at += values.length
  }
  const path = warped({ values: joined, frames: at / BANDS }, all)
  const starts = begins.map((frame, index) => (index === 0 ? 0 : quietest(whole, (path[frame] ?? 0) * HOP_MS)))
  const isLikely = sounds.every(({ frames }, index) => {
    const ms = (starts[index + 1] ?? all.frames * HOP_MS) - (starts[index] ?? 0)
    return ms > 0.5 * frames * HOP_MS && ms < 1.7 * frames * HOP_MS
  })
  return isLikely ? starts : undefined
}

function featuresOf({ samples, rate }: Sound): Features {
  const step = Math.max(1, Math.floor(rate / ENOUGH_RATE))
  const [hop, size] = [HOP_MS, FRAME_MS].map((ms) => Math.round((ms * rate) / 1000 / step)) as [number, number]
  const frames = Math.max(0, Math.floor((Math.floor(samples.length / step) - size) / hop) + 1)
  const transform = new BandTransform(size, rate / step)
  const values = new Float32Array(frames * BANDS)
  const frame = new Float32Array(size)
  for (let index = 0; index < frames; index++) {
    for (let offset = 0; offset < size; offset++) frame[offset] = samples[(index * hop + offset) * step] ?? 0
    transform.bandsOf(frame, values, index * BANDS)
  }
  const loudest = values.reduce((most, value) => Math.max(most, value), -Infinity)
  return { values: values.map((value) => Math.max(0, 1 + (value - loudest) / RANGE_DB)), frames }
}

/** A frequency of a frame under a Hann window, and its band. */
interface Bin {
  readonly band: number
  readonly cosine: Float32Array
  readonly sine: Float32Array
}

/** Band energies in decibels; bands are evenly spaced in pitch. */
class BandTransform {
  private readonly bins: Bin[] = []

  constructor(size: number, rate: number) {
    const octaves = Math.log2(rate / 2 / LOWEST_HZ)
    // Under the window a frequency also shows in its neighbours, so every second one suffices.
    for (let bin = 2; bin < size / 2; bin += 2) {
      const band = Math.floor((BANDS * Math.log2((bin * rate) / size / LOWEST_HZ)) / octaves)
      if (band < 0) continue
      const wave = (shape: (angle: number) => number): Float32Array =>
        Float32Array.from({ length: size }, (_, at) => {
          const turn = (2 * Math.PI * at) / size
          return (0.5 - 0.5 * Math.cos(turn)) * shape(turn * bin)
        })
      this.bins.push({ band, cosine: wave(Math.cos), sine: wave(Math.sin) })
    }
  }

  bandsOf(frame: Float32Array, to: Float32Array, offset: number): void {
    const sums = new Float64Array(BANDS)
    for (const { band, cosine, sine } of this.bins) {
      let [real, imaginary] = [0, 0]
      for (let at = 0; at < frame.length; at++) {
        const sample = frame[at] ?? 0
        real += sample * (cosine[at] ?? 0)
        imaginary += sample * (sine[at] ?? 0)
      }
      sums[band] = (sums[band] ?? 0) + real ** 2 + imaginary ** 2
    }
    for (const [band, sum] of sums.entries()) to[offset + band] = 10 * Math.log10(sum + 1)
  }
}

/** For each frame of `a`, the first matching frame of `b` on the cheapest path. */
function warped(a: Features, b: Features): Int32Array {
  const width = b.frames
  const costs = new Float32Array(a.frames * width)
  for (let i = 0; i < a.frames; i++)
    for (let j = 0; j < width; j++) {
      const before = Math.min(
        i > 0 ? (costs[(i - 1) * width + j] ?? 0) : Infinity,
        j > 0 ? (costs[i * width + j - 1] ?? 0) : Infinity,
        i > 0 && j > 0 ? (costs[(i - 1) * width + j - 1] ?? 0) : Infinity,
      )
      costs[i * width + j] = distance(a, i, b, j) + (i === 0 && j === 0 ? 0 : before)
    }
  const path = new Int32Array(a.frames)
  let [i, j] = [a.frames - 1, width - 1]
  for (;;) {
    path[i] = j
    if (i === 0) return path
    const costAt = (x: number, y: number): number => (y < 0 ? Infinity : (costs[x * width + y] ?? Infinity))
    const [both, up, left] = [costAt(i - 1, j - 1), costAt(i - 1, j), costAt(i, j - 1)]
    if (both <= up && both <= left) [i, j] = [i - 1, j - 1]
    else if (up <= left) i -= 1
    else j -= 1
  }
}

function distance(a: Features, i: number, b: Features, j: number): number {
  let sum = 0
  for (let band = 0; band < BANDS; band++)
    sum += Math.abs((a.values[i * BANDS + band] ?? 0) - (b.values[j * BANDS + band] ?? 0))
  return sum
}

/** How far a cut may move, and over how much sound its level is measured, in milliseconds. */
const REACH_MS = 60
const QUIET_MS = 6

/** The quietest moment near a time, in milliseconds. */
function quietest({ samples, rate }: Sound, ms: number): number {
  const size = Math.round((QUIET_MS * rate) / 1000)
  let best = ms
  let least = Infinity
  for (let at = Math.max(0, ms - REACH_MS); at <= ms + REACH_MS; at += 2) {
    const from = Math.round((at * rate) / 1000) - size
    let power = 0
    for (let index = from; index < from + 2 * size; index++) power += (samples[index] ?? 0) ** 2
    // Among equally quiet moments the nearest wins.
    const cost = power * (1 + Math.abs(at - ms) / REACH_MS) + Math.abs(at - ms)
    if (cost < least) [best, least] = [at, cost]
  }
  return best
}
