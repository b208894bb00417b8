/**
 * Whether a database can hold a text: PostgreSQL's text has no place for NUL, and UTF-8 none for half of a surrogate
 * pair (RFC 3629, section 3).
 */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed()
}

/** Key in the `errors` catalogue that a failed check carries in place of a text of its own. */
export const unstorable = { params: { key: 'text_unstorable' } }

/** Characters that turn the direction of what follows: with them a name reads as another one, `exe.png` for `gnp.exe`. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g

/** A name as it reads, without characters that turn its direction. */
export function withoutTurns(name: string): string {
  return name.replace(TURNS, '')
}

/** Whether a text has neither line breaks nor other control characters. */
export function isOneLine(value: string): boolean {
  return !/[\p{Cc}\u2028\u2029]/u.test(value)
}

/** The same for a text that may not have a line break. */
export const severalLines = { params: { key: 'one_line' } }
