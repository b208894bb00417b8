/** An engine's doubts about its translation. */
export interface Doubts {
  /** Unknown words that it left unchanged. */
  readonly unknown: readonly string[]
  /** Places in the translation with a lost word, and fixed content that did not come back. */
  readonly lost: readonly string[]
}

/** Severity of a translation's doubts: losses count most. */
export const doubtOf = ({ unknown, lost }: Doubts): number => unknown.length + 3 * lost.length
