/** A position that an edge is drawn to. A lower rank wins over a nearer magnet of a higher one. */
export interface Magnet {
  readonly time: number
  readonly rank: number
}

/** The magnet that captures `time`, within `radius` milliseconds; `undefined` where none does. */
export function nearestMagnet(time: number, magnets: readonly Magnet[], radius: number): Magnet | undefined {
  let best: Magnet | undefined
  for (const magnet of magnets) {
    const distance = Math.abs(magnet.time - time)
    if (distance > radius) continue
    if (!best || magnet.rank < best.rank || (magnet.rank === best.rank && distance < Math.abs(best.time - time))) {
      best = magnet
    }
  }
  return best
}
