import { type FrameRate, frameAt, frameStart } from '../domain/frames.ts'

/** A frame beside the edge of a line. */
export interface EdgeFrame {
  readonly frame: number
  /** When it comes on screen, in milliseconds. */
  readonly ms: number
  /** Whether the line is drawn on it: a frame has the subtitles of the moment at which it comes on screen. */
  readonly hasLine: boolean
}

/**
 * The frame before an edge, the one on screen at it and the one after it; fewer at the ends of a video of `durationMs`
 * (0 where its length is not known). For the end of a line the frame at it is the first without the line.
 */
export function edgeFrames(edge: 'start' | 'end', ms: number, rate: FrameRate, durationMs: number): EdgeFrame[] {
  // An edge that was put on a frame's start is that frame's, though the start was rounded.
  const at = frameAt(ms + 0.5, rate)
  const last = durationMs > 0 ? Math.max(0, frameAt(durationMs - 1, rate)) : Infinity
  return [at - 1, at, at + 1]
    .filter((frame) => frame >= 0 && frame <= last)
    .map((frame) => {
      const start = frameStart(frame, rate)
      return { frame, ms: start, hasLine: edge === 'start' ? start >= ms : start < ms }
    })
}
