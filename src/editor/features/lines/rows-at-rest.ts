import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditorLoop } from '../../model/loop.ts'
import { delays } from '../../model/options.ts'
import { useEditor } from '../../context/use-editor.ts'

/** Fields are created over several frames, since all at once would delay a frame of scrolling. */
const ROWS_A_FRAME = 8

/**
 * Whether the list scrolls. A row rendered during a scroll shows plain text, since a field is much of its cost; it gets
 * the field when scrolling stops or the user presses a key.
 */
export class RowsAtRest {
  private readonly waiting = new Set<() => void>()
  private readonly listeners = new Set<() => void>()
  private readonly loop: EditorLoop
  private isMoving = false

  constructor(loop: EditorLoop) {
    this.loop = loop
  }

  get isAtRest(): boolean {
    return !this.isMoving
  }

  /** Watches the list; returns a function that ends it. */
  follow(list: HTMLElement): () => void {
    const control = new AbortController()
    const { signal } = control
    // Captured, to run before the listeners that render rows.
    list.addEventListener('scroll', () => this.moved(), { capture: true, passive: true, signal })
    // A key may need a field: Tab looks for the next one.
    addEventListener('keydown', () => this.rest(), { capture: true, signal })
    return () => {
      control.abort()
      this.stop()
    }
  }

  private stop(): void {
    this.loop.cancel(this)
    this.isMoving = false
  }

  /** Runs work for a row when the list is idle; returns a function that cancels it. */
  wait(work: () => void): () => void {
    this.waiting.add(work)
    // Scrolling may have stopped since the row was rendered.
    if (this.isAtRest) this.moved()
    return () => this.waiting.delete(work)
  }

  /** Notifies each time the list is idle and all rows have their fields. */
  onRest(tell: () => void): () => void {
    this.listeners.add(tell)
    return () => this.listeners.delete(tell)
  }

  private moved(): void {
    this.loop.cancel(this)
    this.isMoving = true
    this.loop.idle(this, () => this.serve(), { after: delays.scroll })
  }

  private serve(): void {
    this.give(ROWS_A_FRAME)
    if (this.waiting.size > 0) this.loop.frame(this, { write: () => this.serve() })
    else this.rest()
  }

  /** Runs all waiting work. */
  rest(): void {
    if (this.isAtRest) return
    this.stop()
    this.give(this.waiting.size)
    for (const tell of this.listeners) tell()
  }

  private give(count: number): void {
    const served = [...this.waiting].slice(0, count)
    for (const work of served) this.waiting.delete(work)
    if (served.length > 0) flushSync(() => served.forEach((work) => work()))
  }
}

/** Scroll state of a list, for its rows. */
export function useRowsAtRest(scroller: RefObject<HTMLDivElement | null>): RowsAtRest {
  const { loop } = useEditor()
  const [atRest] = useState(() => new RowsAtRest(loop))
  useLayoutEffect(() => (scroller.current ? atRest.follow(scroller.current) : undefined), [atRest, scroller])
  return atRest
}
