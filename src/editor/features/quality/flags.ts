import type { LineFlag } from '#core/domain/task.ts'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import { flagAsItStands } from '#core/subtitle/cue/line-flag.ts'
import { isReviewed, type LineReview } from '#core/subtitle/cue/line-review.ts'
import type { Patch } from '#core/subtitle/cue/patch.ts'
import type { ReviewedFlag } from '../../context/editor.ts'

/** Lines that tasks flag, as long as they are unedited and unreviewed. */
export class Flags {
  /** The version's flags, by line. */
  private readonly all: ReadonlyMap<string, LineFlag>
  private readonly standing = new Map<string, LineFlag>()
  private readonly reviews = new Map<string, LineReview>()

  constructor(flags: readonly ReviewedFlag[], list: CueList) {
    this.all = new Map(flags.map((flag) => [flag.cue_id, flag]))
    for (const { cue_id, review } of flags) if (review) this.reviews.set(cue_id, review)
    for (const id of this.all.keys()) this.look(id, list)
  }

  /** Number of flagged lines. */
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

  /** Records that the user has reviewed a line as it is. */
  review(id: string, list: CueList): void {
    const flag = this.standing.get(id)
    const cue = list.at(list.index.get(id) ?? -1)
    if (!flag || !cue) return
    const { start, end, text } = cue
    this.reviews.set(id, { cue_id: id, verdict: flag.verdict, start, end, text })
    this.look(id, list)
  }

  /** Checks the lines of an edit again: undoing it restores their flags. */
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
