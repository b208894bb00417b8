import { type CueList, cueIn } from '#core/subtitle/cue/cue-list.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { Conflict } from '#core/subtitle/cue/merge.ts'

/**
 * Keeps the text that the user types when the line is changed elsewhere, until they leave the field; the other change
 * becomes another reading of the line.
 */
export class HeldText {
  private typing: string | undefined
  private theirs: Cue | undefined

  /** Whether the field of a line differs from the line. */
  isHeld(id: string): boolean {
    return this.theirs?.id === id
  }

  /** Called for a typed letter; returns the conflict if the line was changed elsewhere since the last one. */
  typed(id: string, text: string): Conflict | undefined {
    const { theirs } = this
    if (this.typing !== id) this.theirs = undefined
    this.typing = id
    if (theirs?.id !== id) return undefined
    this.theirs = undefined
    return { id, mine: { ...theirs, text }, theirs }
  }

  /** Called when the text is changed elsewhere. */
  changedElsewhere(before: CueList, after: CueList): void {
    const { typing } = this
    if (typing === undefined) return
    const [was, is] = [cueIn(before, typing), cueIn(after, typing)]
    if (was && is && was.text !== is.text) this.theirs = is
  }

  /** Called when the text is changed here other than by typing, which the field shows. */
  changedHere(): void {
    this.theirs = undefined
  }

  /** Called when the user leaves the field. */
  left(): void {
    this.typing = undefined
    this.theirs = undefined
  }
}
