import { isCp850 } from './dos-letters.ts'
import { type Encoding, encodings, isEncoding } from './encodings.ts'

export interface EncodingGuess {
  readonly encoding: Encoding
  /** 0 to 1. */
  readonly confidence: number
}

/** Bytes that suffice to detect an encoding. */
const SAMPLE = 65_536
/** Largest share of bytes, and of non-ASCII ones, that an encoding may lack. */
const MOST_DROPPED = 3
const MOST_DROPPED_SHARE = 0.03
/** A word with this few non-ASCII bytes must be fully decodable. */
const WORD = 8

/**
 * Candidate legacy encodings, best first. Each is rated on the bytes it can decode: the detector treats one undecodable
 * byte as proof, but files are damaged.
 */
export async function guessEncodings(bytes: Uint8Array): Promise<EncodingGuess[]> {
  if (hasJapaneseEscapes(bytes)) return [{ encoding: 'iso-2022-jp', confidence: 0.95 }]
  const sample = foreignLines(bytes)
  const high = sample.reduce((count, byte) => count + (byte >= 128 ? 1 : 0), 0)
  const { detectAll } = await import('jschardet')
  const runs = new Map<string, Map<string, number>>()
  const found: EncodingGuess[] = []
  for (const encoding of encodings) {
    if (encoding.startsWith('utf') || encoding === 'iso-2022-jp' || encoding === 'cp850') continue
    const { kept, dropped } = readable(sample, encoding)
    const share = dropped.length / Math.max(1, high)
    if ((high <= WORD && dropped.length > 0) || (dropped.length > MOST_DROPPED && share > MOST_DROPPED_SHARE)) continue
    const key = dropped.join()
    const run = runs.get(key) ?? confidences(detectAll(kept, { minimumThreshold: 0, excludeEncodings: NOT_ASKED }))
    runs.set(key, run)
    const confidence = run.get(encoding)
    if (confidence === undefined) continue
    const likely = likelihood(new TextDecoder(encoding).decode(kept))
    found.push({ encoding, confidence: confidence * (1 - share) ** 2 * Math.max(0.1, likely ** 2) })
  }
  found.sort((a, b) => expected(b, high) - expected(a, high))
  if (found[0]?.encoding === 'windows-1250' && isLatin2(sample)) moveUp(found, 'iso-8859-2')
  const certain =
    vietnamese(sample) ?? western(sample) ?? ((found[0]?.confidence ?? 0) < UNSURE ? eastAsian(sample) : undefined)
  const all = certain ? [certain, ...found.filter((one) => one.encoding !== certain.encoding)] : found
  return all.slice(0, OFFERED)
}

const OFFERED = 8

/** Encodings recognised by signatures that damage can produce by chance. */
const NOT_ASKED = [
  'utf-7',
  'utf-16',
  'utf-16-le',
  'utf-16-be',
  'utf-32',
  'utf-32-le',
  'utf-32-be',
  'hz-gb-2312',
  'iso-2022-kr',
  'iso2022-jp-2',
  'iso2022-jp-2004',
  'iso2022-jp-ext',
]

function confidences(results: readonly { encoding: string | null; confidence: number }[]): Map<string, number> {
  const out = new Map<string, number>()
  for (const { encoding, confidence } of results) {
    const label = encoding && labelOf(encoding)
    // Of equal ratings the detector's first is better.
    if (label && !out.has(label)) out.set(label, Math.min(0.99, confidence) - out.size / 1e6)
  }
  return out
}

/** Confidence with priors: Western text is by far the most common, and some encodings hardly occur. */
function expected({ encoding, confidence }: EncodingGuess, high: number): number {
  if (encoding === 'windows-1252') return confidence * (1 + 1 / (1 + high / 4))
  const usual = confidence * (rare[encoding] ?? 1)
  // Second bytes are ASCII letters, as after European letters.
  if (encoding === 'big5' && confidence < UNSURE) return 0.3 * usual
  return encoding.startsWith('iso-8859-') ? usual * (1 - 1 / (2 + high / 4)) : usual
}

const rare: Partial<Record<Encoding, number>> = {
  macintosh: 0.25,
  'iso-8859-15': 0.5,
  'iso-8859-3': 0.9,
  'iso-8859-4': 0.9,
  'iso-8859-10': 0.9,
  'iso-8859-14': 0.9,
  'iso-8859-16': 0.9,
}

/** Below this there is too little text for statistics. */
const UNSURE = 0.06

/**
 * The detector rates both Central European encodings alike. They differ in S, T and Z with marks, which only windows-1250
 * has there.
 */
function isLatin2(bytes: Uint8Array): boolean {
  let [windows, iso] = [0, 0]
  for (const byte of bytes) {
    if (byte > 0x80 && byte < 0xa0) windows++
    else if (LATIN2_LETTERS.includes(byte)) iso++
  }
  return iso > 4 * windows
}

const LATIN2_LETTERS = [0xa6, 0xa9, 0xab, 0xac, 0xae, 0xb1, 0xb6, 0xb9, 0xbb, 0xbc, 0xbe]

