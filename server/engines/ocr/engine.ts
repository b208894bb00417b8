import type { LanguageCode } from '#core/domain/languages.ts'
import type { Picture, PixelBox } from '../pictures.ts'

export interface RecogniseOptions {
  readonly language: LanguageCode
  /** Layout of each picture: one line that fills it, a block of lines, or text anywhere. */
  readonly layout: 'line' | 'block' | 'anywhere'
  readonly signal: AbortSignal
}

/** A word, or a character in scripts without spaces. */
export interface ReadWord {
  readonly text: string
  /** 0 to 1. */
  readonly confidence: number
}

/** A line of text in a picture. */
export interface ReadLine {
  readonly text: string
  readonly box: PixelBox
  /** 0 to 1. */
  readonly confidence: number
  /** The text: joined by spaces, or by nothing in scripts without them. */
  readonly words: readonly ReadWord[]
  /** Characters with their centres in pixels from the left, if the engine gives them. */
  readonly signs?: readonly (ReadWord & { readonly x: number })[]
}

/** Where text is in a picture. */
export interface FoundText {
  readonly box: PixelBox
  /** 0 to 1. */
  readonly confidence: number
}

/** Reads text in pictures. */
export interface ReadEngine {
  /** Part of a step's key: another version may read differently. */
  readonly version: string
  /** What it reads best: text anywhere in pictures, or dark rows on white as in scanned print. */
  readonly madeFor: 'scenes' | 'pages'
  /** Lines of each picture from top to bottom, in the pictures' order. */
  recognise(pictures: readonly Picture[], options: RecogniseOptions): Promise<ReadLine[][]>
  /** Text boxes of each picture, without reading. */
  detect(pictures: readonly Picture[], options: { readonly signal: AbortSignal }): Promise<FoundText[][]>
}
