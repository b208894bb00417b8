import { ByteText } from '../byte-text.ts'
import type { LossList } from '../convert.ts'
import { type Cue, type NewId, wholeOf } from '../../cue/cue.ts'
import { type FormatExtras, type CueExtras, piecesInOrder, type SubtitleFile } from '../format.ts'
import { stretched } from '../../cue/inner-times.ts'
import { writeWithWords } from '../karaoke.ts'
import { nulProblems, withLf } from '../../text/lines.ts'
import { parseMarkup, writeMarkup } from '../../text/markup.ts'
import type { Problem } from '../../text/problem.ts'
import { ARROW, parseTimeLine } from '../time-line.ts'
import { formatTimecode } from '../../text/timecode.ts'
import { parseVttSettings } from './settings.ts'
import { isPlacement, readVttText, writeVttText } from './text.ts'
import {
  isSegmentHead,
  joinSegments,
  type SegmentClock,
  segmentClock,
  type SegmentHead,
  type VttCue,
} from './segments.ts'
import { moveWordTimes, takeWordTimes, vttStamp, type WordsOf, type WordTime } from '../../cue/word-times.ts'

export interface VttBlocks {
  readonly header: string
  readonly cues: VttCue[]
  /** Heads after the first: of concatenated segments. */
  readonly heads: readonly SegmentHead[]
  readonly regions: ReadonlySet<string>
  readonly tail: string
  readonly problems: Problem[]
}

interface Block {
  readonly identifier: string
  readonly times: { start: number; end: number; settings: string } | undefined
  /** Line of the arrow, from 1; 0 if the block has none. */
  readonly arrowLine: number
  readonly body: string
  readonly firstLine: number
  /** Offsets of the block in the text. */
  readonly from: number
  readonly to: number
}

/**
 * The standard's algorithm to collect a WebVTT block. `strict` accepts exactly the standard; otherwise other time
 * spellings and a missing header are accepted and reported.
 */
class BlockReader {
  private readonly lines: string[]
  private readonly offsets: number[]
  private readonly strict: boolean
  private readonly problems: Problem[]
  private at: number

  constructor(text: string, startLine: number, strict: boolean, problems: Problem[]) {
    this.lines = text.split('\n')
    this.offsets = []
    let offset = 0
    for (const line of this.lines) {
      this.offsets.push(offset)
      offset += line.length + 1
    }
    this.at = startLine
    this.strict = strict
    this.problems = problems
  }

  get done(): boolean {
    return this.at >= this.lines.length
  }

  skipBlank(): void {
    while (!this.done && this.lines[this.at] === '') this.at++
  }

  next(inHeader: boolean): Block {
    const first = this.at
    let count = 0
    let arrowLine = 0
    let identifier = ''
    let times: Block['times']
    let body: string[] = []
    for (; !this.done; this.at++) {
      const line = this.lines[this.at] ?? ''
      count++
      if (line.includes(ARROW)) {
        if (inHeader || !(count === 1 || (count === 2 && arrowLine === 0))) break
        arrowLine = this.at + 1
        times = this.readTimes(line)
        if (times) {
          identifier = body.join('\n')
          body = []
        }
      } else if (line === '') {
        break
      } else {
        body.push(line)
      }
    }
    const [from = 0, to = Infinity] = [this.offsets[first], this.offsets[this.at]]
    return { identifier, times, arrowLine, body: body.join('\n'), firstLine: first + 1, from, to }
  }

  private readTimes(line: string): Block['times'] {
    const times = strictTimes(line)
    if (times || this.strict) return times
    const lenient = parseTimeLine(line)
    if (!lenient) return undefined
    this.problems.push({ line: this.at + 1, kind: 'time_repaired', text: line })
    return { start: Math.max(0, lenient.start), end: Math.max(0, lenient.end), settings: lenient.tail }
  }
}

const TIMES = /^[ \t\f\r]*(\d+(?::\d\d){1,2}\.\d{3})[ \t\f\r]*-->[ \t\f\r]*(\d+(?::\d\d){1,2}\.\d{3})(?!\d)([^]*)$/

function strictTimes(line: string): Block['times'] {
  const match = TIMES.exec(line)
  if (!match) return undefined
  const [, from = '', to = '', settings = ''] = match
  const start = vttStamp(from)
  const end = vttStamp(to)
  return start === undefined || end === undefined ? undefined : { start, end, settings: settings.trim() }
}

/** The blocks of a file; with `strict` undefined unless it is WebVTT by the standard. */
export function readVttBlocks(source: string, strict?: false): VttBlocks
export function readVttBlocks(source: string, strict: boolean): VttBlocks | undefined
export function readVttBlocks(source: string, strict = false): VttBlocks | undefined {
  const text = withLf(source.charCodeAt(0) === 0xfeff ? source.slice(1) : source).replaceAll('\0', '\uFFFD')
  const problems = nulProblems(source)
  const hasHeader = HEADER.test(text)
  if (!hasHeader && strict) return undefined
  if (!hasHeader) problems.push({ line: 1, kind: 'header_missing', text: text.slice(0, lineLength(text)) })
  const skipsFirst = hasHeader || text.startsWith('WEBVTT')
  const reader = new BlockReader(text, skipsFirst ? 1 : 0, strict, problems)
  return new VttFile(text, reader, problems, { headed: skipsFirst, strict }).read()
}

