import type { LanguageCode } from '#core/domain/languages.ts'
import type { Doubts } from '#core/translate/doubts.ts'
import type { GlossaryTerm } from '#core/translate/glossary.ts'

/** Context: lines around the ones to translate. */
export interface TranslateContext {
  readonly before: readonly string[]
  readonly after: readonly string[]
  /** Topic of the whole. */
  readonly summary?: string
}

export interface TranslateRequest {
  /** With marks of `core/translate/marks.ts` for an engine that supports them. */
  readonly texts: readonly string[]
  readonly from: LanguageCode
  readonly to: LanguageCode
  readonly context?: TranslateContext
  readonly glossary?: readonly GlossaryTerm[]
  /** Most letters of each translation, if limited. */
  readonly maxLengths?: readonly (number | undefined)[]
  /** Earlier translations of texts that came out too long. */
  readonly drafts?: readonly (string | undefined)[]
  readonly signal: AbortSignal
  /** Receives each translation at once, so that it is kept if a later text fails. */
  readonly onText?: (index: number, text: string) => void
}

/** A translation with the engine's own doubts. */
export interface DoubtfulText extends Doubts {
  readonly text: string
}

/** Translates texts, one result per text in order. */
export interface TranslateEngine {
  /** Part of a step's key: another version may give other text. */
  readonly version: string
  /** `null`: no translation of this text. An empty text stays empty. */
  translate(request: TranslateRequest): Promise<(string | DoubtfulText | null)[]>
}
