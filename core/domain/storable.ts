/**
 * Whether a database can store a text: PostgreSQL has no NUL, and UTF-8 no half surrogate pairs (RFC 3629, section 3).
 */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

/** Key in the `errors` catalogue of a failed check. */
export const unstorable = { params: { key: 'text_unstorable' } }

/** Direction-changing characters: they disguise a name, `exe.png` for `gnp.exe`. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** A name without direction-changing characters. */
export function withoutTurns(name: string): string {
  return name.replace(TURNS, '')
}

/** Whether a text has neither line breaks nor other control characters. */
export function isOneLine(value: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(value)
}

/** The same for a text that may not have a line break. */
export const severalLines = { params: { key: 'one_line' } }
