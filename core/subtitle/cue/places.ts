import { type Change, inPlace, type Patch } from './patch.ts'

/** Index mapping of a patch, computed from the patch alone. */
export class Places {
  /** Indexes freed in the list before, and filled in the list after, sorted. */
  private readonly left: readonly number[]
  private readonly taken: readonly number[]
  /** For freed indexes: the cue's index afterwards. */
  private readonly moved = new Map<number, number>()
  private readonly removedIds = new Set<string>()
  private readonly insertedIds = new Map<string, Change>()

  constructor(patch: Patch) {
    const left: number[] = []
    const taken: number[] = []
    for (const change of patch) {
      if (inPlace(change)) continue
      const { id, from, to, at, was = at } = change
      if (from) left.push(was)
      if (to) taken.push(at)
      if (from && to) this.moved.set(was, at)
      else if (from) this.removedIds.add(id)
      else this.insertedIds.set(id, change)
    }
    this.left = left.sort((a, b) => a - b)
    this.taken = taken.sort((a, b) => a - b)
  }

  /** The index afterwards of a cue; undefined if it is removed. */
  after(index: number): number | undefined {
    const moved = this.moved.get(index)
    if (moved !== undefined || holds(this.left, index)) return moved
    return nthFree(this.taken, index - countBelow(this.left, index))
  }

  /** The index before of a cue that stayed. */
  before(index: number): number | undefined {
    return holds(this.taken, index) ? undefined : nthFree(this.left, index - countBelow(this.taken, index))
  }

  /** Whether the cue at an index before is moved. */
  moves(index: number): boolean {
    return this.moved.has(index)
  }

  /** Whether a cue is removed. */
  removes(id: string): boolean {
    return this.removedIds.has(id)
  }

  /** The insertion of a cue. */
  inserted(id: string): Change | undefined {
    return this.insertedIds.get(id)
  }
}

/** How many of some sorted numbers are less than a limit. */
export function countBelow(sorted: readonly number[], limit: number): number {
  return countWhere(sorted, (value) => value < limit)
}

function holds(sorted: readonly number[], value: number): boolean {
  return sorted[countBelow(sorted, value)] === value
}

/** The index with `count` free indexes before it; those in `taken` are not free. */
function nthFree(taken: readonly number[], count: number): number {
  return count + countWhere(taken, (at, index) => at - index <= count)
}

/** Length of the leading run of items with a property. */
function countWhere(items: readonly number[], has: (item: number, index: number) => boolean): number {
  let lo = 0
  let hi = items.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (has(items[middle] ?? Infinity, middle)) lo = middle + 1
    else hi = middle
  }
  return lo
}
