/** Nesting limit of elements: a table in a table in a text box has thirty. */
const MOST_DEPTH = 200
/** Attributes of one element: Word's have thirty, most of them namespaces. */
const MOST_ATTRIBUTES = 200
/** Letters of a tag: Word's have some thousands. */
const LONGEST_TAG = 65_536
/** Letters between two tags: an Excel cell has 32,767. */
const LONGEST_TEXT = 1024 ** 2

/** The file is nested deeper, or has more parts, than any subtitle table. */
export class TooComplex extends Error {}

/**
 * Number of elements in a document's part. Throws TooComplex above the limits of number, nesting, attributes or text; an
 * Error for XML that readers interpret differently.
 */
export function countXml(bytes: Uint8Array, most: number): number {
  let elements = 0
  let depth = 0
  let end = 0
  for (let at = nextTag(bytes, 0); at < bytes.length; at = nextTag(bytes, end)) {
    const next = bytes[at + 1]
    if (next === BANG) end = endOfMarkup(bytes, at)
    else if (next === QUESTION) end = after(bytes, '?>', at)
    else if (next === SLASH) {
      end = after(bytes, '>', at)
      depth--
    } else {
      if (++elements > most) throw new TooComplex()
      end = endOfTag(bytes, at + 1)
      if (bytes[end - 2] !== SLASH && ++depth > MOST_DEPTH) throw new TooComplex()
    }
  }
  return elements
}

/** End of the text that begins at a place; the bytes' end for the last one. */
function nextTag(bytes: Uint8Array, from: number): number {
  const found = bytes.indexOf(OPEN, from)
  const at = found < 0 ? bytes.length : found
  if (at - from > LONGEST_TEXT) throw new TooComplex()
  return at
}

/** End of a comment or CDATA section. Documents' parts have no document type. */
function endOfMarkup(bytes: Uint8Array, at: number): number {
  if (isAt(bytes, '<!--', at)) return after(bytes, '-->', at + 4)
  if (isAt(bytes, '<![CDATA[', at)) return after(bytes, ']]>', at)
  throw new Error('no part of a document')
}

function endOfTag(bytes: Uint8Array, from: number): number {
  let attributes = 0
  for (let at = from; at < bytes.length; at++) {
    const byte = bytes[at]
    if (at - from > LONGEST_TAG) throw new TooComplex()
    if (byte === CLOSE) return at + 1
    if (byte === OPEN) break
    if (byte !== QUOTE && byte !== APOSTROPHE) continue
    if (++attributes > MOST_ATTRIBUTES) throw new TooComplex()
    const end = bytes.indexOf(byte, at + 1)
    if (end < 0) break
    at = end
  }
  throw new Error('a tag without an end')
}

/** The position after the next occurrence of some letters. */
function after(bytes: Uint8Array, letters: string, from: number): number {
  const last = letters.charCodeAt(letters.length - 1)
  for (let at = bytes.indexOf(last, from); at >= 0; at = bytes.indexOf(last, at + 1)) {
    if (isAt(bytes, letters, at - letters.length + 1)) return at + 1
  }
  throw new Error('markup without an end')
}

const isAt = (bytes: Uint8Array, letters: string, at: number): boolean => {
  for (let index = 0; index < letters.length; index++) {
    if (bytes[at + index] !== letters.charCodeAt(index)) return false
  }
  return true
}

const OPEN = 0x3c
const CLOSE = 0x3e
const SLASH = 0x2f
const BANG = 0x21
const QUESTION = 0x3f
const QUOTE = 0x22
const APOSTROPHE = 0x27
