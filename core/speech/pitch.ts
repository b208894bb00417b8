/** Range of voices in hertz, from a deep male voice to a child's. */
const LOWEST_HZ = 60
const HIGHEST_HZ = 420
const FRAME_MS = 40
const HOP_MS = 20
/** The least correlation of a frame with itself one period later. */
const VOICED = 0.55
/** Minimum number of frames for a median. */
const FEWEST = 5
/** Sample rate that suffices for pitch. */
const ENOUGH_RATE = 8000

/**
 * Median pitch of speech in hertz; undefined if too little is voiced. By normalised autocorrelation (Rabiner, “On the
 * use of autocorrelation analysis for pitch detection”, 1977).
 */
export function medianPitch({ samples, rate }: { samples: Int16Array; rate: number }): number | undefined {
  const step = Math.max(1, Math.floor(rate / ENOUGH_RATE))
  const thin = thinned(samples, step)
  const thinRate = rate / step
  const frame = Math.round((FRAME_MS * thinRate) / 1000)
  const hop = Math.round((HOP_MS * thinRate) / 1000)
  const found: number[] = []
  for (let at = 0; at + frame + thinRate / LOWEST_HZ < thin.length; at += hop) {
    const lag = bestLag(thin, at, frame, thinRate)
    if (lag !== undefined) found.push(thinRate / lag)
  }
  if (found.length < FEWEST) return undefined
  return found.sort((a, b) => a - b)[Math.floor(found.length / 2)]
}

/**
 * Pitch at each step of `stepMs`, in octaves above 1 Hz; NaN if unvoiced. In a long recording, the next piece starts
 * with what is left over.
 */
export function pitches({ samples, rate }: { samples: Int16Array; rate: number }, stepMs: number): Float32Array {
  const step = Math.max(1, Math.floor(rate / ENOUGH_RATE))
  const thin = thinned(samples, step)
  const thinRate = rate / step
  const frame = Math.round((FRAME_MS * thinRate) / 1000)
  const hop = (stepMs * thinRate) / 1000
  return Float32Array.from({ length: Math.floor(thin.length / hop) }, (_, index) => {
    const at = Math.round(index * hop)
    if (at + frame + thinRate / LOWEST_HZ >= thin.length) return Number.NaN
    const lag = bestLag(thin, at, frame, thinRate)
    return lag === undefined ? Number.NaN : Math.log2(thinRate / lag)
  })
}

/** Means of `step` samples each, without their constant part. */
function thinned(samples: Int16Array, step: number): Float32Array {
  const thin = new Float32Array(Math.floor(samples.length / step))
  let total = 0
  for (let index = 0; index < thin.length; index++) {
    let sum = 0
    for (let offset = 0; offset < step; offset++) sum += samples[index * step + offset] ?? 0
    thin[index] = sum / step
    total += sum / step
  }
  const mean = total / Math.max(1, thin.length)
  return thin.map((sample) => sample - mean)
}

function bestLag(thin: Float32Array, at: number, frame: number, rate: number): number | undefined {
  const shortest = Math.floor(rate / HIGHEST_HZ)
  const longest = Math.ceil(rate / LOWEST_HZ)
  let own = 0
  for (let index = at; index < at + frame; index++) {
    const sample = thin[index] ?? 0
    own += sample * sample
  }
  // Nearly silent frames have the pitch of noise.
  if (own < frame * 900) return undefined
  const likeness = new Float32Array(longest + 1)
  let most = VOICED
  for (let lag = shortest; lag <= longest; lag++) {
    likeness[lag] = likenessAt(thin, at, { frame, own }, lag)
    most = Math.max(most, likeness[lag] ?? 0)
  }
  if (most === VOICED) return undefined
  // Twice the period correlates equally: the first lag that is nearly the best is the period.
  for (let lag = shortest + 1; lag < longest; lag++) {
    const here = likeness[lag] ?? 0
    if (here > most * 0.92 && here >= (likeness[lag - 1] ?? 0) && here >= (likeness[lag + 1] ?? 0)) return lag
  }
  return undefined
}

/** `own` is the frame's energy. */
function likenessAt(
  thin: Float32Array,
  at: number,
  { frame, own }: { readonly frame: number; readonly own: number },
  lag: number,
): number {
  let both = 0
  let other = 0
  for (let index = at; index < at + frame; index++) {
    const b = thin[index + lag] ?? 0
    both += (thin[index] ?? 0) * b
    other += b * b
  }
  return both / Math.sqrt(own * other || 1)
}
