import type { Limits } from '#core/checks/rule.ts'
import type { FrameRate } from '#core/domain/frames.ts'
import type { Cue, NewId } from '#core/subtitle/cue.ts'
import type { Patch } from '#core/subtitle/patch.ts'
import type { TimingRules } from '#core/timing/rules.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { EditRefusal } from './document/commands.ts'
import type { OtherChange, StepName } from './document/history.ts'
import type { EditorLoop } from './loop.ts'

/** Everything a session needs. It reads these when a command runs and never keeps copies. */
export interface SessionParts {
  readonly cues: readonly Cue[]
  /** The clock of the editor that owns the session. */
  readonly loop: EditorLoop
  /** 0 where no video ends the text. */
  readonly durationMs: number
  readonly rate: FrameRate | undefined
  /** The playhead. */
  readonly clock: { readonly ms: number }
  /** Limits of the chosen quality profile. */
  readonly profile: {
    readonly limits: Pick<Limits, 'gap' | 'lineCounting' | 'lineLength' | 'language' | 'shotOutFrames'>
  }
  /** What was found in the video; edges snap to it. */
  readonly analysis: { readonly shotChanges: readonly number[]; readonly speech: readonly TimeRange[] }
  /** The changes of other versions that belong to a step of this one. */
  readonly follow: (name: StepName, patch: Patch, parts: FollowParts) => readonly OtherChange[]
  readonly onRefusal: (reason: EditRefusal) => void
  /** Whether the text is only read here: nothing changes it but what others save. */
  readonly isReadOnly?: boolean
}

/** What a change of another version is planned with. */
export interface FollowParts {
  readonly rules: TimingRules
  readonly newId: NewId
}
