import { convertText, type Loss, LossList } from './convert.ts'
import type { Cue, NewId } from '../cue/cue.ts'
import { readAss } from './ass/ass.ts'
import { writeAss } from './ass/write.ts'
import { type Decoded, decodeBytes } from './encoding/encoding.ts'
import {
  type FormatExtras,
  type Format,
  formatOfName,
  hasOwnStyles,
  formatOfText,
  type SubtitleFile,
} from './format.ts'
import { writeMarkup } from '../text/markup.ts'
import { nulProblems } from '../text/lines.ts'
import type { AdoptedText, Problem } from '../text/problem.ts'
import { readSrt, writeSrt } from './srt/srt.ts'
import { countedFrames } from './srt/frames.ts'
import { fromBase64, toBase64 } from './base64.ts'
import { holdings } from './holdings.ts'
import { readLrc, writeLrc } from './lrc.ts'
import { readMcc, writeMcc } from './captions/mcc.ts'
import { readMicroDvd, writeMicroDvd } from './microdvd.ts'
import { type FileLanguage, readSami, samiLanguages, samiOfLanguage, writeSami } from './sami.ts'
import { readSbv, writeSbv } from './sbv.ts'
import { readScc, writeScc } from './captions/scc.ts'
import { isStl } from './stl/file.ts'
import { readStl } from './stl/stl.ts'
import { writeStl } from './stl/write.ts'
import { writeWordsJson } from './words/json.ts'
import type { FrameRate } from '../../domain/frames.ts'
import { transcriptVtt } from './words/transcript-json.ts'
import { playerTextVtt } from './player-text.ts'
import { readTtml } from './ttml/ttml.ts'
import { writeTtml } from './ttml/write.ts'
import { hasStyles, readVtt, writeVtt } from './vtt/vtt.ts'
import { textOfRuns } from '../text/styled.ts'
import { isPlacement } from './vtt/text.ts'
import type { WordsOf } from '../cue/word-times.ts'

export interface ReadOptions {
  /** The file's name: decides only if the text does not show its format. */
  readonly name?: string | undefined
  readonly format?: Format | undefined
  /** For a file that counts frames without a rate. */
  readonly rate?: FrameRate | undefined
  /** Language of a SAMI file to read: a tag, or its class. */
  readonly language?: string | undefined
}

/** Reads a subtitle text of any format; EBU STL as Base64. Never throws; problems are in `problems`. */
export function readSubtitle(text: string, newId: NewId, options: ReadOptions = {}): SubtitleFile {
  const format = options.format ?? formatOfText(text) ?? formatOfName(options.name ?? '') ?? 'srt'
  // Readers of SubRip and WebVTT report them.
  const nuls = format === 'srt' || format === 'vtt' ? [] : nulProblems(text)
  if (nuls.length === 0) return readers[format](text, newId, options)
  const file = readers[format](text.replaceAll('\0', ''), newId, options)
  return { ...file, problems: [...nuls, ...file.problems].sort((a, b) => a.line - b.line) }
}

const readers: Record<Format, (text: string, newId: NewId, options: ReadOptions) => SubtitleFile> = {
  srt: (text, newId, { rate }) => readCounted(text, newId, rate),
  vtt: (text, newId) => readVtt(text, newId),
  ass: (text, newId) => readAss(text, newId, 'ass'),
  ssa: (text, newId) => readAss(text, newId, 'ssa'),
  ttml: readTtml,
  stl: readStl,
  scc: readScc,
  mcc: readMcc,
  sub: (text, newId, { rate }) => readMicroDvd(text, newId, rate),
  lrc: readLrc,
  sbv: readSbv,
  smi: (text, newId, { language }) => readSami(text, newId, language),
  // A transcript is kept as its WebVTT conversion.
  words: (text, newId) => {
    const adopted = adoptedText(text)
    const file = readVtt(adopted?.content ?? text, newId)
    return { ...file, problems: [...(adopted?.problems ?? []), ...file.problems] }
  },
}

function readCounted(text: string, newId: NewId, rate: FrameRate | undefined): SubtitleFile {
  const counted = countedFrames(text, rate)
  if (!counted) return readSrt(text, newId)
  const file = readSrt(counted.text, newId)
  return rate ? file : { ...file, problems: [counted.problem, ...file.problems] }
}

/**
 * The stored form of a file: WebVTT for a JSON transcript, MPL2 or TMPlayer; SubRip in milliseconds; SAMI in the chosen
 * language. Undefined if unchanged.
 */
export function adoptedText(text: string, options: ReadOptions = {}): (AdoptedText & { format: Format }) | undefined {
  const { rate, language, format = formatOfText(text) } = options
  const counted = format === 'srt' ? countedFrames(text, rate) : undefined
  if (counted) return { format: 'srt', content: counted.text, problems: rate ? [] : [counted.problem] }
  const own = format === 'smi' && language !== undefined ? samiOfLanguage(text, language) : undefined
  if (own !== undefined) return { format: 'smi', content: own, problems: [] }
  const vtt = transcriptVtt(text) ?? playerTextVtt(text)
  return vtt && { format: 'vtt', ...vtt }
}

