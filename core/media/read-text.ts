import type { PictureRegion } from '../domain/picture-region.ts'
import type { WeighedWord } from './text-readings.ts'

/** How the letters of a row are drawn, as far as a grey picture shows it. */
export interface RowLook {
  /** Brightness of its strokes, 0 to 255. */
  readonly brightness: number
  /** Width of its strokes, in heights of the row. */
  readonly weight: number
  /** From where its letters begin down to where most end, in shares of what was looked at. */
  readonly height: number
}

/** A row of text as it was read. */
export interface ReadRow {
  /** In shares of what was looked at. */
  readonly box: PictureRegion
  readonly words: readonly WeighedWord[]
  readonly text: string
  /** 0 to 1. */
  readonly confidence: number
  /** Where it is known. */
  readonly look?: RowLook
}

/** Rows that stand in the picture for a time; milliseconds. */
export interface ReadText {
  readonly start: number
  readonly end: number
  readonly rows: readonly ReadRow[]
  /** The picture shows another letter than in the text before it. */
  readonly isOther?: boolean
}
