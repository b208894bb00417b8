import { BYTES_PER_WORD, notSmaller } from './byte-words.ts'
import type { GreyPicture } from './text-ink.ts'
import type { Size } from './text-strokes.ts'

const MANY_FRAMES = 4

/**
 * Overlays the frames of one text: letters persist; the background shows its darkest (for dark letters its brightest)
 * value. With many frames the second darkest is used, as it keeps faint dots. Frames are `wholeWords`.
 */
export function laidOver(kept: readonly Uint8Array[], { width, height }: Size, isLight: boolean): GreyPicture {
  // At its edges a text may be fading.
  const edge = kept.length >= 6 ? Math.floor(kept.length / 6) : 0
  const frames = kept.slice(edge, kept.length - edge)
  const flip = isLight ? 0 : -1
  const darkest = new Int32Array(Math.ceil((width * height) / BYTES_PER_WORD)).fill(-1)
  const second = darkest.slice()
  for (const data of frames) layUnder(new Int32Array(data.buffer, 0, darkest.length), flip, darkest, second)
  const chosen = frames.length >= MANY_FRAMES ? second : darkest
  if (flip !== 0) for (let at = 0; at < chosen.length; at++) chosen[at] = ~(chosen[at] ?? 0)
  return { width, height, data: new Uint8Array(chosen.buffer, 0, width * height) }
}

/** A buffer of bytes readable as words. */
export function wholeWords(length: number): Uint8Array {
  return new Uint8Array(Math.ceil(length / BYTES_PER_WORD) * BYTES_PER_WORD).subarray(0, length)
}

/** Merges a frame into the darkest and second darkest values; four pixels per word. */
function layUnder(words: Int32Array, flip: number, darkest: Int32Array, second: Int32Array): void {
  for (let at = 0; at < darkest.length; at++) {
    const value = (words[at] ?? 0) ^ flip
    const dark = darkest[at] ?? 0
    const isBrighter = notSmaller(value, dark)
    const brighter = (value & isBrighter) | (dark & ~isBrighter)
    darkest[at] = value ^ dark ^ brighter
    const next = second[at] ?? 0
    const isMore = notSmaller(brighter, next)
    second[at] = (next & isMore) | (brighter & ~isMore)
  }
}