/** The head of a segment appended to a cue's last row without a blank line. */
const GLUED_HEAD = /^WEBVTT(?:[ \t][^\n]*)?\nX-TIMESTAMP-MAP=/m

const HEADER = /^WEBVTT(?:[ \t][^\n]*)?(?:\n|$)/

function lineLength(text: string): number {
  const end = text.indexOf('\n')
  return end < 0 ? text.length : end
}

const REGION_ID = /(?:^|\s)id:(\S+)/

/** Sorts the blocks of a file into cues and the text between them. */
class VttFile {
  private readonly text: string
  private readonly reader: BlockReader
  private readonly problems: Problem[]
  private readonly headed: boolean
  private readonly strict: boolean
  private readonly heads: SegmentHead[] = []
  private kept = ''
  private readonly regions = new Set<string>()
  private readonly cues: VttCue[] = []
  private header = ''
  private passed = 0

  constructor(text: string, reader: BlockReader, problems: Problem[], how: { headed: boolean; strict: boolean }) {
    this.text = text
    this.reader = reader
    this.problems = problems
    this.headed = how.headed
    this.strict = how.strict
  }

  read(): VttBlocks {
    const { reader } = this
    if (this.headed) this.readHeader()
    for (reader.skipBlank(); !reader.done; reader.skipBlank()) this.take(reader.next(false))
    const tail = this.passOver(this.text.length)
    const { header, cues, heads, regions, problems } = this
    return { header, cues, heads, regions, tail, problems }
  }

  private readHeader(): void {
    const { reader } = this
    const end = reader.done ? this.text.length : reader.next(true).to
    this.header = this.text.slice(0, end).trimEnd()
    this.passed = Math.min(end, this.text.length)
  }

  private take(block: Block): void {
    if (block.times) {
      const { identifier, times, body, arrowLine } = block
      const glued = this.strict ? -1 : body.search(GLUED_HEAD)
      const payload = glued < 0 ? body : body.slice(0, glued).trimEnd()
      this.cues.push({ identifier, ...times, payload, line: arrowLine, before: this.passOver(block.from) })
      this.passed = Math.min(block.to, this.text.length)
      if (glued >= 0) this.newHead(body.slice(glued), arrowLine)
    } else if (block.arrowLine > 0) {
      this.lose(block)
    } else {
      this.other(block)
    }
  }

  /** A cue with unreadable times. */
  private lose(block: Block): void {
    const lines = this.text.slice(block.from, Math.min(block.to, this.text.length)).trimEnd().split('\n')
    for (const [index, text] of lines.entries()) {
      this.problems.push({ line: block.firstLine + index, kind: 'time_unreadable', text })
    }
  }

  private other(block: Block): void {
    const [first = '', ...rest] = block.body.split('\n')
    if (!this.strict && isSegmentHead(first)) {
      this.kept = this.passOver(block.from)
      this.passed = Math.min(block.to, this.text.length)
      this.newHead(block.body, block.firstLine)
      return
    }
    if (/^NOTE(?:[ \t]|$)/.test(first)) return
    if (this.cues.length === 0 && /^STYLE[ \t]*$/.test(first)) return
    if (this.cues.length === 0 && /^REGION[ \t]*$/.test(first)) {
      const id = REGION_ID.exec(rest.join(' '))?.[1]
      if (id && !id.includes(ARROW)) this.regions.add(id)
      return
    }
    for (const [index, text] of [first, ...rest].entries()) {
      this.problems.push({ line: block.firstLine + index, kind: 'text_outside_cue', text })
    }
  }

  private newHead(text: string, line: number): void {
    if (this.heads.length === 0) this.problems.push({ line, kind: 'segments_joined', text: text.replaceAll('\n', ' ') })
    this.heads.push({ cue: this.cues.length, text })
  }

  /** The text from the last cue's end up to `to`, without outer blank lines. */
  private passOver(to: number): string {
    const { kept } = this
    this.kept = ''
    const text = this.text.slice(this.passed, to).replace(/^\n+/, '').trimEnd()
    return kept && text ? `${kept}\n\n${text}` : kept || text
  }
}

