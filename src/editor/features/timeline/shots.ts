import { frameAt, frameStart } from '#core/domain/frames.ts'
import { shotChangeNear } from '#core/timing/shot-edits.ts'
import type { Editor } from '../../context/editor.ts'

/** Distance from the playhead within which commands affect a shot change. */
const SHOT_REACH_MS = 500

/** Adds a shot change at the frame of a time; false if there is one already. */
export function addShot(editor: Editor, ms: number): boolean {
  const at = frameFrom(editor, ms)
  if (editor.analysis.shotChanges.includes(at)) return false
  editor.session.edit('step_shots', [], { shots: { added: [at], removed: [] } })
  return true
}

/** Removes a shot change. */
export function removeShot({ session }: Editor, ms: number): void {
  session.edit('step_shots', [], { shots: { added: [], removed: [ms] } })
}

/** Moves a shot change to the frame at the playhead. */
export function moveShot(editor: Editor, ms: number): void {
  const at = frameFrom(editor, editor.playhead.ms)
  if (at === ms) return
  const isThere = editor.analysis.shotChanges.includes(at)
  editor.session.edit('step_shots', [], { shots: { added: isThere ? [] : [at], removed: [ms] } })
}

/** Applies work to the shot change nearest to the playhead, or reports that there is none. */
export function withShotAtPlayhead({ analysis, playhead, session }: Editor, work: (ms: number) => void): boolean {
  const ms = shotChangeNear(analysis.shotChanges, playhead.ms, SHOT_REACH_MS)
  if (ms === undefined) session.refuse('no_shot_change_near')
  else work(ms)
  return true
}

function frameFrom({ media: { rate } }: Editor, ms: number): number {
  return frameStart(frameAt(ms + 0.5, rate), rate)
}
