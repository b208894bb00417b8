/** One cue that came or went after the base was counted. */
interface Shift {
  readonly id: string
  readonly at: number
  readonly by: 1 | -1
}

interface Named {
  readonly id: string
}

/** A list whose cues are counted when one is first looked for: many lists are read, changed whole and written only. */
interface Base {
  readonly cues: readonly Named[]
  places: ReadonlyMap<string, number> | undefined
}

function placesOf(base: Base): ReadonlyMap<string, number> {
  if (!base.places) {
    const places = new Map<string, number>()
    for (let i = 0; i < base.cues.length; i++) places.set(base.cues[i]!.id, i)
    base.places = places
  }
  return base.places
}

/** Counting 100,000 cues anew takes some 10 ms; looking through this many shifts takes none. */
const MAX_SHIFTS = 256

/**
 * Where each cue stands, as a value: the positions of some earlier list and the few insertions and removals since, so
 * that a line can come or go without counting the whole list.
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
    return new CueIndex({ cues, places: undefined }, [], cues.length)
  }

  get(id: string): number | undefined {
    let at = placesOf(this.base).get(id)
    for (const shift of this.shifts) {
      if (shift.id === id) at = shift.by > 0 ? shift.at : undefined
      else if (at !== undefined && at >= shift.at) at += shift.by
    }
    return at
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  /** The index after removals (places in the old list) and then insertions (places in the new one). */
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
