import type { Patch } from '#core/subtitle/cue/patch.ts'
import { insertAtTime } from '#core/timing/cues.ts'
import { setEdge, setTimes } from '#core/timing/move.ts'
import { delays } from '../../model/options.ts'
import type { Action } from '../../context/editor.ts'
import { focusBy } from '../../model/document/commands.ts'

/** Times a new line by ear: it starts when the key is pressed and ends when it is released. */
export const holdNewLine: Action = ({ session, playhead }) => {
  const from = Math.round(playhead.ms)
  const pressedAt = performance.now()
  const id = session.newId()
  const lineTo = (length?: number) => insertAtTime(session.list, from, session.rules, () => id, length)
  const first = lineTo()
  if (!first.ok) return session.refuse(first.reason)
  let patch: Patch = first.value
  const stop = playhead.on((ms) => {
    if (performance.now() - pressedAt < delays.heldKey) return true
    const outcome = lineTo(Math.max(1, Math.round(ms) - from))
    if (!outcome.ok) return true
    patch = outcome.value
    session.preview(patch)
    return true
  })
  session.preview(patch)
  return () => {
    stop()
    session.edit('step_insert', patch, { focus: id })
  }
}

/** The same for the focused line; then the next one gets the focus. */
export const holdLine: Action = ({ session, playhead }) => {
  const id = session.cells.focus
  if (id === undefined) return false
  const from = Math.round(playhead.ms)
  let patch = setEdge(session.list, id, 'start', from, session.rules)
  session.preview(patch)
  const stop = playhead.on((ms) => {
    if (ms <= from) return true
    patch = setTimes(session.list, id, from, ms, session.rules)
    session.preview(patch)
    return true
  })
  return () => {
    stop()
    session.edit('step_time', patch)
    session.run(focusBy(1))
  }
}
