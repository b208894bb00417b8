/** A position that an edge is drawn to. A lower rank wins over a nearer magnet of a higher one. */
export interface SnapTarget {
  readonly time: number
  readonly rank: number
}

/** The magnet that captures `time`, within `radius` milliseconds; `undefined` where none does. */
export function nearestSnapTarget(
  time: number,
  targets: readonly SnapTarget[],
  radius: number,
): SnapTarget | undefined {
  let best: SnapTarget | undefined
  for (const magnet of targets) {
    const distance = Math.abs(magnet.time - time)
    if (distance > radius) continue
    if (!best || magnet.rank < best.rank || (magnet.rank === best.rank && distance < Math.abs(best.time - time))) {
      best = magnet
    }
  }
  return best
}
