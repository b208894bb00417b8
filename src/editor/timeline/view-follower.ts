import type { Cue } from '#core/subtitle/cue/cue.ts'
import { centre, endOf, reveal, revealRange, type View } from './view.ts'

/** `page` turns the page when the playhead leaves it, `centre` keeps it in the middle, `off` never moves the view. */
export const followModes = ['page', 'centre', 'off'] as const
export type FollowMode = (typeof followModes)[number]

/** What the view follows. */
export interface ViewFollowerParts {
  readonly view: () => View
  readonly setView: (view: View) => void
  readonly durationMs: () => number
  readonly mode: () => FollowMode
  readonly isPlaying: () => boolean
}

/** A player that reports a seek again may differ by rounding. */
const SAME_MS = 2

/** Scrolls to the focused line and the playhead; what the pointer holds stays in place. */
export class ViewFollower {
  private readonly parts: ViewFollowerParts
  private isByHand = false
  /** Whether the user looks elsewhere during playback. */
  private isLetGo = false
  private lastMs: number

  constructor(parts: ViewFollowerParts, playheadMs: number) {
    this.parts = parts
    this.lastMs = playheadMs
  }

  /** Runs a pointer action on the timeline: what it selects is already in view. */
  byHand<T>(work: () => T): T {
    const before = this.isByHand
    this.isByHand = true
    try {
      return work()
    } finally {
      this.isByHand = before
    }
  }

  /** Follows the playhead; true if the view moves. */
  follow(ms: number): boolean {
    const { view, setView, durationMs, mode, isPlaying } = this.parts
    const isNew = Math.abs(ms - this.lastMs) > SAME_MS
    this.lastMs = ms
    const now = view()
    if (mode() === 'off' || this.isByHand) return false
    const isPlayed = isPlaying()
    if (isPlayed && this.isLetGo && mode() === 'page') {
      if (ms < now.startMs || ms > endOf(now)) return false
      this.isLetGo = false
    }
    if (!isPlayed && !isNew) return false
    const next = isPlayed && mode() === 'centre' ? centre(now, ms, durationMs()) : reveal(now, ms, durationMs())
    if (next === now) return false
    setView(next)
    return true
  }

  /** Shows the cue that the user goes to. */
  show({ start, end }: Cue): void {
    this.isLetGo = false
    if (this.isByHand) return
    const { view, setView, durationMs } = this.parts
    const now = view()
    const next = revealRange(now, start, end, durationMs())
    if (next !== now) setView(next)
  }

  /** Called when the user moves the view. */
  moved(view: View): void {
    this.isLetGo = this.parts.isPlaying() && (this.lastMs < view.startMs || this.lastMs > endOf(view))
  }

  /** Called when playback starts: from then on the view follows again. */
  began(): void {
    this.isLetGo = false
  }
}
