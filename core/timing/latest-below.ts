/** Incremental numbers with a query for the greatest below a limit; O(log n) each (a Fenwick tree). */
export class LatestBelow {
  private readonly sorted: readonly number[]
  private readonly greatest: Float64Array

  /** `values`: all possible numbers. */
  constructor(values: readonly number[]) {
    this.sorted = values.toSorted((a, b) => a - b)
    this.greatest = new Float64Array(values.length + 1).fill(-Infinity)
  }

  add(value: number): void {
    for (let at = this.countBelow(value) + 1; at < this.greatest.length; at += at & -at) {
      this.greatest[at] = Math.max(value, this.greatest[at] ?? value)
    }
  }

  /** -Infinity if there is none. */
  below(limit: number): number {
    let greatest = -Infinity
    for (let at = this.countBelow(limit); at > 0; at -= at & -at) {
      greatest = Math.max(greatest, this.greatest[at] ?? -Infinity)
    }
    return greatest
  }

  private countBelow(value: number): number {
    let lo = 0
    let hi = this.sorted.length
    while (lo < hi) {
      const middle = (lo + hi) >> 1
      if ((this.sorted[middle] ?? Infinity) < value) lo = middle + 1
      else hi = middle
    }
    return lo
  }
}
