import type { LanguageCode } from '#core/domain/languages.ts'

export interface TranslateOptions {
  readonly from: LanguageCode
  readonly to: LanguageCode
  readonly signal: AbortSignal
}

/** Turns lines into as many lines of another language, in the same order. */
export interface TranslateEngine {
  /** Part of a step's key: another version may give other text. */
  readonly version: string
  translate(lines: readonly string[], options: TranslateOptions): Promise<string[]>
}
