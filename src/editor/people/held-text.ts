import { type CueList, cueIn } from '#core/subtitle/cue-list.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import type { Conflict } from '#core/subtitle/merge.ts'

/**
 * The text that the user types in keeps what stands in its field when the line is changed elsewhere, until they leave it: the
 * next letter goes on where they are, and what came meanwhile is another reading of the line.
 */
export class HeldText {
  private typing: string | undefined
  private theirs: Cue | undefined

  /** Whether the field of a line has another text than the line. */
  isHeld(id: string): boolean {
    return this.theirs?.id === id
  }

  /** A letter was typed into a line; the conflict where the line was changed elsewhere since the one before. */
  typed(id: string, text: string): Conflict | undefined {
    const { theirs } = this
    if (this.typing !== id) this.theirs = undefined
    this.typing = id
    if (theirs?.id !== id) return undefined
    this.theirs = undefined
    return { id, mine: { ...theirs, text }, theirs }
  }

  /** The text was changed elsewhere. */
  changedElsewhere(before: CueList, after: CueList): void {
    const { typing } = this
    if (typing === undefined) return
    const [was, is] = [cueIn(before, typing), cueIn(after, typing)]
    if (was && is && was.text !== is.text) this.theirs = is
  }

  /** The text was changed here by something else than typing, and the field shows it. */
  changedHere(): void {
    this.theirs = undefined
  }

  /** Who typed goes elsewhere. */
  left(): void {
    this.typing = undefined
    this.theirs = undefined
  }
}
