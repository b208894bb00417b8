/** What an engine says of its own translation. */
export interface Doubts {
  /** Words that it does not know and left as they were. */
  readonly unknown: readonly string[]
  /** Places of the translation where a word fell out, and what did not come back of what has to stay as it is. */
  readonly lost: readonly string[]
}

/** How doubtful a translation is: what is lost counts most. */
export const doubtOf = ({ unknown, lost }: Doubts): number => unknown.length + 3 * lost.length
