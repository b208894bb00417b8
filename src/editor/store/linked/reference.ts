import { proxy, ref } from 'valtio'
import * as z from 'zod/mini'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import type { Patch } from '#core/subtitle/cue/patch.ts'
import { replayPatch } from '#core/subtitle/cue/replay.ts'
import { linkedPatch } from '#core/timing/linked.ts'
import { stored } from '#src/ui/stored.ts'
import type { OtherChange, StepName } from '../../model/document/history.ts'
import type { FollowParts } from '../../model/session-parts.ts'
import type { VersionStore } from './versions.ts'

const linkedSetting = stored('cuelane-linked', z.boolean(), true)

/** Steps of the open version that a linked reference version repeats. */
const followed: ReadonlySet<StepName> = new Set(['step_split', 'step_merge'])

/** The version that is shown beside the open one, to compare or to translate from. */
export class ReferenceVersion {
  readonly cells = proxy<{
    fileId: string | undefined
    /** Its cues; undefined until they are loaded. */
    list: CueList | undefined
    /** Whether splits and merges are repeated in it. */
    isLinked: boolean
  }>({ fileId: undefined, list: undefined, isLinked: linkedSetting.get() })
  private readonly versions: VersionStore
  private readonly onFailure: (error: unknown) => void
  private reading: AbortController | undefined

  constructor(versions: VersionStore, onFailure: (error: unknown) => void) {
    this.versions = versions
    this.onFailure = onFailure
  }

  /** Shows a version, or none. */
  async choose(fileId: string | undefined): Promise<void> {
    this.reading?.abort()
    this.cells.fileId = fileId
    this.cells.list = undefined
    if (fileId === undefined) return
    const control = new AbortController()
    this.reading = control
    try {
      const { list } = await this.versions.read(fileId, control.signal)
      if (!control.signal.aborted) this.cells.list = ref(list)
    } catch (error) {
      if (!control.signal.aborted) this.onFailure(error)
    }
  }

  toggleLinked(): void {
    this.cells.isLinked = !this.cells.isLinked
    linkedSetting.set(this.cells.isLinked)
  }

  /** The changes of this version that repeat a step of the open one. */
  readonly follow = (name: StepName, patch: Patch, { rules, newId }: FollowParts): readonly OtherChange[] => {
    const { fileId, list, isLinked } = this.cells
    if (!fileId || !list || !isLinked || !followed.has(name)) return []
    const change = linkedPatch(list, patch, rules, newId)
    return change.length > 0 ? [{ fileId, patch: change }] : []
  }

  /** Shows changes that are being written or are written. */
  apply(changes: readonly OtherChange[]): void {
    const { fileId, list } = this.cells
    const change = changes.find((other) => other.fileId === fileId)
    if (list && change) this.cells.list = ref(cueList(replayPatch(list.cues, change.patch)))
  }

  /** Reloads the version after a failed write; hides it if that fails too. */
  async readAgain(): Promise<void> {
    const { fileId } = this.cells
    if (!fileId) return
    try {
      const { list } = await this.versions.read(fileId)
      if (this.cells.fileId === fileId) this.cells.list = ref(list)
    } catch {
      void this.choose(undefined)
    }
  }
}
