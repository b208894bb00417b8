import { ref } from 'valtio'
import { cueList } from '#core/subtitle/cue-list.ts'
import { replayPatch } from '#core/subtitle/replay.ts'
import type { OtherChange } from '../document/history.ts'
import { readVersion, repeatEdits } from './versions.ts'
import type { Panels } from '../editor.ts'

/**
 * Changes of other versions that belong to steps of the open one, written one after the other. The version beside shows
 * them at once; where they could not be written it is read again.
 */
export class LinkedEdits {
  onFailure: (count: number) => void = () => undefined
  private readonly panels: Panels
  private last: Promise<void> = Promise.resolve()

  constructor(panels: Panels) {
    this.panels = panels
  }

  write(others: readonly OtherChange[]): void {
    if (others.length === 0) return
    this.show(others)
    this.last = this.last.then(async () => {
      try {
        await repeatEdits(others)
      } catch {
        // What kept it from being written is the same for each of them, and told with what to do.
        this.onFailure(others.length)
        await this.readAgain()
      }
    })
  }

  /** Takes over what was written elsewhere. */
  show(others: readonly OtherChange[]): void {
    const { beside, original } = this.panels
    const change = others.find(({ fileId }) => fileId === original)
    if (beside && change) this.panels.beside = ref(cueList(replayPatch(beside.cues, change.patch)))
  }

  private async readAgain(): Promise<void> {
    const { original } = this.panels
    if (!original) return
    try {
      const { list } = await readVersion(original)
      if (this.panels.original === original) this.panels.beside = ref(list)
    } catch {
      // Out of reach, as the message that was just shown says: what is not known is not shown.
      this.panels.original = undefined
    }
  }
}
