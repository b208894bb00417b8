/*
 * Parses a language model's answer to lines with keys. It may wrap or truncate its JSON, or write a list: every line with
 * a recognisable key is taken, no other.
 */

/** Texts of an answer by key; empty without keys. */
export function readKeyed(content: string, keys: readonly string[]): Map<string, string> {
  const wanted = new Set(keys)
  const found = new Map<string, string>()
  const keep = (key: string, text: unknown): void => {
    if (wanted.has(key) && typeof text === 'string' && text.trim() !== '') found.set(key, text.trim())
  }
  const whole = parsedObject(content)
  if (whole) for (const [key, text] of entriesOf(whole, wanted)) keep(key, text)
  if (found.size === 0) for (const [key, text] of scannedPairs(content)) keep(key, text)
  if (found.size === 0) for (const [key, text] of listedLines(content)) keep(key, text)
  return found
}

/** The first object in a text that is JSON. */
function parsedObject(content: string): Record<string, unknown> | undefined {
  const from = content.indexOf('{')
  const to = content.lastIndexOf('}')
  if (from < 0 || to < from) return undefined
  try {
    const value: unknown = JSON.parse(content.slice(from, to + 1))
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** The pairs of an object, or of the one nested object with the keys, as models wrap their answers. */
function entriesOf(value: Record<string, unknown>, wanted: ReadonlySet<string>): [string, unknown][] {
  const entries = Object.entries(value)
  if (entries.some(([key, text]) => wanted.has(key) && typeof text === 'string')) return entries
  return entries.flatMap(([, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? Object.entries(inner) : [],
  )
}

const PAIR = /"([^"\\]{1,12})"\s*:\s*("(?:[^"\\]|\\.)*")\s*(?=[,}\n]|$)/g

/** Complete pairs of truncated or invalid JSON. A truncated text is dropped. */
function* scannedPairs(content: string): Generator<[string, string]> {
  for (const [, key = '', text = ''] of content.matchAll(PAIR)) {
    try {
      yield [key, String(JSON.parse(text.replace(/[\n\r\t]/g, ' ')))]
    } catch {
      // An invalid JSON escape: the line is requested again.
    }
  }
}

const LISTED = /^\s*(?:[-*]\s*)?["[(]?(\d{1,6})["\])]?\s*[.:|)\t]\s*"?(.+?)"?,?\s*$/gm

/** `12: text`, `12. text`, `[12] text`. */
function* listedLines(content: string): Generator<[string, string]> {
  for (const [, key = '', text = ''] of content.matchAll(LISTED)) yield [key, text]
}
