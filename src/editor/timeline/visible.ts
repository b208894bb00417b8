import type { Cue } from '#core/subtitle/cue.ts'

interface Order {
  /** Cues by start time. */
  readonly cues: readonly Cue[]
  readonly longest: number
}

const orders = new WeakMap<readonly Cue[], Order>()

function orderOf(cues: readonly Cue[]): Order {
  const kept = orders.get(cues)
  if (kept) return kept
  let sorted = true
  let longest = 0
  for (let i = 0; i < cues.length; i++) {
    const cue = cues[i]!
    longest = Math.max(longest, cue.end - cue.start)
    if (i > 0 && cue.start < cues[i - 1]!.start) sorted = false
  }
  const order = { cues: sorted ? cues : [...cues].sort((a, b) => a.start - b.start), longest }
  orders.set(cues, order)
  return order
}

/** Index of the first of `cues` (by start) that starts at `ms` or later. */
function firstFrom(cues: readonly Cue[], ms: number): number {
  let lo = 0
  let hi = cues.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (cues[middle]!.start < ms) lo = middle + 1
    else hi = middle
  }
  return lo
}

/** Cues that touch a stretch of time, by start; the list itself need not be in order. */
export function cuesBetween(cues: readonly Cue[], fromMs: number, toMs: number): Cue[] {
  const order = orderOf(cues)
  const found: Cue[] = []
  for (let i = firstFrom(order.cues, fromMs - order.longest); i < order.cues.length; i++) {
    const cue = order.cues[i]!
    if (cue.start > toMs) break
    if (cue.end >= fromMs) found.push(cue)
  }
  return found
}

/** Cues on screen at a time. */
export function cuesAt(cues: readonly Cue[], ms: number): Cue[] {
  return cuesBetween(cues, ms, ms).filter((cue) => cue.start <= ms && ms < cue.end)
}
