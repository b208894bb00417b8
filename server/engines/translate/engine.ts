import type { LanguageCode } from '#core/domain/languages.ts'

/** A word or phrase and what it is to be in the other language. */
export interface GlossaryTerm {
  readonly from: string
  readonly to: string
}

/** Lines around the ones to translate, to be read and not translated. */
export interface TranslateContext {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** What the whole is about. */
  readonly summary?: string
}

export interface TranslateRequest {
  readonly texts: readonly string[]
  readonly from: LanguageCode
  readonly to: LanguageCode
  readonly context?: TranslateContext
  readonly glossary?: readonly GlossaryTerm[]
  /** Characters that the translation of each text should not exceed, where there is a bound. */
  readonly maxLengths?: readonly (number | undefined)[]
  readonly signal: AbortSignal
  /** Takes each translation as soon as it is there, so that it is kept where a later text fails. */
  readonly onText?: (index: number, text: string) => void
}

/** Turns texts into as many texts of another language, in the same order. */
export interface TranslateEngine {
  /** Part of a step's key: another version may give other text. */
  readonly version: string
  /** `null`: it gave no translation of this text. An empty text stays empty. */
  translate(request: TranslateRequest): Promise<(string | null)[]>
}
