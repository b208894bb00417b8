/*
 * What a language model answers where lines were asked for by key. It may wrap its JSON in words, stop in the middle of
 * it, or write a list instead: every line that can be told by its key is taken, no other.
 */

/** Texts by key of an answer; none where it has no keys. */
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

/** The pairs of an object, or of the one object in it that has the keys: models like to wrap what they answer. */
function entriesOf(value: Record<string, unknown>, wanted: ReadonlySet<string>): [string, unknown][] {
  const entries = Object.entries(value)
  if (entries.some(([key, text]) => wanted.has(key) && typeof text === 'string')) return entries
  return entries.flatMap(([, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner) ? Object.entries(inner) : [],
  )
}

const PAIR = /"([^"\\]{1,12})"\s*:\s*("(?:[^"\\]|\\.)*")\s*(?=[,}\n]|$)/g

/** Whole pairs of JSON that stops in the middle or has a mistake. A text that is cut off is no text. */
function* scannedPairs(content: string): Generator<[string, string]> {
  for (const [, key = '', text = ''] of content.matchAll(PAIR)) {
    try {
      yield [key, String(JSON.parse(text.replace(/[\n\r\t]/g, ' ')))]
    } catch {
      // An escape that JSON does not know: the line is asked for again.
    }
  }
}

const LISTED = /^\s*(?:[-*]\s*)?["[(]?(\d{1,6})["\])]?\s*[.:|)\t]\s*"?(.+?)"?,?\s*$/gm

/** `12: text`, `12. text`, `[12] text`. */
function* listedLines(content: string): Generator<[string, string]> {
  for (const [, key = '', text = ''] of content.matchAll(LISTED)) yield [key, text]
}
