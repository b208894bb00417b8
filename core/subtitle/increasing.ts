/** Places of a longest strictly increasing run of the values, in order; O(n log n). */
export function longestIncreasing(values: readonly number[]): number[] {
  const tails: number[] = []
  const before = new Int32Array(values.length)
  for (const [place, value] of values.entries()) {
    let lo = 0
    let hi = tails.length
    while (lo < hi) {
      const middle = (lo + hi) >> 1
      if (values[tails[middle]!]! < value) lo = middle + 1
      else hi = middle
    }
    before[place] = lo > 0 ? tails[lo - 1]! : -1
    tails[lo] = place
  }
  const run: number[] = []
  for (let place = tails.at(-1) ?? -1; place >= 0; place = before[place]!) run.push(place)
  return run.reverse()
}
