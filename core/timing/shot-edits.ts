/** Added and removed shot changes, in milliseconds; a moved one is both. */
export interface ShotEdit {
  readonly added: readonly number[]
  readonly removed: readonly number[]
}

/** The list of shot changes after an edit, in order. */
export function editShotChanges(times: readonly number[], { added, removed }: ShotEdit): number[] {
  const gone = new Set(removed)
  return [...new Set([...times.filter((ms) => !gone.has(ms)), ...added])].sort((a, b) => a - b)
}

/** The inverse of an edit. */
export function invertShotEdit({ added, removed }: ShotEdit): ShotEdit {
  return { added: removed, removed: added }
}

/** The edit from one list to another. */
export function shotEditBetween(before: readonly number[], after: readonly number[]): ShotEdit {
  const [from, to] = [new Set(before), new Set(after)]
  return { added: after.filter((ms) => !from.has(ms)), removed: before.filter((ms) => !to.has(ms)) }
}

/** The shot change nearest to a time, at most `reachMs` from it. */
export function shotChangeNear(times: readonly number[], ms: number, reachMs: number): number | undefined {
  let best: number | undefined
  for (const time of times) {
    const distance = Math.abs(time - ms)
    if (distance <= reachMs && (best === undefined || distance < Math.abs(best - ms))) best = time
  }
  return best
}
