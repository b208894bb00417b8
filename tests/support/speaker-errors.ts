import type { TimeRange } from '#core/timing/time-range.ts'

/** A span of one speaker. */
interface Turn extends TimeRange {
  readonly speaker: number
}

/** Milliseconds around a true border that are not counted: borders are not audible more exactly. */
const COLLAR_MS = 250
const STEP_MS = 10

/**
 * The diarisation error: missed, false or confused time as a share of speech (NIST RT-03), with the best mapping of
 * speakers.
 */
export function speakerError(truth: readonly Turn[], found: readonly Turn[]): number {
  const end = [...truth, ...found].reduce((last, turn) => Math.max(last, turn.end), 0)
  const borders = truth.flatMap((turn) => [turn.start, turn.end])
  const together = new Map<string, number>()
  let [spoken, wrong, both] = [0, 0, 0]
  for (let ms = STEP_MS / 2; ms < end; ms += STEP_MS) {
    if (borders.some((border) => Math.abs(border - ms) < COLLAR_MS)) continue
    const [a, b] = [speakerAt(truth, ms), speakerAt(found, ms)]
    if (a !== undefined) spoken++
    if ((a === undefined) !== (b === undefined)) wrong++
    if (a === undefined || b === undefined) continue
    both++
    const pair = `${a} ${b}`
    together.set(pair, (together.get(pair) ?? 0) + 1)
  }
  return spoken === 0 ? (wrong > 0 ? 1 : 0) : (wrong + both - bestMatch(together)) / spoken
}

function speakerAt(turns: readonly Turn[], ms: number): number | undefined {
  return turns.find(({ start, end }) => ms >= start && ms < end)?.speaker
}

/** The most common time over all one-to-one mappings of the few speakers. */
function bestMatch(together: ReadonlyMap<string, number>): number {
  const pairs = [...together].map(([pair, time]) => [...pair.split(' '), time] as [string, string, number])
  const truths = [...new Set(pairs.map(([a]) => a))]
  const best = (at: number, taken: ReadonlySet<string>): number => {
    const name = truths[at]
    if (name === undefined) return 0
    let most = best(at + 1, taken)
    for (const [a, b, time] of pairs)
      if (a === name && !taken.has(b)) most = Math.max(most, time + best(at + 1, new Set([...taken, b])))
    return most
  }
  return best(0, new Set())
}
