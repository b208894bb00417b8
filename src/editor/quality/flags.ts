import type { LineFlag } from '#core/domain/task.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { isStanding } from '#core/subtitle/line-flag.ts'
import type { Patch } from '#core/subtitle/patch.ts'

/** Lines that a task asks somebody to look at, as long as they are as the task had them. */
export class Flags {
  /** By line; the flags that came with the version. */
  private readonly all: ReadonlyMap<string, LineFlag>
  private readonly standing = new Map<string, LineFlag>()

  constructor(flags: readonly LineFlag[], list: CueList) {
    this.all = new Map(flags.map((flag) => [flag.cue_id, flag]))
    for (const id of this.all.keys()) this.look(id, list)
  }

  /** How many lines are flagged. */
  get size(): number {
    return this.standing.size
  }

  has(id: string): boolean {
    return this.standing.has(id)
  }

  of(id: string): LineFlag | undefined {
    return this.standing.get(id)
  }

  /** Looks again at the lines that an edit touched: an undone one brings its flag back. */
  follow(patch: Patch, list: CueList): void {
    if (this.all.size === 0) return
    for (const { id } of patch) if (this.all.has(id)) this.look(id, list)
  }

  private look(id: string, list: CueList): void {
    const flag = this.all.get(id)
    const cue = list.at(list.index.get(id) ?? -1)
    if (flag && cue && isStanding(flag, cue)) this.standing.set(id, flag)
    else this.standing.delete(id)
  }
}
