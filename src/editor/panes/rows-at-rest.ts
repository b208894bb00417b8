import { type RefObject, useLayoutEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import type { EditorLoop } from '../loop.ts'
import { delays } from '../options.ts'
import { useEditor } from '../use-editor.ts'

/** Fields are made over some frames: all of them at once would hold up the scroll. */
const ROWS_A_FRAME = 8

/**
 * Tells whether the list of lines is scrolled. A row that comes in a scroll shows its text plainly, since a field is a good
 * part of what a row costs; it has its field once the list is at rest, or the user presses a key.
 */
export class RowsAtRest {
  private readonly waiting = new Set<() => void>()
  private readonly told = new Set<() => void>()
  private readonly loop: EditorLoop
  private isMoving = false

  constructor(loop: EditorLoop) {
    this.loop = loop
  }

  get isAtRest(): boolean {
    return !this.isMoving
  }

  /** Watches the list; returns what ends it. */
  follow(list: HTMLElement): () => void {
    const control = new AbortController()
    const { signal } = control
    // Before those who draw the rows.
    list.addEventListener('scroll', () => this.moved(), { capture: true, passive: true, signal })
    // A key may be for a field: the Tab key looks for the next one.
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

  /** Does something once for a row when the list is at rest; returns what takes that back. */
  wait(work: () => void): () => void {
    this.waiting.add(work)
    // The list may have come to rest since the row was drawn.
    if (this.isAtRest) this.moved()
    return () => this.waiting.delete(work)
  }

  /** Tells each time that the list has come to rest, and that all rows have what they waited for. */
  onRest(tell: () => void): () => void {
    this.told.add(tell)
    return () => this.told.delete(tell)
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

  /** Gives all rows what they wait for. */
  rest(): void {
    if (this.isAtRest) return
    this.stop()
    this.give(this.waiting.size)
    for (const tell of this.told) tell()
  }

  private give(count: number): void {
    const served = [...this.waiting].slice(0, count)
    for (const work of served) this.waiting.delete(work)
    if (served.length > 0) flushSync(() => served.forEach((work) => work()))
  }
}

/** What tells the rows whether their list is scrolled. */
export function useRowsAtRest(scroller: RefObject<HTMLDivElement | null>): RowsAtRest {
  const { loop } = useEditor()
  const [atRest] = useState(() => new RowsAtRest(loop))
  useLayoutEffect(() => (scroller.current ? atRest.follow(scroller.current) : undefined), [atRest, scroller])
  return atRest
}
