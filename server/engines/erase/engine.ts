import type { Picture } from '../pictures.ts'

/** Paints over what a mask covers, as if it had never been there. */
export interface EraseEngine {
  /** Part of a step's key. */
  readonly version: string
  /** Frames that follow each other, each with a grey mask of its size in which every byte above 0 is to be painted. */
  fill(
    frames: readonly Picture[],
    masks: readonly Picture[],
    options: { readonly signal: AbortSignal },
  ): Promise<Picture[]>
}