export interface ReadBytes extends SubtitleFile {
  /** The whole text, with a UTF-8 file's byte order mark; a JSON transcript as WebVTT. */
  readonly content: string
  readonly encoding: Decoded['encoding']
  readonly confidence: number
  readonly otherEncodings: readonly string[]
  /** Languages of a SAMI file, of which one is read. */
  readonly languages: readonly FileLanguage[]
}

/** Reads a subtitle file's bytes. `encoding` overrides detection; a RangeError names an unknown one. */
export async function readSubtitleBytes(
  bytes: Uint8Array,
  newId: NewId,
  options: ReadOptions & { encoding?: string | undefined } = {},
): Promise<ReadBytes> {
  const other = otherKind(bytes)
  if (other) return noSubtitles(other)
  if (isStl(bytes)) return readStlBytes(bytes, newId)
  const { text, encoding, confidence, others, problems } = await decodeBytes(bytes, options.encoding)
  const adopted = adoptedText(text, options)
  const file = readSubtitle(adopted?.content ?? text, newId, adopted ? { format: adopted.format } : options)
  const languages = file.format === 'smi' ? samiLanguages(text) : []
  const all = [...problems, ...(adopted?.problems ?? []), ...file.problems].sort((a, b) => a.line - b.line)
  const content = adopted?.content ?? (encoding === 'utf-8' && hasMark(bytes) ? `\uFEFF${text}` : text)
  return { ...file, content, problems: all, encoding, confidence, otherEncodings: others, languages }
}

function readStlBytes(bytes: Uint8Array, newId: NewId): ReadBytes {
  const content = toBase64(bytes)
  const file = readStl(content, newId)
  return { ...file, content, encoding: 'ebu-stl', confidence: 1, otherEncodings: [], languages: [] }
}

/** The bytes of a written file: UTF-8, or the decoded Base64 of EBU STL. */
export function fileBytes(text: string, format: Format): Uint8Array<ArrayBuffer> {
  return format === 'stl' ? fromBase64(text) : new TextEncoder().encode(text)
}

const hasMark = (bytes: Uint8Array): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf

const signatures: readonly [name: string, bytes: readonly number[]][] = [
  ['ZIP', [0x50, 0x4b, 3, 4]],
  ['JPEG', [0xff, 0xd8, 0xff]],
  ['PNG', [0x89, 0x50, 0x4e, 0x47]],
  ['GIF', [0x47, 0x49, 0x46, 0x38]],
  ['PDF', [0x25, 0x50, 0x44, 0x46]],
  ['gzip', [0x1f, 0x8b]],
  ['RAR', [0x52, 0x61, 0x72, 0x21]],
  ['7-Zip', [0x37, 0x7a, 0xbc, 0xaf]],
  ['Matroska', [0x1a, 0x45, 0xdf, 0xa3]],
  ['RIFF', [0x52, 0x49, 0x46, 0x46]],
  ['VobSub', [0, 0, 1, 0xba]],
  ['PGS', [0x50, 0x47]],
]

/** The kind of a file without subtitle text. */
function otherKind(bytes: Uint8Array): string | undefined {
  const known = signatures.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte))?.[0]
  // "PG" begins a text as well; only with a time stamp's zero bytes is it a picture subtitle.
  if (known === 'PGS') return bytes.subarray(0, 16).includes(0) ? known : undefined
  return known ?? (bytes[4] === 0x66 && bytes[5] === 0x74 && bytes[6] === 0x79 && bytes[7] === 0x70 ? 'MP4' : undefined)
}

function noSubtitles(kind: string): ReadBytes {
  const problem: Problem = { line: 1, kind: 'not_subtitles', text: kind }
  const file = readSrt('', () => '')
  const none = { otherEncodings: [], languages: [] }
  return { ...file, content: '', problems: [problem], encoding: 'binary', confidence: 1, ...none }
}

export interface WriteOptions {
  /** What a file has besides its cues. */
  readonly extras?: FormatExtras | undefined
  readonly speakers?: ReadonlyMap<string, string> | undefined
  /** BCP 47, for formats that name it. */
  readonly language?: string | undefined
  /** The video's, for formats that count frames; else the file's. */
  readonly rate?: FrameRate | undefined
  /** Number of the same file's cues before these, for formats with numbers. */
  readonly before?: number | undefined
  /** Word times of current cues: WebVTT and SubStation write them into the text. */
  readonly words?: WordsOf | undefined
}

export interface Written {
  readonly text: string
  readonly losses: readonly Loss[]
}

