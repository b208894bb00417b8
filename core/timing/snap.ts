/** A snap target in milliseconds. A lower rank wins over a nearer target of a higher one. */
export interface SnapTarget {
  readonly time: number
  readonly rank: number
}

/** The target that `time` snaps to, within `radius` milliseconds; undefined if there is none. */
export function nearestSnapTarget(
  time: number,
  targets: readonly SnapTarget[],
  radius: number,
): SnapTarget | undefined {
  let best: SnapTarget | undefined
  for (const target of targets) {
    const distance = Math.abs(target.time - time)
    if (distance > radius) continue
    if (!best || target.rank < best.rank || (target.rank === best.rank && distance < Math.abs(best.time - time))) {
      best = target
    }
  }
  return best
}
