import type { LanguageCode } from '#core/domain/languages.ts'
import type { Doubts } from '#core/translate/doubts.ts'
import type { GlossaryTerm } from '#core/translate/glossary.ts'

/** Lines around the ones to translate, to be read and not translated. */
export interface TranslateContext {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** What the whole is about. */
  readonly summary?: string
}

export interface TranslateRequest {
  /** With marks of `core/translate/marks.ts` for an engine whose abilities say so. */
  readonly texts: readonly string[]
  readonly from: LanguageCode
  readonly to: LanguageCode
  readonly context?: TranslateContext
  readonly glossary?: readonly GlossaryTerm[]
  /** Letters that the translation of each text should not exceed, where there is a bound. */
  readonly maxLengths?: readonly (number | undefined)[]
  /** Earlier translations of the texts that are too long. */
  readonly drafts?: readonly (string | undefined)[]
  readonly signal: AbortSignal
  /** Takes each translation as soon as it is there, so that it is kept where a later text fails. */
  readonly onText?: (index: number, text: string) => void
}

/** A translation of which the engine itself says what it doubts. */
export interface DoubtfulText extends Doubts {
  readonly text: string
}

/** Turns texts into as many texts of another language, in the same order. */
export interface TranslateEngine {
  /** Part of a step's key: another version may give other text. */
  readonly version: string
  /** `null`: it gave no translation of this text. An empty text stays empty. */
  translate(request: TranslateRequest): Promise<(string | DoubtfulText | null)[]>
}
