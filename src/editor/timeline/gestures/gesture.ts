import type { EditorSession } from '../../model/session.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { Tracks } from '../scene.ts'
import type { View } from '../view.ts'

/** What gestures work on. */
export interface GestureHost {
  readonly element: HTMLElement
  readonly session: EditorSession
  view(): View
  setView(view: View): void
  /** Runs a pointer action without scrolling the view to what it selects. */
  byHand<T>(work: () => T): T
  tracks(): Tracks
  durationMs(): number
  seek(ms: number): void
  /** Seeks while the pointer drags the playhead. */
  scrub(ms: number): void
  /** Reports the position of a dragged edge; undefined when it is released. */
  showEdge(edge: { readonly edge: 'start' | 'end'; readonly ms: number } | undefined): void
  /** Shows the guide at a snapped time; undefined hides it. */
  showGuide(ms: number | undefined): void
  /** Marks a range of the video, in milliseconds; undefined removes the mark. */
  showRange(range: TimeRange | undefined): void
  /** Opens the menu of a cue at a point of the page. */
  openMenu(id: string, left: number, top: number): void
  /** Opens the menu of shot changes for a time, at a point of the page. */
  openShotMenu(ms: number, left: number, top: number): void
  /** Magnifies the waveform by steps. */
  scaleWave(steps: number): void
  /** Deletes a cue, for the eraser of a pen. */
  erase(id: string): void
  /** Moves the caret into the focused cue's text. */
  editText(): void
}

/** Position of the pointer: pixels from the left of the view, and the time there. */
export interface PointerPlace {
  readonly x: number
  readonly ms: number
  /** Whether Alt is held, which disables snapping. */
  readonly isFree: boolean
}

/**
 * One press of the pointer. Each move is computed from the start of the press, in time instead of pixels, since the
 * view may move under the pointer.
 */
export interface Gesture {
  /** Whether the view scrolls near the timeline's sides. */
  readonly scrollsAtSides: boolean
  /** The pointer moved; called at most once per frame. */
  move(place: PointerPlace): void
  /** The pointer was released after moving. */
  end(): void
  /** The pointer was released without moving. */
  click(event: PointerEvent): void
  /** The user cancelled: everything is restored. */
  cancel(): void
}
