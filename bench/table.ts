/** Warm milliseconds of work: the median of some runs and the span from best to worst. */
export interface Timing {
  readonly median: number
  readonly best: number
  readonly worst: number
}

const BLOCKS = 3
const WARM_UP = 2
const RUNS = 5

export function timeIt(work: () => unknown): Timing {
  return timeEach([work])[0]!
}

/** Several works in interleaved blocks, each warm and without the previous one's garbage. */
export function timeEach(works: readonly (() => unknown)[]): Timing[] {
  const times = works.map((): number[] => [])
  for (let block = 0; block < BLOCKS; block++) {
    for (const [at, work] of works.entries()) times[at]!.push(...timeBlock(work))
  }
  return times.map(summary)
}

function timeBlock(work: () => unknown): number[] {
  globalThis.gc?.()
  const times: number[] = []
  for (let run = -WARM_UP; run < RUNS; run++) {
    const begin = performance.now()
    work()
    if (run >= 0) times.push(performance.now() - begin)
  }
  return times
}

export function summary(times: number[]): Timing {
  times.sort((a, b) => a - b)
  return { median: times[times.length >> 1]!, best: times[0]!, worst: times.at(-1)! }
}

export const ms = ({ median, best, worst }: Timing): string => `${number(median)} ms (${number(best)}–${number(worst)})`

/** Three digits; a dash if not measured. */
export function number(value: number): string {
  if (Number.isNaN(value)) return '–'
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}

export function printTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]!.length)))
  const line = (cells: readonly string[]) => `| ${cells.map((cell, i) => cell.padEnd(widths[i]!)).join(' | ')} |`
  console.log(`\n${title}\n`)
  console.log(line(head))
  console.log(line(widths.map((width) => '-'.repeat(width))))
  for (const row of rows) console.log(line(row))
}

/** The value that so great a share of the values does not pass. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)
