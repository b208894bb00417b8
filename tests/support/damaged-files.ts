import { readFileSync } from 'node:fs'
import { decodeBytes } from '#core/subtitle/formats/encoding/encoding.ts'
import { encode } from './legacy-bytes.ts'
import { realFiles } from './real-files.ts'
import { spokenLines } from './spoken-lines.ts'

/** A file whose encoding is known. */
export interface EncodedFile {
  readonly name: string
  readonly encoding: string
  readonly bytes: Uint8Array
  readonly text: string
}

/** Encodings that bytes do not reveal; all others are Unicode. */
const old: Record<string, string> = {
  'subs/srt/derived-elephants-ja.cp932.srt': 'shift_jis',
  'subs/srt/derived-elephants-ru.cp1251.srt': 'windows-1251',
  'subs/srt/derived-fr-dub.cp1252.srt': 'windows-1252',
  'subs/srt/derived-ja-dub.shift_jis.srt': 'shift_jis',
  'subs/srt/derived-zh-dub.gbk.srt': 'gb18030',
  'subs/srt/derived-es-dub.utf-16-le.srt': 'utf-16le',
  'odd-srt/08-gbk.srt': 'gb18030',
}

/** Real files, and UTF-8 ones converted to every other encoding that has all their letters. */
export function realEncodedFiles(): EncodedFile[] {
  const files: EncodedFile[] = []
  for (const { name, path } of realFiles('subs', 'odd-srt', 'video')) {
    if (!/\.(?:srt|vtt|ass|ssa|ttml|xml|dfxp)$/.test(name)) continue
    const bytes = new Uint8Array(readFileSync(path))
    if (bytes.length === 0 || bytes.length > 200_000) continue
    const encoding = old[name] ?? unicodeOf(bytes)
    const text = new TextDecoder(encoding).decode(bytes)
    files.push({ name, encoding, bytes, text })
    if (encoding === 'utf-8') files.push(...inEveryEncoding(name, text, [...encodingsOf(text), ...unicode]))
  }
  return files
}

function unicodeOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8'
}

/** Legacy encodings by script. */
function encodingsOf(text: string): readonly string[] {
  const foreign = text.match(/[\u0080-\uffff]/g)?.length ?? 0
  if (foreign === 0) return []
  const script = scripts.find(([letters]) => letters.test(text))
  if (!script) return ['windows-1252', 'iso-8859-15']
  return foreign < 4 ? [] : script[1]
}

const scripts: readonly [RegExp, readonly string[]][] = [
  [/\p{Script=Hiragana}/u, ['shift_jis', 'euc-jp', 'iso-2022-jp']],
  [/\p{Script=Hangul}/u, ['euc-kr']],
  [/\p{Script=Han}/u, ['gb18030', 'big5']],
  [/\p{Script=Cyrillic}/u, ['windows-1251', 'koi8-r', 'iso-8859-5']],
  [/\p{Script=Arabic}/u, ['windows-1256', 'iso-8859-6']],
]

/** Subtitles in each language and its usual legacy encodings. */
export function spokenFiles(counts: readonly number[]): EncodedFile[] {
  const files: EncodedFile[] = []
  for (const { language, encodings: labels, lines } of spokenLines) {
    for (const count of counts) {
      const text = lines
        .slice(0, count)
        .map((line, at) => `${at + 1}\r\n00:00:${10 + 3 * at},000 --> 00:00:${12 + 3 * at},500\r\n${line}\r\n\r\n`)
        .join('')
      files.push(...inEveryEncoding(`${language} ${count}`, text, [...labels, ...unicode]))
    }
  }
  return files
}

const unicode = ['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be']
const hasMark = (label: string): boolean => label.startsWith('utf-')

function inEveryEncoding(name: string, source: string, labels: readonly string[]): EncodedFile[] {
  const files: EncodedFile[] = []
  for (const encoding of labels) {
    const bytes = encode(source, encoding)
    if (!bytes) continue
    const text = hasMark(encoding) ? source : new TextDecoder(encoding).decode(bytes)
    files.push({ name: `${name} ${encoding}`, encoding, bytes, text })
    if (!hasMark(encoding)) continue
    const marked = encode(`\ufeff${source}`, encoding)
    if (marked) files.push({ name: `${name} ${encoding} marked`, encoding, bytes: marked, text })
  }
  return files
}

/** Seeded random numbers: every run damages alike. */
export function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** A copy with one to three places damaged, half of them in letters beyond ASCII. */
export function damagedCopy(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  let copy = Array.from(bytes)
  const high = [...bytes.keys()].filter((at) => at > 3 && bytes[at]! > 127)
  for (let places = 1 + random(3); places > 0; places--) {
    const at = high.length > 0 && random(2) === 0 ? high[random(high.length)]! : random(copy.length)
    if (at < copy.length) copy = damages[random(damages.length)]!(copy, at, random)
  }
  return Uint8Array.from(copy)
}

type Damage = (bytes: number[], at: number, random: (below: number) => number) => number[]

const damages: readonly Damage[] = [
  (bytes, at, random) => bytes.with(at, bytes[at]! ^ (1 << random(8))),
  (bytes, at) => bytes.toSpliced(at, 1),
  (bytes, at, random) => bytes.toSpliced(at, 0, random(256)),
  // Cut off in the last line, most often in the middle of a letter.
  (bytes, at) => bytes.slice(0, Math.max(at, bytes.length - 12)),
  (bytes, at, random) => bytes.toSpliced(at, 4, ...Array.from({ length: 4 }, () => random(256))),
]

/**
 * A copy's detected encoding if it is wrong: if it decodes the undamaged file differently. A UTF-16 or UTF-32 file
 * without its first byte may be detected in the other byte order.
 */
export async function wrongEncoding(file: EncodedFile, copy: Uint8Array): Promise<string | undefined> {
  const { encoding, text } = await decodeBytes(copy)
  if (encoding === file.encoding || (await decodeBytes(file.bytes, encoding)).text === file.text) return undefined
  if (!/^utf-(?:16|32)/.test(encoding) || !/^utf-(?:16|32)/.test(file.encoding)) return encoding
  const words = new Set(file.text.split(/\s+/))
  const kept = (read: string) => read.split(/\s+/).filter((word) => words.has(word)).length
  return kept(text) >= kept((await decodeBytes(copy, file.encoding)).text) ? undefined : encoding
}

export interface DamageResult {
  readonly encoding: string
  readonly files: number
  readonly copies: number
  readonly wrong: number
}

/** Damages copies of some files of each encoding by seed, and counts wrong detections. */
export async function measureDamage(files: readonly EncodedFile[], copies: number): Promise<DamageResult[]> {
  const results: DamageResult[] = []
  const labels = [...new Set(files.map((file) => file.encoding))].sort()
  for (const encoding of labels) {
    const own = files.filter((file) => file.encoding === encoding)
    const random = seeded(encoding.length + own.length)
    let wrong = 0
    for (let copy = 0; copy < copies; copy++) {
      const file = own[random(own.length)]!
      if ((await wrongEncoding(file, damagedCopy(file.bytes, random))) !== undefined) wrong++
    }
    results.push({ encoding, files: own.length, copies, wrong })
  }
  return results
}
