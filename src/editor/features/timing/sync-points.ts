import { writeTime } from '#core/timing/time-notation.ts'
import type { Editor } from '../../context/editor.ts'

/** Marks the playhead as the right start of the focused cue; a second mark allows stretching all times. */
export function markSync(editor: Editor): boolean {
  const { session, playhead, panels, dialogs, times } = editor
  const { focus, list } = session.cells
  const index = list.index.get(focus ?? '')
  if (focus === undefined || index === undefined) return false
  const mark = { id: focus, to: Math.round(playhead.ms) }
  const first = panels.syncPoint
  if (first && first.id !== focus) {
    panels.syncPoint = undefined
    dialogs.open({ name: 'sync', marks: [first, mark] })
  } else {
    panels.syncPoint = mark
    editor.notify({ kind: 'sync_point_set', n: index + 1, time: writeTime(mark.to, times.notation()) })
  }
  return true
}

/** Opens the dialog that stretches times, with a sync point if there is one. */
export function openSync({ panels, dialogs }: Editor): void {
  const { syncPoint } = panels
  panels.syncPoint = undefined
  dialogs.open({ name: 'sync', marks: syncPoint ? [syncPoint] : [] })
}
