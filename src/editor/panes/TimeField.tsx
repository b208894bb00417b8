import { type FocusEvent, type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react'
import { formatTimecode, parseTimecode } from '#core/subtitle/timecode.ts'
import { setEdge } from '#core/timing/move.ts'
import type { Edge } from '#core/timing/rules.ts'
import type { EditorSession } from '../session.ts'

interface Props {
  session: EditorSession
  /** Of the line. */
  id: string
  edge: Edge
  ms: number
  label: string
}

/** An edge as text: Enter or leaving the field sets it, Escape and unreadable text bring the time back. */
export const TimeField = memo(function TimeField({ session, id, edge, ms: time, label }: Props): ReactNode {
  const field = useRef<HTMLInputElement>(null)
  const shown = formatTimecode(time)
  useEffect(() => {
    if (field.current) field.current.value = shown
  }, [shown])
  const finish = (event: FocusEvent<HTMLInputElement>): void => {
    const typed = event.currentTarget.value
    if (typed === shown) return
    const ms = parseTimecode(typed)
    if (ms !== undefined) session.edit('step_time', setEdge(session.list, id, edge, ms, session.rules))
    const now = session.list.at(session.list.index.get(id) ?? -1)
    if (now) event.currentTarget.value = formatTimecode(now[edge])
  }
  const key = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter') event.currentTarget.blur()
    if (event.key === 'Escape') {
      event.currentTarget.value = shown
      event.currentTarget.blur()
    }
  }
  return (
    <input
      ref={field}
      className="row-time"
      defaultValue={shown}
      aria-label={label}
      inputMode="numeric"
      maxLength={16}
      onFocus={() => session.focus(id)}
      onBlur={finish}
      onKeyDown={key}
    />
  )
})
