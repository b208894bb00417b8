import type { Cue } from '#core/subtitle/cue.ts'
import { centre, endOf, reveal, revealRange, type View } from './view.ts'

/** `page` turns the page when the playhead leaves it, `centre` keeps it in the middle, `off` leaves the view alone. */
export const followModes = ['page', 'centre', 'off'] as const
export type FollowMode = (typeof followModes)[number]

/** What a view goes along with. */
export interface ViewFollowerParts {
  readonly view: () => View
  readonly setView: (view: View) => void
  readonly durationMs: () => number
  readonly mode: () => FollowMode
  readonly isPlaying: () => boolean
}

/** A player that reports a seek once more may be off by its rounding. */
const SAME_MS = 2

/** Brings what the person comes to into view, and the playhead; what is under the person's hand stays where it is. */
export class ViewFollower {
  private readonly parts: ViewFollowerParts
  private isByHand = false
  /** The person looks elsewhere while the video plays. */
  private isLetGo = false
  private lastMs: number

  constructor(parts: ViewFollowerParts, playheadMs: number) {
    this.parts = parts
    this.lastMs = playheadMs
  }

  /** Runs what the pointer does on the timeline: whatever it chooses is in view already. */
  byHand<T>(work: () => T): T {
    const before = this.isByHand
    this.isByHand = true
    try {
      return work()
    } finally {
      this.isByHand = before
    }
  }

  /** The playhead is at another time; true where the view goes there too. */
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

  /** The person comes to a cue. */
  show({ start, end }: Cue): void {
    this.isLetGo = false
    if (this.isByHand) return
    const { view, setView, durationMs } = this.parts
    const now = view()
    const next = revealRange(now, start, end, durationMs())
    if (next !== now) setView(next)
  }

  /** The person moved the view. */
  moved(view: View): void {
    this.isLetGo = this.parts.isPlaying() && (this.lastMs < view.startMs || this.lastMs > endOf(view))
  }

  /** Playing begins: from then on the view goes along again. */
  began(): void {
    this.isLetGo = false
  }
}