function moveUp(found: EncodingGuess[], encoding: Encoding): void {
  const at = found.findIndex((one) => one.encoding === encoding)
  const [first, other] = [found[0], found[at]]
  if (first && other && other.confidence > 0.8 * first.confidence) found.unshift(...found.splice(at, 1))
}

/** 1 minus the share of misplaced non-ASCII letters. */
function likelihood(text: string): number {
  let [foreign, unlikely] = [0, 0]
  let [before, current] = [0, 0]
  for (let at = 0; at <= text.length; at++) {
    const next = at < text.length ? kindOf(text.charCodeAt(at)) : BLANK
    if (at > 0 && text.charCodeAt(at - 1) >= 0x80) {
      foreign++
      if (isMisplaced(before, current, next)) unlikely++
    }
    before = current
    current = next
  }
  return 1 - unlikely / Math.max(1, foreign)
}

/** Kinds of characters: impossible, symbols, spaces, and alphabets, which do not mix within a word. */
const [BLANK, NEVER, SIGN, SMALL, LARGE, ALPHABET] = [0, 1, 2, 3, 4, 5]

function isMisplaced(before: number, current: number, next: number): boolean {
  if (current === NEVER) return true
  if (current === SIGN) return before >= SMALL && next >= SMALL
  if (current === LARGE) return before === SMALL
  if (current > LARGE) return (before >= SMALL && before !== current) || (next >= SMALL && next !== current)
  return false
}

/** Symbols impossible within a word; apostrophe, dash and dot are possible. */
const SIGNS =
  /[\u00a1-\u00a9\u00ab\u00ac\u00ae-\u00b4\u00b6\u00b8\u00b9\u00bb-\u00bf\u00d7\u00f7\u02c6\u02dc\u0192\u2020-\u2022\u2030\u2039\u203a\u20ac\u2122]/
const NEVER_USED = /[\u0080-\u009f\u2500-\u259f\ue000-\uf8ff\ufffd]/
const alphabets: readonly RegExp[] = [
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Hebrew}/u,
  /\p{Script=Arabic}/u,
  /\p{Script=Thai}/u,
  /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]/u,
]

const kinds = new Uint8Array(65_536).fill(255)

function kindOf(code: number): number {
  if (kinds[code] === 255) kinds[code] = newKind(String.fromCharCode(code))
  return kinds[code]!
}

function newKind(letter: string): number {
  if (NEVER_USED.test(letter)) return NEVER
  if (SIGNS.test(letter)) return SIGN
  const alphabet = alphabets.findIndex((pattern) => pattern.test(letter))
  if (alphabet >= 0) return ALPHABET + alphabet
  if (!/\p{Script=Latin}/u.test(letter)) return BLANK
  return letter === letter.toLowerCase() ? SMALL : LARGE
}

/** Vietnamese has tones as marks after vowels, unknown to the detector. */
function vietnamese(bytes: Uint8Array): EncodingGuess | undefined {
  const text = new TextDecoder('windows-1258').decode(readable(bytes, 'windows-1258').kept)
  const foreign = text.match(/[\u0080-\uffff]/g)?.length ?? 0
  const tones =
    text.match(/(?<=[aeiouy\u0103\u00e2\u00ea\u00f4\u01a1\u01b0])[\u0300\u0301\u0303\u0309\u0323]/gi)?.length ?? 0
  const letters = text.match(/[\u0103\u00e2\u00ea\u00f4\u01a1\u01b0\u0111]/gi)?.length ?? 0
  const sure = tones >= 3 && letters >= 2 && tones + letters > 0.8 * foreign
  return sure ? { encoding: 'windows-1258', confidence: 0.9 } : undefined
}

/** Western European DOS text, unknown to the detector. */
function western(bytes: Uint8Array): EncodingGuess | undefined {
  const sure = isCp850(bytes, (label) => new TextDecoder(label).decode(bytes))
  return sure ? { encoding: 'cp850', confidence: 0.8 } : undefined
}

/** A few words decoding almost only to kana, hangul or common Han are that. */
function eastAsian(bytes: Uint8Array): EncodingGuess | undefined {
  for (const [encoding, telling, letters] of eastern) {
    const { kept, dropped } = readable(bytes, encoding)
    const text = new TextDecoder(encoding).decode(kept)
    const foreign = text.match(/[\u0080-\uffff]/g) ?? []
    const telltale = foreign.filter((letter) => telling.test(letter)).length
    const others = foreign.filter((letter) => !letters.test(letter)).length
    // European letters followed by ASCII decode to single East Asian ones.
    const mixed = text.match(/[a-z][\u3040-\uffff]|[\u3040-\uffff][a-z]/gi)?.length ?? 0
    const misfits = dropped.length + others + mixed + (encoding === 'shift_jis' ? 0 : brokenPairs(kept))
    if (foreign.length > 1 && telltale * 3 >= foreign.length && misfits * 10 <= foreign.length) {
      return { encoding, confidence: 0.5 }
    }
  }
  return undefined
}

