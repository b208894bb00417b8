import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useEditor } from '../use-editor.ts'
import type { RowsAtRest } from './rows-at-rest.ts'

type Rows = Virtualizer<HTMLDivElement, Element>
type Scroller = RefObject<HTMLDivElement | null>

/** The list shows the line that the person comes to, and goes along with what is played. */
export function useRowsFollowing(rows: Rows, scroller: Scroller, atRest: RowsAtRest): void {
  const letGo = useLetGo(scroller)
  useArrivals(rows, letGo, atRest)
  usePlayedLine(rows, scroller, letGo)
}

type LetGo = RefObject<boolean>

/** While a person scrolls by hand the list stays where they look; until they choose a line, or let the video play again. */
function useLetGo(scroller: Scroller): LetGo {
  const { playhead } = useEditor()
  const letGo = useRef(false)
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const byHand = (): void => {
      letGo.current = true
    }
    const element = scroller.current
    element?.addEventListener('wheel', byHand, { signal, passive: true })
    element?.addEventListener('touchmove', byHand, { signal, passive: true })
    element?.addEventListener(
      'pointerdown',
      (event) => {
        // The scroll bar belongs to the scroller itself; what is pressed in a row does not scroll.
        if (event.target === element) byHand()
      },
      { signal },
    )
    element?.addEventListener(
      'keydown',
      ({ key, target }) => {
        if (target === element && scrollKeys.has(key)) byHand()
      },
      { signal },
    )
    const stop = playhead.onState(() => {
      if (playhead.isPlaying) letGo.current = false
    })
    return () => {
      control.abort()
      stop()
    }
  }, [scroller, playhead])
  return letGo
}

const scrollKeys: ReadonlySet<string> = new Set(['PageUp', 'PageDown'])

/** A line that is new has a row only after the list is drawn again: hence an effect, and not the listener itself. */
function useArrivals(rows: Rows, letGo: LetGo, atRest: RowsAtRest): void {
  const { session, following, caret } = useEditor()
  const [arrival, setArrival] = useState<{ readonly id: string | undefined }>({ id: session.cells.focus })
  useEffect(
    () =>
      session.onArrival((id) => {
        letGo.current = false
        setArrival({ id })
      }),
    [session, letGo],
  )
  useEffect(
    () =>
      caret.onNeeded(() => {
        atRest.rest()
        setArrival({ id: session.cells.focus })
      }),
    [session, caret, atRest],
  )
  useEffect(() => {
    const at = arrival.id === undefined ? undefined : session.list.index.get(arrival.id)
    if (at === undefined) return
    // A row that was pressed stays under the pointer.
    if (caret.isOnRow) return rows.scrollToIndex(at, { align: 'auto' })
    if (following.switches.middle) return rows.scrollToIndex(at, { align: 'center' })
    rows.scrollToIndex(at, { align: isAtFoot(rows, at) ? 'start' : 'auto' })
  }, [arrival, session, following, rows, caret])
}

/** Row by row at the list's foot nobody could read ahead: a line that is not whole there, or below, comes to the list's head. */
const isAtFoot = ({ range }: Rows, at: number): boolean => range !== null && at >= range.endIndex

function usePlayedLine(rows: Rows, scroller: Scroller, letGo: LetGo): void {
  const { session, following, playhead } = useEditor()
  useEffect(() => {
    const { switches } = following
    const follow = (): void => {
      const at = session.list.index.get(following.line() ?? '')
      if (at === undefined || !switches.list || letGo.current || !playhead.isPlaying) return
      // A row that is typed in must not leave the page under the person's hands.
      if (document.activeElement?.matches('textarea, input') && scroller.current?.contains(document.activeElement))
        return
      if (switches.middle) return rows.scrollToIndex(at, { align: 'center' })
      if (isAtFoot(rows, at) || at < (rows.range?.startIndex ?? Infinity)) rows.scrollToIndex(at, { align: 'start' })
    }
    return following.subscribe(follow)
  }, [rows, scroller, session, following, playhead, letGo])
}
