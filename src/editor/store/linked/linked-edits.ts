import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import { invertPatch, type Patch } from '#core/subtitle/cue/patch.ts'
import type { OtherChange, Step, StepName } from '../../model/document/history.ts'
import type { EditorSession, StepWay } from '../../model/session.ts'
import type { ReferenceVersion } from './reference.ts'
import { type PlannedChange, repeatEdits, type VersionStore } from './versions.ts'

/** Parts that linked edits need. */
export interface LinkedParts {
  readonly session: EditorSession
  readonly reference: ReferenceVersion
  readonly versions: VersionStore
  /** Called with the number of versions that a step could not change. */
  readonly onFailure: (count: number) => void
}

/**
 * Changes of other versions that belong to steps of the open one. Planned changes are written before the step; splits,
 * merges, undo and redo are repeated after it, one by one.
 */
export class LinkedEdits {
  private readonly parts: LinkedParts
  /** Changes that were written before their step. */
  private readonly written = new WeakSet<readonly OtherChange[]>()
  private last: Promise<void> = Promise.resolve()

  constructor(parts: LinkedParts) {
    this.parts = parts
    parts.session.onStep((step, way) => this.followStep(step, way))
  }

  /**
   * Writes planned changes of other versions, then makes the open version's change, as one step. Rejects with
   * VersionsChanged or a CallFailed, and then changes nothing.
   */
  async edit(name: StepName, own: (list: CueList) => Patch, others: readonly PlannedChange[]): Promise<void> {
    const { session, reference, versions } = this.parts
    const done = await versions.write(others)
    this.written.add(done)
    session.edit(name, own(session.list), { others: done })
    reference.apply(done)
  }

  private followStep({ others = [] }: Step, way: StepWay): void {
    if (others.length === 0 || (way === 'done' && this.written.has(others))) return
    this.repeat(way === 'undone' ? others.map((other) => ({ ...other, patch: invertPatch(other.patch) })) : others)
  }

  private repeat(others: readonly OtherChange[]): void {
    const { reference, versions, onFailure } = this.parts
    reference.apply(others)
    this.last = this.last.then(async () => {
      try {
        await repeatEdits(versions, others)
      } catch {
        onFailure(others.length)
        await reference.readAgain()
      }
    })
  }
}
