import { readingOf } from '#core/checks/readings.ts'
import type { Limits } from '#core/checks/rule.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'

/** A slice of work: less than half a frame. */
const SLICE_MS = 4

/** Reading speeds of lines, each computed once: a line that is edited is another object. */
export class Speeds {
  private known = new WeakMap<Cue, number>()
  private limits: Limits | undefined

  /**
   * Hands each line with its speed, in characters a second, to `take`, and resolves when all were; in slices between which
   * the page draws. False where `signal` ended it.
   */
  async each(
    list: CueList,
    limits: Limits,
    take: (cue: Cue, speed: number) => void,
    signal: AbortSignal,
  ): Promise<boolean> {
    // Another profile may count letters otherwise.
    if (this.limits !== limits) this.known = new WeakMap()
    this.limits = limits
    let until = performance.now() + SLICE_MS
    for (const cue of list) {
      take(cue, this.of(cue, limits))
      if (performance.now() < until) continue
      await new Promise((done) => setTimeout(done))
      if (signal.aborted) return false
      until = performance.now() + SLICE_MS
    }
    return !signal.aborted
  }

  private of(cue: Cue, limits: Limits): number {
    let speed = this.known.get(cue)
    if (speed === undefined) this.known.set(cue, (speed = readingOf(cue, limits).cps))
    return speed
  }
}
