import type { Problem } from './problem.ts'

export interface Decoded {
  readonly text: string
  /** Label of the Encoding Standard, or utf-32le / utf-32be. */
  readonly encoding: string
  /** 0 to 1: 1 where a mark or the bytes themselves leave no doubt, else the detector's confidence. */
  readonly confidence: number
  /** Other readings, best first. */
  readonly others: readonly string[]
  readonly problems: readonly Problem[]
}

/** Encodings a person may choose by hand, by the label that `decodeBytes` takes. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'utf-32le',
  'utf-32be',
  'gb18030',
  'big5',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'euc-kr',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'iso-8859-3',
  'iso-8859-4',
  'iso-8859-5',
  'iso-8859-6',
  'iso-8859-7',
  'iso-8859-8',
  'iso-8859-10',
  'iso-8859-13',
  'iso-8859-14',
  'iso-8859-15',
  'iso-8859-16',
  'koi8-r',
  'koi8-u',
  'macintosh',
] as const

const marks: readonly [label: string, bytes: readonly number[]][] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

/**
 * The text of a subtitle file in any encoding. What decides, in this order: the label that was given, a byte order mark,
 * zero bytes as in UTF-16 and UTF-32, valid UTF-8, then a statistical detector on the lines that are not ASCII. A
 * RangeError names a label that does not exist.
 */
export async function decodeBytes(bytes: Uint8Array, label?: string): Promise<Decoded> {
  if (label) return decoded(bytes, label.toLowerCase(), 1, [])
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return decoded(bytes, marked[0], 1, [])
  const wide = wideEncoding(bytes)
  if (wide) return decoded(bytes, wide, 0.9, [])
  if (isUtf8(bytes)) return decoded(bytes, 'utf-8', 1, [])
  const found = await guess(bytes)
  return decoded(
    bytes,
    found[0]?.encoding ?? 'windows-1252',
    found[0]?.confidence ?? 0,
    found.slice(1).map((one) => one.encoding),
  )
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    // ISO-2022-JP is ASCII to UTF-8's rules, with escape sequences.
    return !hasEscape(bytes)
  } catch {
    return false
  }
}

function hasEscape(bytes: Uint8Array): boolean {
  const at = bytes.indexOf(0x1b)
  return at >= 0 && (bytes[at + 1] === 0x24 || bytes[at + 1] === 0x28)
}

/** UTF-16 and UTF-32 without a mark: line ends, digits and arrows put zeros into the same byte of every unit. */
function wideEncoding(bytes: Uint8Array): string | undefined {
  const length = Math.min(bytes.length & ~3, 65_536)
  if (length < 8) return undefined
  const zerosAt = (place: number): number => {
    let zeros = 0
    for (let at = place; at < length; at += 4) if (bytes[at] === 0) zeros++
    return zeros / (length / 4)
  }
  const [first, second, third, fourth] = [zerosAt(0), zerosAt(1), zerosAt(2), zerosAt(3)]
  if (second > 0.9 && third > 0.9 && fourth > 0.9) return 'utf-32le'
  if (first > 0.9 && second > 0.9 && third > 0.9) return 'utf-32be'
  const [even, odd] = [(first + third) / 2, (second + fourth) / 2]
  if (odd > 0.2 && even < odd / 8) return 'utf-16le'
  if (even > 0.2 && odd < even / 8) return 'utf-16be'
  return undefined
}

interface Guess {
  readonly encoding: string
  readonly confidence: number
}

/** The detector's model has over half a megabyte: it is loaded only for files that are not UTF. */
async function guess(bytes: Uint8Array): Promise<Guess[]> {
  const { detectAll } = await import('jschardet')
  const found: Guess[] = []
  for (const { encoding, confidence } of detectAll(foreignLines(bytes))) {
    const label = encoding && labelOf(encoding)
    if (!label || found.some((one) => one.encoding === label)) continue
    found.push({ encoding: label, confidence: Math.min(0.99, confidence) })
  }
  found.sort((a, b) => expected(b) - expected(a))
  const east = (found[0]?.confidence ?? 0) < UNSURE ? eastAsian(bytes) : undefined
  return east ? [east, ...found.filter((one) => one.encoding !== east.encoding)] : found
}

/**
 * Confidence with what is known beforehand: Western text is by far the most common, and nobody uses the two encodings
 * that the detector takes for it.
 */