/** Reads WebVTT by the standard, and common mistakes of tools; deviations are in `problems`. */
export function readVtt(source: string, newId: NewId, clock: SegmentClock = segmentClock()): SubtitleFile {
  const { header, cues: read, heads, regions, tail: end, problems } = readVttBlocks(source)
  const all = heads.length > 0 || clock.segments ? joinSegments(header, read, heads, clock) : read
  const [first, ...others] = all
  const [styles, between] = stylesFirst(first ? first.before : end)
  const cues = first ? [{ ...first, before: between }, ...others] : []
  const tail = first ? end : between
  const head = styles ? `${header || 'WEBVTT'}\n\n${styles}` : header
  const before = new Map<string, string>()
  const extras = new Map<string, CueExtras>()
  const speakers = new Map<string, string>()
  const list: Cue[] = []
  for (const cue of cues) {
    const id = newId()
    const { runs, speaker } = readVttText(cue.payload)
    const { text, words } = takeWordTimes(writeMarkup({ runs, align: alignOf(cue.settings, regions) }))
    list.push({ id, start: cue.start, end: cue.end, text, roles: [] })
    if (cue.before) before.set(id, cue.before)
    if (speaker) speakers.set(id, speaker)
    const { start, end, payload: source, identifier, settings } = cue
    if (identifier || settings || source !== text) {
      const kept = { text, source, start, end, fields: [identifier, settings] }
      extras.set(id, words.length ? { ...kept, words } : kept)
    }
  }
  problems.sort((a, b) => a.line - b.line)
  return {
    format: 'vtt',
    cues: list,
    problems,
    extras: { format: 'vtt', head, before, tail, cues: extras },
    speakers,
  }
}

const STYLES = /(?:^|\n\n)(?:STYLE|REGION)[ \t]*(?:\n|$)/g

/** Content before the first cue: up to its last style or region, which always stays first, and the rest. */
function stylesFirst(text: string): readonly [styles: string, rest: string] {
  const last = [...text.matchAll(STYLES)].at(-1)
  if (!last) return ['', text]
  const end = text.indexOf('\n\n', last.index + 2)
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end).replace(/^\n+/, '')]
}

/** Whether the head of a WebVTT file, as kept by `readVtt`, has styles or regions. */
export const hasStyles = (head: string): boolean => stylesFirst(head)[0] !== ''

/** Position as on a numeric keypad, by line and alignment; none for regions and vertical text. */
function alignOf(settings: string, regions: ReadonlySet<string>): number | undefined {
  if (!settings) return undefined
  const { line, snapToLines, align, position, region, vertical } = parseVttSettings(settings, regions)
  if (region !== '' || vertical !== '') return undefined
  const side = align === 'left' || align === 'start' ? -1 : align === 'right' || align === 'end' ? 1 : 0
  if (line !== 'auto' && (snapToLines ? line >= 0 && line < 6 : line < 50)) return 8 + side
  if (line !== 'auto' && !snapToLines && line <= 60) return 5 + side
  // With an explicit position, as in rolling captions, alignment is not the side of the picture.
  return side === 0 || position !== 'auto' ? undefined : 2 + side
}

/** WebVTT of cues; the original file with changes if `extras` comes from one. */
export function writeVtt(
  cues: readonly Cue[],
  extras: FormatExtras | undefined,
  speakers: ReadonlyMap<string, string>,
  losses: LossList,
  words?: WordsOf,
): string {
  const own = extras?.format === 'vtt' ? extras : undefined
  const pieces = own && piecesInOrder(cues, own)
  const out = new ByteText(cues.length * 96)
  out.text(`${own?.head || 'WEBVTT'}\n\n`)
  for (const [index, cue] of cues.entries()) {
    const before = pieces?.before(cue.id)
    if (before) out.text(`${before}\n\n`)
    const kept = own?.cues.get(cue.id)
    const identifier = kept?.fields[0]
    const whole = kept ?? own?.cues.get(wholeOf(cue.id))
    const settings = whole && keptSettings(whole, cue, index, losses)
    if (identifier) out.text(`${identifier}\n`)
    out.times(cue.start, cue.end, 46)
    const payload =
      kept && kept.text === cue.text
        ? { text: sourceAt(kept, cue), settings: '' }
        : writeTimedText(cue, index, speakers.get(cue.id), { losses, words: words?.(cue) })
    out.text(settings ? ` ${settings}` : payload.settings)
    out.text(`\n${payload.text}\n\n`)
  }
  if (pieces?.tail) out.text(`${pieces.tail}\n`)
  return out.toString()
}

/** A text with word times if given; one at the cue's start is redundant. */
function writeTimedText(
  cue: Cue,
  index: number,
  speaker: string | undefined,
  { losses, words }: { losses: LossList; words: readonly WordTime[] | undefined },
): { text: string; settings: string } {
  let settings = ''
  const write = (one: Cue): string => {
    const written = writeVttText(one, index, speaker, losses)
    settings = written.settings
    return written.text
  }
  const stamp = ({ start }: WordTime): string => (start > cue.start ? `<${formatTimecode(start, '.')}>` : '')
  const text = writeWithWords(cue, words, write, stamp) ?? write(cue)
  return { text, settings }
}

/** Original settings, unless the cue's position changed; lost ones are counted. */
function keptSettings({ text, fields }: CueExtras, cue: Cue, index: number, losses: LossList): string | undefined {
  const settings = fields[1]
  if (!settings || text === cue.text || placeOf(text) === placeOf(cue.text)) return settings
  if (!isPlacement(settings)) losses.add('layout', index)
  return undefined
}

const placeOf = (text: string): number => parseMarkup(text).align ?? 2

/** An unedited cue's original text; word times move and scale with the cue. */
function sourceAt(kept: CueExtras, cue: Cue): string {
  const same = cue.start === kept.start || cue.end === kept.end
  return !kept.words || same ? kept.source : moveWordTimes(kept.source, stretched(kept, cue))
}
