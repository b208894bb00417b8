import { LossList } from '../convert.ts'
import { makeCue } from '../../cue/cue.ts'
import { formatTimecode } from '../../text/timecode.ts'
import type { AdoptedText, Problem } from '../../text/problem.ts'
import { serviceLines } from './transcript-services.ts'
import { writeVtt } from '../vtt/vtt.ts'
import { UNENDED } from '../microdvd.ts'
import { escapeVtt } from '../vtt/text.ts'

/** A word as engines write it; unsure words may lack times. Seconds. */
interface Word {
  readonly word: string
  readonly start: number | undefined
}

/** A line in JSON, as written by other programs and `cuelane convert --to json`. Milliseconds. */
interface Line {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly speaker: string | undefined
}

/*
 * Shapes are tested by hand: a schema library would take longer to load than a file to convert. A list with any other
 * entry is none.
 */
type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined

function listOf<T>(value: unknown, read: (fields: Fields) => T | undefined): T[] | undefined {
  if (!Array.isArray(value)) return undefined
  const out: T[] = []
  for (const each of value as unknown[]) {
    const fields = fieldsOf(each)
    const one = fields && read(fields)
    if (one === undefined) return undefined
    out.push(one)
  }
  return out
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

function readLine({ start, end, text, speaker }: Fields): Line | undefined {
  if (!isTime(start) || !isTime(end) || typeof text !== 'string') return undefined
  return { start, end, text, speaker: typeof speaker === 'string' ? speaker : undefined }
}

function readWord({ word, start }: Fields): Word | undefined {
  if (typeof word !== 'string') return undefined
  if (start !== undefined && start !== null && !isTime(start)) return undefined
  return { word, start: start ?? undefined }
}

/** Undefined if words have another shape; null without words. */
function wordsIn(value: unknown): Word[] | null | undefined {
  return value === undefined || value === null ? null : listOf(value, readWord)
}

/** A segment of speech. Milliseconds. */
interface Segment {
  readonly start: number
  readonly end: number
  readonly text: string
  readonly speaker?: string | undefined
  readonly words: readonly Word[]
}

/** A speech engine's JSON transcript as a WebVTT file, with known word times; undefined for other text. */
export function transcriptVtt(text: string): AdoptedText | undefined {
  if (!/^\uFEFF?\s*[{[]/.test(text)) return undefined
  const json = parsed(text)
  const plain = listOf(Array.isArray(json) ? json : fieldsOf(json)?.['cues'], readLine)
  const lines = plain && linesVtt(plain)
  if (plain) return lines === undefined ? undefined : { content: lines, problems: [] }
  const segments = segmentsOf(json) ?? serviceLines(json)
  if (!segments) return undefined
  const problems: Problem[] = []
  const lineOf = lineFinder(text)
  const cues: Segment[] = []
  for (const [at, segment] of withEnds(segments).entries()) {
    const said = segment.text.trim()
    if (said === '') continue
    const isTimed = segment.start >= 0 && segment.end > segment.start
    if (isTimed) cues.push(segment)
    if (isTimed && segments[at]?.end !== Infinity) continue
    problems.push({ line: lineOf(segment.text), kind: isTimed ? 'end_missing' : 'time_unreadable', text: said })
  }
  return cues.length === 0 ? undefined : { content: `WEBVTT\n\n${cues.map(writeCue).join('\n')}`, problems }
}

/** Lines of texts looked up in order; a differently written one gets the line of the one before. */
function lineFinder(source: string): (text: string) => number {
  let [line, from, at] = [1, 0, 0]
  return (text) => {
    if (at >= 0) at = source.indexOf(JSON.stringify(text), from)
    for (; from < at; from++) if (source.charCodeAt(from) === 10) line++
    return line
  }
}

/** Their text has the app's markup. */
function linesVtt(all: readonly Line[]): string | undefined {
  const speakers = new Map<string, string>()
  const cues = all
    .filter(({ start, end, text }) => start >= 0 && end >= start && text.trim() !== '')
    .map(({ start, end, text, speaker }, at) => {
      if (speaker) speakers.set(String(at), speaker)
      return makeCue(String(at), Math.round(start), Math.round(end), text.replace(/\r\n?/g, '\n'))
    })
  return cues.length > 0 ? writeVtt(cues, undefined, speakers, new LossList()) : undefined
}

/** String boundaries with escapes, and Python's NaN and Infinity. */
const NO_NUMBERS = /\\[^]|"|-?\b(?:NaN|Infinity)\b/g

function withoutNan(text: string): string {
  if (!/NaN|Infinity/.test(text)) return text
  let isString = false
  return text.replace(NO_NUMBERS, (found) => {
    if (found === '"') isString = !isString
    return isString || found === '"' || found.startsWith('\\') ? found : 'null'
  })
}

function parsed(text: string): unknown {
  try {
    // Python writes NaN without quotes.
    return JSON.parse(withoutNan(text.replace(/^\uFEFF/, '')))
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

/** OpenAI's Whisper, faster-whisper, WhisperX (words in segments or beside them), or whisper.cpp. */
function segmentsOf(json: unknown): readonly Segment[] | undefined {
  const { segments, words, transcription } = fieldsOf(json) ?? {}
  const all = wordsIn(words)
  const spoken = all === undefined ? undefined : listOf(segments, readSegment)
  if (spoken) {
    const take = takerOf(all ?? [])
    return spoken.map((segment) => ({ ...segment, words: segment.words ?? take(segment.end / 1000) }))
  }
  return listOf(transcription, readPart)
}

function readSegment({ start, end, text, words, speaker }: Fields) {
  const own = wordsIn(words)
  if (typeof text !== 'string' || own === undefined || !isMaybeTime(start) || !isMaybeTime(end)) return undefined
  const first = isTime(start) ? start : own?.find((word) => word.start !== undefined)?.start
  return {
    start: first === undefined ? -1 : toMs(first),
    end: isTime(end) ? toMs(end) : Infinity,
    text,
    speaker: typeof speaker === 'string' ? speaker : undefined,
    words: own,
  }
}

const isMaybeTime = (value: unknown): boolean => value === undefined || value === null || isTime(value)

/** A segment without a start begins at the end of the one before; without an end it lasts until the next, at most 4 s. */
function withEnds(segments: readonly Segment[]): Segment[] {
  let last = 0
  return segments.map((segment, at) => {
    const start = segment.start < 0 ? last : segment.start
    const next = segments.slice(at + 1, at + 2).find((one) => one.start > start)?.start ?? Infinity
    const end = segment.end === Infinity ? Math.min(next, start + UNENDED) : segment.end
    last = end
    return { ...segment, start, end }
  })
}

function readPart({ offsets, text }: Fields): Segment | undefined {
  const { from, to } = fieldsOf(offsets) ?? {}
  if (!isTime(from) || !isTime(to) || typeof text !== 'string') return undefined
  return { start: Math.round(from), end: Math.round(to), text, words: [] }
}

const toMs = (seconds: number): number => Math.round(seconds * 1000)

/** Returns words in order up to a time, each once, for any number of segments. */
function takerOf(words: readonly Word[]): (toSeconds: number) => readonly Word[] {
  let from = 0
  return (toSeconds) => {
    const first = from
    while (from < words.length && (words[from]?.start ?? -Infinity) < toSeconds) from++
    return words.slice(first, from)
  }
}

/** Search range after the previous word: a missing word must not cost a search of the whole text. */
const REACH = 200

function writeCue({ start, end, text, speaker, words }: Segment): string {
  const said = text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()
  const name = speaker?.replace(/\s+/g, ' ').trim()
  let out = name ? `<v ${escapeVtt(name)}>` : ''
  let from = 0
  let last = start
  for (const { word: spelled, start: seconds } of words) {
    const ahead = said.slice(from, from + REACH).indexOf(spelled.trim())
    // A word missing in the text, or without a time, joins the text before it.
    if (ahead < 0 || seconds === undefined) continue
    const at = toMs(seconds)
    if (at <= last || at >= end) continue
    out += `${escapeVtt(said.slice(from, from + ahead))}<${formatTimecode(at, '.')}>`
    from += ahead
    last = at
  }
  return `${formatTimecode(start, '.')} --> ${formatTimecode(end, '.')}\n${out}${escapeVtt(said.slice(from))}\n`
}
