/** Indexes of a longest strictly increasing subsequence of the values, in order; O(n log n). */
export function longestIncreasing(values: readonly number[]): number[] {
  // The last index of the best subsequence of each length, and the index before each.
  const tails: number[] = []
  const before = new Int32Array(values.length)
  for (const [index, value] of values.entries()) {
    let lo = 0
    let hi = tails.length
    while (lo < hi) {
      const middle = (lo + hi) >> 1
      if ((values[tails[middle] ?? 0] ?? 0) < value) lo = middle + 1
      else hi = middle
    }
    before[index] = tails[lo - 1] ?? -1
    tails[lo] = index
  }
  const run: number[] = []
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) run.push(index)
  return run.reverse()
}
