import type { LanguageCode } from '#core/domain/languages.ts'

export interface TranslateOptions {
  readonly from: LanguageCode
  readonly to: LanguageCode
  readonly signal: AbortSignal
}

/** Turns lines into as many lines of another language, in the same order. */
export interface TranslateEngine {
  readonly name: string
  readonly version: string
  /** Target languages by source language. */
  readonly pairs: Readonly<Partial<Record<LanguageCode, readonly LanguageCode[]>>>
  translate(lines: readonly string[], options: TranslateOptions): Promise<string[]>
}

export function covers(engine: TranslateEngine, from: LanguageCode, to: LanguageCode): boolean {
  return engine.pairs[from]?.includes(to) ?? false
}
