/** Length of the pieces that are moved, and how far each may move to fit the one before, in milliseconds. */
const PIECE_MS = 30
const SEARCH_MS = 8

/**
 * Speech in another length with its pitch kept, by overlapping pieces that are alike where they meet (WSOLA). `tempo`: 2
 * is half as long.
 */
export function stretched(samples: Float32Array, rate: number, tempo: number): Float32Array<ArrayBuffer> {
  const length = Math.round(samples.length / tempo)
  const size = 2 * Math.round((rate * PIECE_MS) / 2000)
  if (Math.abs(tempo - 1) < 0.01 || samples.length < 2 * size) return Float32Array.from(samples)
  const hop = size / 2
  const reach = Math.round((rate * SEARCH_MS) / 1000)
  const window = Float32Array.from({ length: size }, (_, at) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (at + 0.5)) / size))
  const made = new Float32Array(length + size)
  let from = 0
  for (let to = -hop; to < length; to += hop) {
    const wanted = Math.round(to * tempo)
    // What naturally follows the piece before.
    const next = from + hop
    from = to === -hop ? wanted : wanted + bestShift(samples, next, wanted, hop, reach)
    for (let at = Math.max(0, -to); at < size && to + at < made.length; at++)
      made[to + at]! += (samples[from + at] ?? 0) * window[at]!
  }
  return made.slice(0, length)
}

/** The shift of a piece by which it is most like the one that follows naturally; every fourth sample is compared. */
function bestShift(samples: Float32Array, next: number, wanted: number, size: number, reach: number): number {
  let best = 0
  let most = -Infinity
  for (let shift = -reach; shift <= reach; shift++) {
    let alike = 0
    let power = 1e-9
    for (let at = 0; at < size; at += 4) {
      const other = samples[wanted + shift + at] ?? 0
      alike += (samples[next + at] ?? 0) * other
      power += other * other
    }
    const score = alike / Math.sqrt(power)
    if (score > most) {
      most = score
      best = shift
    }
  }
  return best
}
