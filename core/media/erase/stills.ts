import type { FoundText } from './texts.ts'

/** A frame for the preview; each text is in one, up to the number of frames. */
export interface StillFrame {
  readonly frame: number
  readonly ids: readonly string[]
}

/** Frames after which a new text is fully visible. */
const WHOLE_AFTER = 4

/** Frames that together show all texts, in order; at most `most`, spread evenly over the video. */
export function stillFrames(texts: readonly FoundText[], most: number): StillFrame[] {
  const frames: StillFrame[] = []
  const left = new Set([...texts].sort((a, b) => a.first - b.first))
  for (const text of left) {
    const frame = Math.min(text.last, text.first + WHOLE_AFTER)
    const here = [...left].filter(({ first, last }) => first <= frame && frame <= last)
    for (const one of here) left.delete(one)
    frames.push({ frame, ids: here.map(({ id }) => id) })
  }
  if (frames.length <= most) return frames
  return Array.from({ length: most }, (_, at) => frames[Math.floor((at * frames.length) / most)]).filter(
    (still) => still !== undefined,
  )
}
