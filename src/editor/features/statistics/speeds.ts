import { readingOf } from '#core/checks/readings.ts'
import type { Limits } from '#core/checks/rule.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { perEditor } from '../../context/per-editor.ts'

/** Reading speeds, cached by line object: an edit creates another object. */
export class Speeds {
  private known = new WeakMap<Cue, number>()
  private limits: Limits | undefined

  /** Characters per second, counted by the limits. */
  of(cue: Cue, limits: Limits): number {
    // Another profile may count letters differently.
    if (this.limits !== limits) this.known = new WeakMap()
    this.limits = limits
    let speed = this.known.get(cue)
    if (speed === undefined) this.known.set(cue, (speed = readingOf(cue, limits).cps))
    return speed
  }
}

/** Reading speeds of an editor's version. */
export const speedsOf = perEditor(() => new Speeds())
