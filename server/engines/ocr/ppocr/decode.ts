/** A character that was read, and how likely it is. */
export interface ReadSign {
  readonly sign: string
  /** 0 to 1. */
  readonly confidence: number
  /** Where it stands, as a share of all columns. */
  readonly at: number
}

/**
 * Characters out of the chances of each sign in each column: runs of one sign are one character, and the blank (0)
 * parts equal neighbours (Graves et al., "Connectionist Temporal Classification", 2006; the best path).
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
