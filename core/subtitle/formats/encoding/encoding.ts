import { decodeCp850 } from './dos-letters.ts'
import { undoubledUtf8 } from './doubled-utf8.ts'
import { guessEncodings, hasJapaneseEscapes } from './guess.ts'
import { numberedLines } from '../../text/lines.ts'
import type { Problem } from '../../text/problem.ts'
import { isMostlyUtf8, utf8Evidence } from './utf8.ts'
import { decodeWide, isWide, wideEncodingOf } from './wide-text.ts'

export interface Decoded {
  readonly text: string
  /** Label of the Encoding Standard, or utf-32le / utf-32be. */
  readonly encoding: string
  /** 0 to 1: 1 if certain by a mark or the bytes, else the detector's confidence. */
  readonly confidence: number
  /** Other readings, best first; empty if certain. */
  readonly others: readonly string[]
  readonly problems: readonly Problem[]
}

const marks: readonly [label: string, bytes: readonly number[]][] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * Decodes a subtitle file. In order: the given label, a plausible byte order mark, zero bytes as in UTF-16 and UTF-32,
 * UTF-8 with little damage, then statistics of non-ASCII lines. A RangeError names an unknown label.
 */
export async function decodeBytes(bytes: Uint8Array, label?: string): Promise<Decoded> {
  if (label) return decoded(bytes, label.toLowerCase(), 1, [])
  const [marked, mark] = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? []
  if (marked === undefined || mark === undefined) {
    return hasDamagedMark(bytes) && !isBelied('utf-8', bytes) ? damagedUtf8(bytes) : unmarked(bytes)
  }
  const body = bytes.subarray(mark.length)
  if (!isBelied(marked, body)) return decoded(bytes, marked, 1, [])
  // The mark is wrong: a tool put it before unconverted bytes.
  const found = await unmarked(body)
  return found.encoding === marked ? found : { ...found, others: [...found.others, marked] }
}

/** Two of the three bytes of UTF-8's mark, before ASCII: no text begins so. */
function hasDamagedMark(bytes: Uint8Array): boolean {
  const start = bytes.subarray(0, 3).findIndex((byte) => byte < 0x80)
  const marks = [0xef, 0xbb, 0xbf].filter((byte) => bytes.subarray(0, start < 0 ? 3 : start).includes(byte))
  return marks.length === 2 && (start === 2 || (start < 0 && (bytes[3] ?? 0) < 0x80))
}

/** Whether the bytes contradict their mark. */
function isBelied(marked: string, body: Uint8Array): boolean {
  if (marked !== 'utf-8') return isNarrow(body)
  if (isUtf8(body)) return false
  const evidence = utf8Evidence(body)
  return (evidence.places > 3 && !isMostlyUtf8(evidence)) || wideEncodingOf(body) !== undefined
}

/** A doubly encoded text is read unchanged and reported: only the user can decide. */
function wholeUtf8(bytes: Uint8Array): Decoded {
  const whole = decoded(bytes, 'utf-8', 1, [])
  const single = undoubledUtf8(whole.text)
  if (single === undefined) return whole
  const differs = ([line, content]: [number, string], at: number): Problem[] =>
    lines[at] === content ? [] : [{ line, kind: 'doubled_utf8', text: content.trim() }]
  const lines = single.split(/\r\n?|\n/)
  const first = [...numberedLines(whole.text)].flatMap(differs).slice(0, 1)
  return { ...whole, others: ['utf-8-twice'], problems: [...whole.problems, ...first] }
}

function damagedUtf8(bytes: Uint8Array): Decoded {
  return decoded(bytes, 'utf-8', 0.9, ['windows-1252'])
}

async function unmarked(bytes: Uint8Array): Promise<Decoded> {
  const wide = wideEncodingOf(bytes)
  if (wide) return decoded(bytes, wide, 0.9, [])
  if (isUtf8(bytes)) return wholeUtf8(bytes)
  const [evidence, found] = [utf8Evidence(bytes), await guessEncodings(bytes)]
  const others = found.map((one) => one.encoding)
  const { sequences, places, signs } = evidence
  const [best = { encoding: 'windows-1252', confidence: 0 }] = found
  // The rest of one or two characters in an ASCII text, without words in any other encoding.
  const remains = places > 0 && places <= 3 && signs === places && best.confidence < UNLIKELY
  if (isMostlyUtf8(evidence) || remains) {
    return decoded(bytes, 'utf-8', Math.min(0.99, sequences / (sequences + places)), others)
  }
  return decoded(bytes, best.encoding, best.confidence, [...others.slice(1), 'utf-8'])
}

/** A lower confidence is no guess. */
const UNLIKELY = 0.05

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // ISO-2022-JP is ASCII, valid in UTF-8, with escape sequences.
    return !hasJapaneseEscapes(bytes)
  } catch {
    return false
  }
}

/** An arrow in single bytes: impossible in UTF-16 and UTF-32. */
function isNarrow(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x3e); at >= 0; at = bytes.indexOf(0x3e, at + 1)) {
    if (bytes[at - 1] === 0x2d && bytes[at - 2] === 0x2d) return true
  }
  return false
}

function decoded(bytes: Uint8Array, encoding: string, confidence: number, others: readonly string[]): Decoded {
  const text = isWide(encoding) ? decodeWide(bytes, encoding) : decodeWith(bytes, encoding)
  const pattern = encoding.startsWith('utf-') ? NO_LETTER : NO_OLD_LETTER
  return { text, encoding, confidence, others, problems: unreadable(text, pattern) }
}

/** A RangeError names an unknown label. */
function decodeWith(bytes: Uint8Array, label: string): string {
  if (label === 'cp850') return decodeCp850(bytes)
  if (label === 'utf-8-twice') {
    const text = new TextDecoder().decode(bytes)
    return undoubledUtf8(text) ?? text
  }
  return new TextDecoder(label).decode(bytes)
}

const NO_LETTER = /\uFFFD/
/** Decoders map unassigned bytes to control characters; U+0085 alone is a line end to some. */
const NO_OLD_LETTER = /[\uFFFD\u0080-\u0084\u0086-\u009F]/

/** Lines with undecodable bytes. */
function unreadable(text: string, pattern: RegExp): Problem[] {
  if (!pattern.test(text)) return []
  const problems: Problem[] = []
  for (const [line, content] of numberedLines(text)) {
    if (pattern.test(content)) problems.push({ line, kind: 'bytes_unreadable', text: content.trim() })
  }
  return problems
}
