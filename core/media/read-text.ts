import type { PictureRegion } from '../domain/picture-region.ts'
import type { WeighedWord } from './text-readings.ts'

/** The look of a row's letters, as far as a grey picture shows it. */
export interface RowLook {
  /** Brightness of its strokes, 0 to 255. */
  readonly brightness: number
  /** Width of its strokes, in heights of the row. */
  readonly weight: number
  /** Top and bottom of most letters, in shares of the searched part. */
  readonly height: number
}

/** A row of recognised text. */
export interface ReadRow {
  /** In shares of the searched part. */
  readonly box: PictureRegion
  readonly words: readonly WeighedWord[]
  readonly text: string
  /** 0 to 1. */
  readonly confidence: number
  /** If known. */
  readonly look?: RowLook
}

/** Rows visible for a time; milliseconds. */
export interface ReadText {
  readonly start: number
  readonly end: number
  readonly rows: readonly ReadRow[]
  /** The picture shows another letter than in the previous text. */
  readonly isOther?: boolean
}
