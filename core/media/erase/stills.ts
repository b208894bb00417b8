import type { FoundText } from './texts.ts'

/** A frame that shows what was found: each text is in one, as far as that many are drawn. */
export interface StillFrame {
  readonly frame: number
  readonly ids: readonly string[]
}

/** A text that was just found stands whole so many frames later. */
const WHOLE_AFTER = 4

/** Frames in which all texts are seen, each once, in their order; at most `most`, evenly over the video. */
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
