/** A recognised character and its probability. */
export interface ReadSign {
  readonly sign: string
  /** 0 to 1. */
  readonly confidence: number
  /** Position as a share of all columns. */
  readonly at: number
}

/**
 * Characters from class probabilities per column: repeats merge, and the blank (0) separates equal neighbours (Graves et
 * al., "Connectionist Temporal Classification", 2006; best path).
 */
export function decodeSigns(chances: Float32Array, signs: readonly string[]): ReadSign[] {
  const classes = signs.length + 1
  const read: ReadSign[] = []
  const columns = chances.length / classes
  let before = 0
  for (let at = 0; at + classes <= chances.length; at += classes) {
    let best = 0
    for (let index = 1; index < classes; index++)
      if ((chances[at + index] ?? 0) > (chances[at + best] ?? 0)) best = index
    const sign = signs[best - 1]
    if (best !== before && sign !== undefined) {
      read.push({ sign, confidence: chances[at + best] ?? 0, at: (at / classes + 0.5) / columns })
    }
    before = best
  }
  return read
}
