/** Samples of a block: its loudest one decides. */
const BLOCK = 48
/** Blocks before and after one over which the gain changes. */
const REACH = 15

/** Samples around a part on which its gain depends. */
export const LIMITER_MARGIN = BLOCK * (2 * REACH + 3)

const weights = Float64Array.from(
  { length: 2 * REACH + 1 },
  (_, at) => (1 + Math.cos((Math.PI * (at - REACH)) / (REACH + 1))) / (2 * (REACH + 1)),
)

/**
 * Sound under a limit: a gain that looks ahead and keeps no state, so that any part comes out as in the whole. Blocks lie on
 * the grid of `from`, the first sample's index; both ends lose `LIMITER_MARGIN`. `applied`: other sounds for that gain.
 */
export function limited(
  planes: readonly Float32Array[],
  { from, limit, applied = planes }: { from: number; limit: number; applied?: readonly Float32Array[] },
): Float32Array<ArrayBuffer>[] {
  const length = planes[0]?.length ?? 0
  const count = Math.max(0, length - 2 * LIMITER_MARGIN)
  const first = Math.floor(from / BLOCK)
  const needed = neededGains(planes, from - first * BLOCK, limit)
  const kept = applied.map((plane) => plane.slice(LIMITER_MARGIN, LIMITER_MARGIN + count))
  if (needed.every((gain) => gain === 1)) return kept
  const smooth = smoothed(needed)
  for (let at = 0; at < count; at++) {
    const place = (from + LIMITER_MARGIN + at) / BLOCK - first
    const block = Math.floor(place)
    const before = smooth[block] ?? 1
    const gain = before + ((smooth[block + 1] ?? 1) - before) * (place - block)
    if (gain === 1) continue
    for (const plane of kept) plane[at] = (plane[at] ?? 0) * gain
  }
  return kept
}

/** The gain that each block needs alone; `offset`: where the first sample lies in its block. */
function neededGains(planes: readonly Float32Array[], offset: number, limit: number): Float64Array {
  const length = planes[0]?.length ?? 0
  const gains = new Float64Array(Math.ceil((offset + length) / BLOCK) + 1).fill(1)
  for (const plane of planes) {
    for (let at = 0; at < length; at++) {
      const level = Math.abs(plane[at] ?? 0)
      if (level <= limit) continue
      const block = Math.floor((offset + at) / BLOCK)
      gains[block] = Math.min(gains[block] ?? 1, limit / level)
    }
  }
  return gains
}

/** Never above what any block needs, within its reach and one more for the line between two blocks. */
function smoothed(needed: Float64Array): Float64Array {
  const least = needed.map((_, at) => {
    let found = 1
    for (let near = Math.max(0, at - REACH - 1); near <= Math.min(needed.length - 1, at + REACH + 1); near++)
      found = Math.min(found, needed[near] ?? 1)
    return found
  })
  return needed.map((_, at) => {
    let sum = 0
    // Without a peak nearby it is exactly 1, whatever the sum of the weights rounds to.
    let isOne = true
    for (let near = -REACH; near <= REACH; near++) {
      const gain = least[at + near] ?? 1
      if (gain !== 1) isOne = false
      sum += gain * (weights[near + REACH] ?? 0)
    }
    return isOne ? 1 : sum
  })
}
