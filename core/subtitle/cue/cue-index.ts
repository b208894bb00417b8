/** One cue that was inserted or removed after the base was indexed. */
interface Shift {
  readonly id: string
  readonly at: number
  readonly by: 1 | -1
}

interface Named {
  readonly id: string
}

/** Indexed at the first look-up by id: many lists are only read, replaced as a whole and written. */
interface Base {
  readonly cues: readonly Named[]
  indexes: ReadonlyMap<string, number> | undefined
}

function indexesOf(base: Base): ReadonlyMap<string, number> {
  if (!base.indexes) {
    const indexes = new Map<string, number>()
    let index = 0
    for (const { id } of base.cues) indexes.set(id, index++)
    base.indexes = indexes
  }
  return base.indexes
}

/** Indexing 100,000 cues takes about 10 ms; scanning this many shifts is negligible. */
const MAX_SHIFTS = 256

/**
 * An immutable index by id: an earlier list's indexes plus a few insertions and removals, so that small edits need no
 * re-indexing.
 */
export class CueIndex {
  private readonly base: Base
  private readonly shifts: readonly Shift[]
  readonly size: number

  private constructor(base: Base, shifts: readonly Shift[], size: number) {
    this.base = base
    this.shifts = shifts
    this.size = size
  }

  static of(cues: readonly Named[]): CueIndex {
    return new CueIndex({ cues, indexes: undefined }, [], cues.length)
  }

  get(id: string): number | undefined {
    let at = indexesOf(this.base).get(id)
    for (const shift of this.shifts) {
      if (shift.id === id) at = shift.by > 0 ? shift.at : undefined
      else if (at !== undefined && at >= shift.at) at += shift.by
    }
    return at
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  /** After removals (indexes in the old list) and then insertions (indexes in the new one); undefined after too many. */
  after(
    removed: readonly { id: string; at: number }[],
    inserted: readonly { id: string; at: number }[],
  ): CueIndex | undefined {
    if (this.shifts.length + removed.length + inserted.length > MAX_SHIFTS) return undefined
    const shifts = [...this.shifts]
    for (const { id, at } of [...removed].sort((a, b) => b.at - a.at)) shifts.push({ id, at, by: -1 })
    for (const { id, at } of [...inserted].sort((a, b) => a.at - b.at)) shifts.push({ id, at, by: 1 })
    return new CueIndex(this.base, shifts, this.size - removed.length + inserted.length)
  }
}