/** Kana first: Japanese bytes also decode as rare Chinese, not the reverse. */
const eastern: readonly [Encoding, telling: RegExp, letters: RegExp][] = [
  ['shift_jis', /[\u3040-\u30ff]/, /[\u3000-\u30ff\u4e00-\u9fa5\uff01-\uff5e]/],
  ['euc-jp', /[\u3040-\u30ff]/, /[\u3000-\u30ff\u4e00-\u9fa5\uff01-\uff5e]/],
  ['euc-kr', /[\uac00-\ud7a3]/, /[\uac00-\ud7a3\u3000-\u3002]/],
  ['gb18030', /[\u4e00-\u9fa5]/, /[\u4e00-\u9fa5\u3000-\u3002\u2014-\u2026\uff01-\uff1f]/],
]

/** Common letters are byte pairs from A1 on, except in Shift_JIS: the number of runs not made of them. */
function brokenPairs(bytes: Uint8Array): number {
  let [run, low, broken] = [0, 0, 0]
  for (const byte of [...bytes, 0]) {
    if (byte >= 128) {
      run++
      if (byte < 0xa1) low++
      continue
    }
    if (run % 2 === 1 || low > 0) broken++
    run = low = 0
  }
  return broken
}

/** Numbers and times outweigh a short text: only lines with other bytes count. */
function foreignLines(bytes: Uint8Array): Uint8Array {
  const out: number[] = []
  let from = 0
  for (let at = 0; at <= bytes.length && out.length < SAMPLE; at++) {
    if (at < bytes.length && bytes[at] !== 10) continue
    const line = bytes.subarray(from, Math.min(at + 1, from + SAMPLE))
    if (line.some((byte) => byte >= 128)) for (const byte of line) if (!isControl(byte)) out.push(byte)
    from = at + 1
  }
  return Uint8Array.from(out)
}

/** The detector treats them as binary content. */
const isControl = (byte: number): boolean => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13

/** ISO-2022-JP is ASCII with escape sequences to Japanese letters and back. */
export function hasJapaneseEscapes(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0x1b); at >= 0; at = bytes.indexOf(0x1b, at + 1)) {
    if (bytes[at + 1] === 0x24 && (bytes[at + 2] === 0x42 || bytes[at + 2] === 0x40)) return true
  }
  return false
}

/** The letters of an encoding: single bytes, and pairs as `lead * 256 + trail`. */
interface Letters {
  readonly single: Uint8Array
  readonly pairs: Uint8Array | undefined
}

const tables = new Map<Encoding, Letters>()

/** The bytes without undecodable ones, and their positions. */
function readable(bytes: Uint8Array, encoding: Encoding): { kept: Uint8Array; dropped: number[] } {
  const { single, pairs } = lettersOf(encoding)
  const dropped: number[] = []
  const kept = new Uint8Array(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    const next = bytes[at + 1] ?? 0
    if (pairs && pairs[byte * 256 + next]) {
      kept[length++] = byte
      kept[length++] = next
      at++
    } else if (single[byte]) kept[length++] = byte
    else dropped.push(at)
  }
  return { kept: kept.subarray(0, length), dropped }
}

const double: ReadonlySet<Encoding> = new Set(['gb18030', 'big5', 'shift_jis', 'euc-jp', 'euc-kr'])

function lettersOf(encoding: Encoding): Letters {
  const known = tables.get(encoding)
  if (known) return known
  const decoder = new TextDecoder(encoding)
  // Decoders map unassigned bytes of a Windows encoding to control characters.
  const controls = encoding.startsWith('windows-')
  const single = new Uint8Array(256).fill(1, 0, 128)
  for (let byte = 128; byte < 256; byte++) {
    const code = decoder.decode(Uint8Array.of(byte)).charCodeAt(0)
    single[byte] = Number(code !== 0xfffd && !(controls && code < 0xa0))
  }
  const letters = { single, pairs: double.has(encoding) ? pairsOf(decoder) : undefined }
  tables.set(encoding, letters)
  return letters
}

/** Decodes every pair at once, one per line. */
function pairsOf(decoder: TextDecoder): Uint8Array {
  const pairs = new Uint8Array(65_536)
  const places: number[] = []
  const bytes: number[] = []
  for (let lead = 0x81; lead < 0xff; lead++) {
    for (let trail = 0x40; trail < 0xff; trail++) {
      places.push(lead * 256 + trail)
      bytes.push(lead, trail, 10)
    }
  }
  const texts = decoder.decode(Uint8Array.from(bytes)).split('\n')
  for (const [index, place] of places.entries()) {
    const text = texts[index] ?? ''
    pairs[place] = Number([...text].length === 1 && text !== '\uFFFD')
  }
  return pairs
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

function labelOf(name: string): Encoding | undefined {
  const plain = name.toLowerCase().replace(/^iso8859/, 'iso-8859')
  const label = aliases[plain] ?? plain
  return isEncoding(label) ? label : undefined
}