/** A file of the format, and its losses. */
export function writeSubtitle(cues: readonly Cue[], format: Format, options: WriteOptions = {}): Written {
  const losses = new LossList()
  const speakers = options.speakers ?? new Map<string, string>()
  const { shown, left, places } = shownIn(format, cues, options.extras)
  const text = writers[format](shown, { ...options, speakers }, losses)
  addLayoutLosses(shown, format, { ...options, speakers }, losses)
  return { text, losses: [...left, ...losses.list().map((loss) => ({ ...loss, first: places(loss.first) }))] }
}

interface Shown {
  readonly shown: readonly Cue[]
  readonly left: readonly Loss[]
  /** The index among all cues of a shown one. */
  readonly places: (index: number) => number
}

/** Drops cues without text if the format has none, and drawings unless the format is SubStation: they would be empty. */
function shownIn(format: Format, cues: readonly Cue[], extras: FormatExtras | undefined): Shown {
  const isDrawn = extras !== undefined && hasOwnStyles(extras.format) && !hasOwnStyles(format)
  if (holdings[format].empty && !isDrawn) return { shown: cues, left: [], places: (index) => index }
  const left = new LossList()
  const unheard = new LossList()
  const kept: number[] = []
  for (const [index, { text }] of cues.entries()) {
    const isShown =
      /^\s*[^\s<{\\]/.test(text) || textOfRuns(convertText(text, 'srt', index, unheard).runs).trim() !== ''
    if (isShown) kept.push(index)
    else left.add('empty_line', index)
  }
  return {
    shown: kept.length === cues.length ? cues : kept.flatMap((at) => cues[at] ?? []),
    left: left.list(),
    places: (index) => kept[index] ?? index,
  }
}

type Writer = (
  cues: readonly Cue[],
  options: WriteOptions & { speakers: ReadonlyMap<string, string> },
  losses: LossList,
) => string

const writers: Record<Format, Writer> = {
  // The app's markup is SubRip's: only cues of other formats may have code to remove.
  srt: (cues, { extras, before }, losses) =>
    !extras || extras.format === 'srt'
      ? writeSrt(cues, extras?.cues, before)
      : writeSrt(clearedCues(cues, losses), undefined, before),
  vtt: (cues, { extras, speakers, words }, losses) => writeVtt(cues, extras, speakers, losses, words),
  ass: (cues, { extras, speakers, words }, losses) => writeAss(cues, extras, speakers, losses, 'ass', words),
  ssa: (cues, { extras, speakers, words }, losses) => writeAss(cues, extras, speakers, losses, 'ssa', words),
  ttml: (cues, { extras, language }, losses) => writeTtml(cues, extras, language, losses),
  stl: (cues, { extras, language, rate }, losses) => writeStl(cues, extras, { language, rate }, losses),
  scc: (cues, { extras }, losses) => writeScc(cues, extras, losses),
  mcc: (cues, { extras }, losses) => writeMcc(cues, extras, losses),
  sub: (cues, { extras, rate }, losses) => writeMicroDvd(cues, extras, rate, losses),
  lrc: (cues, { extras }, losses) => writeLrc(cues, extras, losses),
  sbv: (cues, _, losses) => writeSbv(cues, losses),
  smi: (cues, { extras, language }, losses) => writeSami(cues, extras, language, losses),
  words: (cues, options, losses) => writeWordsJson(cues, options, losses),
}

function clearedCues(cues: readonly Cue[], losses: LossList): Cue[] {
  return cues.map((cue, index) => {
    const marked = cue.text.includes('<') || cue.text.includes('{')
    return marked ? { ...cue, text: writeMarkup(convertText(cue.text, 'srt', index, losses)) } : cue
  })
}

/** What only the original file has: layout and styles, speakers' names, word times. */
function addLayoutLosses(
  cues: readonly Cue[],
  format: Format,
  { extras, speakers, words }: WriteOptions & { readonly speakers: ReadonlyMap<string, string> },
  losses: LossList,
): void {
  const holds = holdings[format]
  // Only these formats write word times.
  const isAsked = words !== undefined && (format === 'vtt' || hasOwnStyles(format))
  const carriesWords = format === 'lrc' || format === 'words' || isAsked
  const other = extras && extras.format !== format
  for (const [index, cue] of cues.entries()) {
    if (!holds.speakers && speakers.has(cue.id)) losses.add('speaker', index)
    const kept = extras?.cues.get(cue.id)
    if (other && extras.format === 'vtt' && hasMoreThanPlace(kept?.fields[1])) losses.add('layout', index)
    if (kept?.words && ((other && !carriesWords) || (kept.text !== cue.text && !words?.(cue))))
      losses.add('karaoke', index)
  }
  if (other && (extras.head.length > 200 || (extras.format === 'vtt' && hasStyles(extras.head))))
    losses.add('layout', 0)
}

/** Whether WebVTT settings say more than the position, which the text has too. */
const hasMoreThanPlace = (settings: string | undefined): boolean =>
  settings !== undefined && settings !== '' && !isPlacement(settings)
