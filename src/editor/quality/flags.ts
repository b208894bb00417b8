import type { LineFlag } from '#core/domain/task.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import { flagAsItStands } from '#core/subtitle/line-flag.ts'
import { isReviewed, type LineReview } from '#core/subtitle/line-review.ts'
import type { Patch } from '#core/subtitle/patch.ts'

/** A flag, and that the user looked at its line and left it as it was. */
export interface ReviewedFlag extends LineFlag {
  readonly review?: LineReview | null
}

/** Lines that a task asks the user to look at, as long as they are as the task had them and nobody has. */
export class Flags {
  /** By line; the flags that came with the version. */
  private readonly all: ReadonlyMap<string, LineFlag>
  private readonly standing = new Map<string, LineFlag>()
  private readonly reviews = new Map<string, LineReview>()

  constructor(flags: readonly ReviewedFlag[], list: CueList) {
    this.all = new Map(flags.map((flag) => [flag.cue_id, flag]))
    for (const { cue_id, review } of flags) if (review) this.reviews.set(cue_id, review)
    for (const id of this.all.keys()) this.look(id, list)
  }

  /** How many lines are flagged. */
  get size(): number {
    return this.standing.size
  }

  ids(): Iterable<string> {
    return this.standing.keys()
  }

  has(id: string): boolean {
    return this.standing.has(id)
  }

  of(id: string): LineFlag | undefined {
    return this.standing.get(id)
  }

  /** Notes that the user looked at a line as it stands. */
  review(id: string, list: CueList): void {
    const flag = this.standing.get(id)
    const cue = list.at(list.index.get(id) ?? -1)
    if (!flag || !cue) return
    const { start, end, text } = cue
    this.reviews.set(id, { cue_id: id, verdict: flag.verdict, start, end, text })
    this.look(id, list)
  }

  /** Looks again at the lines that an edit touched: an undone one brings its flag back. */
  follow(patch: Patch, list: CueList): void {
    if (this.all.size === 0) return
    for (const { id } of patch) if (this.all.has(id)) this.look(id, list)
  }

  private look(id: string, list: CueList): void {
    const flag = this.all.get(id)
    const cue = list.at(list.index.get(id) ?? -1)
    const standing = flag && cue && flagAsItStands(flag, cue)
    if (standing && !isReviewed(this.reviews.get(id), standing, cue)) this.standing.set(id, standing)
    else this.standing.delete(id)
  }
}
