import type { Virtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useEditor } from '../../context/use-editor.ts'
import { caretOf } from '../../parts/caret.ts'

type Rows = Virtualizer<HTMLDivElement, Element>
type Scroller = RefObject<HTMLDivElement | null>

/** Scrolls the list to the focused line and to the played one. */
export function useRowsFollowing(rows: Rows, scroller: Scroller): void {
  const letGo = useLetGo(scroller)
  useArrivals(rows, letGo)
  usePlayedLine(rows, scroller, letGo)
}

type LetGo = RefObject<boolean>

/** After manual scrolling the list stays there, until the user chooses a line or starts playback. */
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
        // A press on the scroll bar targets the scroller; a press in a row does not scroll.
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

/** An effect instead of a listener, since a new line has a row only after the next render. */
function useArrivals(rows: Rows, letGo: LetGo): void {
  const editor = useEditor()
  const { session, following } = editor
  const caret = caretOf(editor)
  const [arrival, setArrival] = useState<{ readonly id: string | undefined }>({ id: session.cells.focus })
  useEffect(
    () =>
      session.onArrival((id) => {
        letGo.current = false
        setArrival({ id })
      }),
    [session, letGo],
  )
  useEffect(() => caret.onEnter(() => setArrival({ id: session.cells.focus })), [session, caret])
  useEffect(() => {
    const at = arrival.id === undefined ? undefined : session.list.index.get(arrival.id)
    if (at === undefined) return
    // A pressed row stays under the pointer.
    if (caret.isOnRow) return rows.scrollToIndex(at, { align: 'auto' })
    if (following.switches.middle) return rows.scrollToIndex(at, { align: 'center' })
    rows.scrollToIndex(at, { align: isAtFoot(rows, at) ? 'start' : 'auto' })
  }, [arrival, session, following, rows, caret])
}

/** At the list's lower edge the user could not read ahead: a line that is not fully visible there moves to the top. */
const isAtFoot = ({ range }: Rows, at: number): boolean => range !== null && at >= range.endIndex

function usePlayedLine(rows: Rows, scroller: Scroller, letGo: LetGo): void {
  const { session, following, playhead } = useEditor()
  useEffect(() => {
    const { switches } = following
    const follow = (): void => {
      const at = session.list.index.get(following.line() ?? '')
      if (at === undefined || !switches.list || letGo.current || !playhead.isPlaying) return
      // The row that the user types in must not leave the page.
      if (document.activeElement?.matches('textarea, input') && scroller.current?.contains(document.activeElement))
        return
      if (switches.middle) return rows.scrollToIndex(at, { align: 'center' })
      if (isAtFoot(rows, at) || at < (rows.range?.startIndex ?? Infinity)) rows.scrollToIndex(at, { align: 'start' })
    }
    return following.subscribe(follow)
  }, [rows, scroller, session, following, playhead, letGo])
}