function expected({ encoding, confidence }: Guess): number {
  const usual = encoding === 'windows-1252' ? 1.25 : 1
  return encoding === 'iso-8859-15' || encoding === 'macintosh' ? confidence / 2 : confidence * usual
}

/** Below this there is too little text for statistics. */
const UNSURE = 0.06

/** A few words that decode without a fault into kana, hangul or common Han, and nothing else, are that. */
function eastAsian(bytes: Uint8Array): Guess | undefined {
  for (const [encoding, letters] of eastern) {
    const text = strictText(bytes, encoding)
    const foreign = text?.match(/[\u0080-\uffff]/g) ?? []
    if (foreign.length > 0 && foreign.every((letter) => letters.test(letter))) return { encoding, confidence: 0.5 }
  }
  return undefined
}

/** Kana first: the bytes of Japanese are also Chinese of a kind, but not the other way round. */
const eastern: readonly [string, RegExp][] = [
  ['shift_jis', /[\u3040-\u30ff\u3000-\u3002]/],
  ['euc-jp', /[\u3040-\u30ff\u3000-\u3002]/],
  ['euc-kr', /[\uac00-\ud7a3\u3000-\u3002]/],
  ['gb18030', /[\u4e00-\u9fa5\u3000-\u3002\uff01-\uff1f]/],
]

function strictText(bytes: Uint8Array, label: string): string | undefined {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Numbers and times say nothing about a language and outweigh a short text: only lines with other bytes count. */
function foreignLines(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  let from = 0
  for (let at = 0; at <= bytes.length && out.length < 262_144; at++) {
    if (at < bytes.length && bytes[at] !== 10) continue
    const line = bytes.subarray(from, at + 1)
    if (line.some((byte) => byte >= 128 || byte === 0x1b)) for (const byte of line) out.push(byte)
    from = at + 1
  }
  return Uint8Array.from(out)
}

/** The detector's names that the Encoding Standard spells differently. */
const aliases: Record<string, string> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp936: 'gb18030',
  gb2312: 'gb18030',
  gbk: 'gb18030',
  cp950: 'big5',
  'big5-hkscs': 'big5',
  cp874: 'windows-874',
  'tis-620': 'windows-874',
  'iso-8859-1': 'windows-1252',
  'iso-8859-9': 'windows-1254',
  'iso-8859-11': 'windows-874',
  macroman: 'macintosh',
  maccyrillic: 'x-mac-cyrillic',
}

function labelOf(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/^iso8859/, 'iso-8859')
  const label = aliases[plain] ?? plain
  return (encodings as readonly string[]).includes(label) ? label : undefined
}

function decoded(bytes: Uint8Array, encoding: string, confidence: number, others: readonly string[]): Decoded {
  const text = encoding.startsWith('utf-32') ? decodeUtf32(bytes, encoding === 'utf-32le') : decodeWith(bytes, encoding)
  return { text, encoding, confidence, others, problems: unreadable(text) }
}

/** A RangeError names a label that no decoder knows. */
function decodeWith(bytes: Uint8Array, label: string): string {
  return new TextDecoder(label).decode(bytes)
}

function decodeUtf32(bytes: Uint8Array, little: boolean): string {
  const parts: string[] = []
  let chunk: number[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 3 < bytes.length; at += 4) {
    const code = view.getUint32(at, little)
    if (at === 0 && code === 0xfeff) continue
    chunk.push(code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0xfffd : code)
    if (chunk.length === 8192) {
      parts.push(String.fromCodePoint(...chunk))
      chunk = []
    }
  }
  parts.push(String.fromCodePoint(...chunk))
  return parts.join('')
}

/** Lines with the replacement character: bytes that the encoding has no letter for. */
function unreadable(text: string): Problem[] {
  const problems: Problem[] = []
  let line = 1
  let counted = 0
  for (let at = text.indexOf('\uFFFD'); at >= 0; at = text.indexOf('\uFFFD', at)) {
    for (let next = text.indexOf('\n', counted); next >= 0 && next < at; next = text.indexOf('\n', counted)) {
      line++
      counted = next + 1
    }
    const end = text.indexOf('\n', at)
    problems.push({ line, kind: 'bytes_unreadable', text: text.slice(counted, end < 0 ? undefined : end).trim() })
    if (end < 0) break
    at = end
  }
  return problems
}
