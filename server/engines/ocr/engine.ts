import type { LanguageCode } from '#core/domain/languages.ts'
import type { Picture, PixelBox } from '../pictures.ts'

export interface RecogniseOptions {
  readonly language: LanguageCode
  /** What each picture holds: one line that fills it, a block of lines, or text anywhere. */
  readonly layout: 'line' | 'block' | 'anywhere'
  readonly signal: AbortSignal
}

/** A word, or a character where words are written without blanks. */
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
  /** Joined by blanks, or by nothing where words are written without them, they are the text. */
  readonly words: readonly ReadWord[]
  /** Single signs and where their middles are in the picture, in pixels from the left, where the engine says. */
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
  /** What it reads best: letters anywhere in pictures, or dark rows on white as in scanned print. */
  readonly madeFor: 'scenes' | 'pages'
  /** The lines of each picture from top to bottom, in the pictures' order. */
  recognise(pictures: readonly Picture[], options: RecogniseOptions): Promise<ReadLine[][]>
  /** Where text stands in each picture, without reading it. */
  detect(pictures: readonly Picture[], options: { readonly signal: AbortSignal }): Promise<FoundText[][]>
}
