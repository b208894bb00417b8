/** How voices speak a word of a folder's lines. */
export interface Pronunciation {
  /** Of the lines; empty for all. */
  readonly language: string
  /** In lower case it stands for every case of the word, else for this one alone. */
  readonly word: string
  /** Another spelling, or phonemes between double brackets, for voices that take them. */
  readonly say: string
}

export const pronunciationLimits = { most: 1000, length: 200 } as const

/** Whether something is spoken by phonemes, such as `[[wIn]]`. */
export const isPhonemes = (say: string): boolean => /^\[\[[^[\]]+\]\]$/.test(say)
