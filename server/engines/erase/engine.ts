import type { Picture } from '../pictures.ts'

/** Inpaints the masked part of pictures. */
export interface EraseEngine {
  /** Part of a step's key. */
  readonly version: string
  /** Consecutive frames, each with a grey mask of its size; bytes above 0 are inpainted. */
  fill(
    frames: readonly Picture[],
    masks: readonly Picture[],
    options: { readonly signal: AbortSignal },
  ): Promise<Picture[]>
}
