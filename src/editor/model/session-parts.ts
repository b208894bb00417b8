import type { Limits } from '#core/checks/rule.ts'
import type { FrameRate } from '#core/domain/frames.ts'
import type { Cue, NewId } from '#core/subtitle/cue/cue.ts'
import type { Patch } from '#core/subtitle/cue/patch.ts'
import type { TimingRules } from '#core/timing/rules.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { EditRefusal } from './document/commands.ts'
import type { OtherChange, StepName } from './document/history.ts'
import type { EditorLoop } from './loop.ts'

/** What a session depends on. Read when a command runs, and never copied. */
export interface SessionParts {
  readonly cues: readonly Cue[]
  /** The scheduler of the editor that owns the session. */
  readonly loop: EditorLoop
  /** 0 without a video. */
  readonly durationMs: number
  readonly rate: FrameRate | undefined
  /** The playhead. */
  readonly clock: { readonly ms: number }
  /** Limits of the chosen quality profile. */
  readonly profile: {
    readonly limits: Pick<Limits, 'gap' | 'lineCounting' | 'lineLength' | 'language' | 'shotOutFrames'>
  }
  /** Results of the video's analysis, to which edges snap. */
  readonly analysis: { readonly shotChanges: readonly number[]; readonly speech: readonly TimeRange[] }
  /** Changes of other versions that belong to a step of this one. */
  readonly follow: (name: StepName, patch: Patch, parts: FollowParts) => readonly OtherChange[]
  readonly onRefusal: (reason: EditRefusal) => void
  /** Whether the text can't be edited: only changes saved by others apply. */
  readonly isReadOnly?: boolean
}

/** What a change of another version is planned with. */
export interface FollowParts {
  readonly rules: TimingRules
  readonly newId: NewId
}
