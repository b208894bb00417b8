import { type FrameRate, frameAt, frameStart } from '../domain/frames.ts'

/** A frame beside a cue's edge. */
export interface EdgeFrame {
  readonly frame: number
  /** When it appears, in milliseconds. */
  readonly ms: number
  /** Whether it shows the cue: a frame has the subtitles of its first moment. */
  readonly hasLine: boolean
}

/**
 * The frame before an edge, the one at it and the one after; fewer at the ends of a video of `durationMs` (0 if unknown).
 * At a cue's end the frame at it is the first without the cue.
 */
export function edgeFrames(edge: 'start' | 'end', ms: number, rate: FrameRate, durationMs: number): EdgeFrame[] {
  // An edge on a frame's start belongs to that frame, even if the start was rounded.
  const at = frameAt(ms + 0.5, rate)
  const last = durationMs > 0 ? Math.max(0, frameAt(durationMs - 1, rate)) : Infinity
  return [at - 1, at, at + 1]
    .filter((frame) => frame >= 0 && frame <= last)
    .map((frame) => {
      const start = frameStart(frame, rate)
      return { frame, ms: start, hasLine: edge === 'start' ? start >= ms : start < ms }
    })
}
