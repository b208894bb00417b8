import type { PictureRegion } from './picture-region.ts'

/**
 * Kind of a found text. `caption`: drawn over the picture; `scene`: any other read text; `unread`: looks like text, but
 * unreadable; `mark`: static, on request; `place`: in a place that the user named.
 */
export const textVerdicts = ['caption', 'scene', 'unread', 'mark', 'place'] as const
export type TextVerdict = (typeof textVerdicts)[number]

/** What a text says; confidence from 0 to 1. */
export interface TextReading {
  readonly text: string
  readonly confidence: number
}

/** A preview of what an erasure would remove. */
export interface EraseLook {
  /** Size of the upright picture in pixels. */
  readonly width: number
  readonly height: number
  /** All found texts in the order of their starts. `isErased` marks those to be erased. */
  readonly texts: readonly LookedText[]
  /** Frames of the video with their visible texts; of long videos not all texts are in one. */
  readonly stills: readonly MaskStill[]
}

export interface LookedText {
  /** Equal whenever the same video is searched in the same way. */
  readonly id: string
  readonly verdict: TextVerdict
  readonly reading: TextReading | null
  /** In shares of the picture. */
  readonly region: PictureRegion
  /** Start and end in milliseconds from the first frame. */
  readonly from_ms: number
  readonly to_ms: number
}

/** A frame of the video with its texts' masks. */
export interface MaskStill {
  readonly at_ms: number
  /** Key of a JPEG of the frame. */
  readonly blob: string
  readonly masks: readonly TextMask[]
}

/** The masked part of a picture. */
export interface TextMask {
  /** Of the text. */
  readonly id: string
  /** In shares of the picture. */
  readonly region: PictureRegion
  /** Key of a PNG of this region: white where the text would be erased, transparent elsewhere. */
  readonly blob: string
}
