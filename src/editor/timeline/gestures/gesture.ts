import type { EditorSession } from '../../session.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { Tracks } from '../scene.ts'
import type { View } from '../view.ts'

/** What gestures work on. */
export interface GestureHost {
  readonly element: HTMLElement
  readonly session: EditorSession
  view(): View
  setView(view: View): void
  /** Runs what the pointer does: what it chooses or goes to does not move the view under it. */
  byHand<T>(work: () => T): T
  tracks(): Tracks
  durationMs(): number
  seek(ms: number): void
  /** The same while the pointer drags the playhead. */
  scrub(ms: number): void
  /** An edge of a cue is dragged and is at a time now; undefined when it is let go. */
  showEdge(edge: { readonly edge: 'start' | 'end'; readonly ms: number } | undefined): void
  /** Shows where an edge snapped to; undefined hides it. */
  showGuide(ms: number | undefined): void
  /** Marks a part of the video, in milliseconds; undefined takes the mark away. */
  showRange(range: TimeRange | undefined): void
  /** Opens the menu of a cue at a point of the page. */
  openMenu(id: string, left: number, top: number): void
  /** Opens the menu of shot changes for a time, at a point of the page. */
  openShotMenu(ms: number, left: number, top: number): void
  /** Draws the waveform higher by so many steps, or lower again. */
  scaleWave(steps: number): void
  /** Deletes a cue: the other end of a pen does that. */
  erase(id: string): void
  /** Puts the cursor into the text of the cue in focus. */
  editText(): void
}

/** Where the pointer is: pixels from the left of the view, and the time under it. */
export interface PointerPlace {
  readonly x: number
  readonly ms: number
  /** The person holds Alt: nothing snaps. */
  readonly isFree: boolean
}

/**
 * One press of the pointer, from down to up. Each move is computed from where the press began, by time and not by
 * pixels, since the view may move under the pointer.
 */
export interface Gesture {
  /** At the side of the timeline the view moves along. */
  readonly scrollsAtSides: boolean
  /** The pointer is somewhere else; called once a frame at most. */
  move(place: PointerPlace): void
  /** The pointer went up after it had moved. */
  end(): void
  /** The pointer went up where it went down. */
  click(event: PointerEvent): void
  /** The person gave up: everything is as it was. */
  cancel(): void
}
