import type { PictureRegion } from './picture-region.ts'

/**
 * What a text is taken for. `caption`: read, and drawn over the picture as captions are; `scene`: anything else that was
 * read; `unread`: taken for text by its looks, but no engine here reads it; `mark`: never leaves, and was asked for;
 * `place`: stands in a place that the user named.
 */
export const textVerdicts = ['caption', 'scene', 'unread', 'mark', 'place'] as const
export type TextVerdict = (typeof textVerdicts)[number]

/** What a text says; confidence from 0 to 1. */
export interface TextReading {
  readonly text: string
  readonly confidence: number
}

/** What an erasure would take out of a video, for a look before it is started. */
export interface EraseLook {
  /** Size of the upright picture in pixels. */
  readonly width: number
  readonly height: number
  /** All texts that were found, in the order of their beginnings. `isErased` says which go. */
  readonly texts: readonly LookedText[]
  /** Frames of the video, each with the texts that are shown in it; long videos have not all texts in them. */
  readonly stills: readonly MaskStill[]
}

export interface LookedText {
  /** The same whenever the same video is searched in the same way. */
  readonly id: string
  readonly verdict: TextVerdict
  readonly reading: TextReading | null
  /** In shares of the picture. */
  readonly region: PictureRegion
  /** From when to when it stands, in milliseconds from the first frame. */
  readonly from_ms: number
  readonly to_ms: number
}

/** A frame of the video and what the texts in it cover. */
export interface MaskStill {
  readonly at_ms: number
  /** Key of a JPEG of the frame. */
  readonly blob: string
  readonly masks: readonly TextMask[]
}

/** What of a picture a text covers. */
export interface TextMask {
  /** Of the text. */
  readonly id: string
  /** In shares of the picture. */
  readonly region: PictureRegion
  /** Key of a PNG of this region: white where the text would go, clear elsewhere. */
  readonly blob: string
}
