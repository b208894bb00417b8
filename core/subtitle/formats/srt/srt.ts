import type { Cue, NewId } from '../../cue/cue.ts'
import type { CueExtras, SubtitleFile } from '../format.ts'
import { CR, LF, lineEnd, nextLine, withLf } from '../../text/lines.ts'
import type { Problem } from '../../text/problem.ts'
import { ARROW, type LooseTimeLine, parseLooseTimeLine, parseTimeLine, type TimeLine } from '../time-line.ts'
import { ByteText } from '../byte-text.ts'

const INDEX_LINE = /^\s*\d+\s*$/
/** A SubRip line of times; also with hours above 99 and coordinates. */
const AS_WRITTEN = /^\d{2,}:\d\d:\d\d,\d{3} --> \d{2,}:\d\d:\d\d,\d{3}(?:\s|$)/
/** Length of `0:0:0`, and of two with a space between. */
const SHORTEST_TIME = 5
const SHORTEST_TIMES = 11
const NO_ROLES: readonly string[] = []

/**
 * Reads SubRip leniently: any line ends, missing numbers or blank lines, blank lines in a text, adverts, broken times.
 * Cues keep the file's order; everything else is in `problems`. Linear time. `place` is the part's start, then its end.
 */
export function readSrt(source: string, newId: NewId, place: SrtPlace = srtStart()): SubtitleFile {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  const { cues, problems, tails } = new SrtReader(text, newId, place).read()
  return {
    format: 'srt',
    cues,
    problems,
    extras: { format: 'srt', head: '', before: new Map(), tail: '', cues: tails },
    speakers: new Map(),
  }
}

/** A place between two cues of a file, with the reader's state. */
export interface SrtPlace {
  /** Number of the next line, from 1. */
  line: number
  /** Number of cues read. */
  cues: number
  /** The last cue number, and whether a blank line followed it. */
  lastNumber: number
  spaced: boolean
  layoutReported: boolean
}

export const srtStart = (): SrtPlace => ({ line: 1, cues: 0, lastNumber: 0, spaced: false, layoutReported: false })

interface OpenCue {
  readonly start: number
  readonly end: number
  readonly tail: string
  readonly lines: string[]
  /** Whether it has a number, and whether a blank line follows: the file may have that throughout. */
  readonly numbered: boolean
  readonly spaced: boolean
  /** Number of its text's first line. */
  readonly from: number
}

/** A line of digits that may be the next cue's number, and the blank lines after it. */
interface Held {
  readonly number: number
  readonly line: string
  blanks: number
}

/** The standard header `N⏎HH:MM:SS,mmm --> HH:MM:SS,mmm⏎`: its times and the start of the text. */
interface Header {
  at: number
  start: number
  end: number
  text: number
}

/** Next position of something in a text; searched again only after it was passed. */
class NextPlace {
  private readonly source: string
  private readonly wanted: string
  private place = -1

  constructor(source: string, wanted: string) {
    this.source = source
    this.wanted = wanted
  }

  /** The first index from `at` on; Infinity if there is none. */
  from(at: number): number {
    if (this.place < at) {
      const found = this.source.indexOf(this.wanted, at)
      this.place = found < 0 ? Infinity : found
    }
    return this.place
  }
}

/**
 * Combines two readers: a standard cue is read in one scan, everything else goes to the line reader until the next
 * standard header.
 */
class SrtReader {
  private readonly source: string
  private readonly newId: NewId
  private readonly cues: Cue[] = []
  private readonly problems: Problem[] = []
  private readonly tails = new Map<string, CueExtras>()
  private readonly carriageReturns: NextPlace
  private readonly arrows: NextPlace
  private readonly nuls: NextPlace
  private readonly header: Header = { at: -1, start: 0, end: 0, text: 0 }
  private readonly place: SrtPlace
  /** Number of the current line, from 1. */
  private line: number
  private open: OpenCue | undefined
  private held: Held | undefined
  private lastNumber: number
  private spaced: boolean
  private layoutReported: boolean
  /** Line of unreadable times; the following lines up to the next cue belong to it. */
  private lostAt = 0

  constructor(source: string, newId: NewId, place: SrtPlace) {
    this.source = source
    this.newId = newId
    this.place = place
    this.line = place.line
    this.lastNumber = place.lastNumber
    this.spaced = place.spaced
    this.layoutReported = place.layoutReported
    this.carriageReturns = new NextPlace(source, '\r')
    this.arrows = new NextPlace(source, '->')
    this.nuls = new NextPlace(source, '\0')
  }

  read(): { cues: Cue[]; problems: Problem[]; tails: Map<string, CueExtras> } {
    const { source } = this
    let at = 0
    while (at < source.length) {
      if (this.header.at === at || this.readHeader(at)) {
        const after = this.readPlainCue(at)
        if (after >= 0) {
          at = after
          continue
        }
      }
      const end = lineEnd(source, at)
      const line = source.slice(at, end)
      // CRLF that was mistaken for text and written with CRLF again.
      const doubled = source.startsWith('\r\r\n', end)
      if (doubled) this.repairLayout(this.line, line)
      this.take(this.line++, line)
      at = doubled ? end + 3 : nextLine(source, end)
    }
    this.release()
    this.close()
    const { place, line, cues, lastNumber, spaced, layoutReported } = this
    Object.assign(place, { line, cues: place.cues + cues.length, lastNumber, spaced, layoutReported })
    return { cues, problems: this.problems, tails: this.tails }
  }

  /** True if a standard number and times begin at `at`; they are then in `header`. */
  private readHeader(at: number): boolean {
    const { source } = this
    let place = at
    while (isDigit(source.charCodeAt(place))) place++
    if (place === at) return false
    let code = source.charCodeAt(place)
    if (code === CR) code = source.charCodeAt(++place)
    if (code !== LF) return false
    const times = place + 1
    if (source.charCodeAt(times + 13) !== 45 || source.charCodeAt(times + 15) !== 62) return false
    if (source.charCodeAt(times + 12) !== 32 || source.charCodeAt(times + 14) !== 45) return false
    if (source.charCodeAt(times + 16) !== 32) return false
    const start = strictStamp(source, times)
    const end = strictStamp(source, times + 17)
    if (start < 0 || end < 0) return false
    let text = times + 29
    code = source.charCodeAt(text)
    if (code === CR) code = source.charCodeAt(++text)
    if (code !== LF) return false
    this.header.at = at
    this.header.start = start
    this.header.end = end
    this.header.text = text + 1
    return true
  }

  /** Adds the cue of the last header if its text ends with one blank line and the next cue or the end. */
  private readPlainCue(at: number): number {
    const { source } = this
    const { start, end } = this.header
    const from = this.header.text
    let lineStart = from
    let lines = 2
    let lineFeed = this.lineFeedFrom(from)
    let returns = false
    while (!this.isBlank(lineStart, lineFeed)) {
      const carriageReturn = this.carriageReturns.from(lineStart)
      if (carriageReturn < lineFeed) {
        if (carriageReturn !== lineFeed - 1 || lineFeed === source.length) return -1
        returns = true
      }
      if (this.isOnlyDigits(lineStart, lineFeed)) return -1
      lines++
      lineStart = lineFeed + 1
      lineFeed = this.lineFeedFrom(lineStart)
    }
    if (this.arrows.from(from) < lineStart || this.nuls.from(from) < lineStart) return -1
    const after = Math.min(source.length, lineFeed + 1)
    if (after < source.length && !this.readHeader(after)) return -1
    this.release()
    if (this.open) this.cutLostCue(Number.parseInt(source.slice(at, at + 12), 10))
    this.close()
    this.lostAt = 0
    this.spaced = false
    const text = trimmedEnd(source, from, Math.max(from, lineStart - 1))
    this.cues.push({ id: this.newId(), start, end, text: returns ? withLf(text) : text, roles: NO_ROLES })
    this.line += lines + (lineFeed < source.length ? 1 : 0)
    return after
  }

  private lineFeedFrom(at: number): number {
    const found = this.source.indexOf('\n', at)
    return found < 0 ? this.source.length : found
  }

  /** Whether a line is empty but for its carriage return. */
  private isBlank(from: number, lineFeed: number): boolean {
    return lineFeed <= from || (lineFeed === from + 1 && this.source.charCodeAt(from) === CR)
  }

  private isOnlyDigits(from: number, to: number): boolean {
    const first = this.source.charCodeAt(from)
    return (isDigit(first) || first <= 32) && INDEX_LINE.test(this.source.slice(from, to))
  }

  private take(number: number, raw: string): void {
    const line = this.withoutNul(number, raw)
    const strict = line.includes(ARROW) ? parseTimeLine(line) : undefined
    const times = strict ?? (line.length < SHORTEST_TIMES ? undefined : parseLooseTimeLine(line, this.isNumbered()))
    if (times) return this.begin(number, times, line)
    if (this.breaksCue(line)) return this.lose(number, line)
    if (this.held && !isInked(line)) {
      this.held.blanks++
      return
    }
    this.release()
    if (INDEX_LINE.test(line)) this.held = { number, line, blanks: 0 }
    else this.text(number, line)
  }

  /** Whether the digits above are a cue number; before a blank line only an expected one. */
  private isNumbered(): boolean {
    const { held } = this
    if (!held || held.blanks === 0) return held !== undefined
    return this.spaced || this.isDue(held.line)
  }

  /** Whether it is the number of the following times, even below the text of a numbered cue. */
  private isNumberOfTimes(): boolean {
    const { held, open } = this
    return this.isNumbered() || (held !== undefined && open?.numbered === true && open.lines.some(isInked))
  }

  private isDue(number: string): boolean {
    const value = Number(number)
    return value === this.lastNumber + 1 || value === this.place.cues + this.cues.length + (this.open ? 2 : 1)
  }

  private repairLayout(line: number, text: string): void {
    if (!this.layoutReported) this.problems.push({ line, kind: 'layout_repaired', text })
    this.layoutReported = true
  }

  private withoutNul(number: number, line: string): string {
    if (!line.includes('\0')) return line
    this.problems.push({ line: number, kind: 'control_characters', text: line })
    return line.replaceAll('\0', '')
  }

  private begin(number: number, times: TimeLine | LooseTimeLine, line: string): void {
    const { held } = this
    const numbered = this.isNumberOfTimes()
    if (held && numbered) this.cutLostCue(Number(held.line))
    const spaced = numbered && this.takeNumber()
    if (!numbered) this.release()
    this.close()
    this.lostAt = 0
    const loose = 'text' in times
    if (times.start < 0 || times.end < 0) {
      this.problems.push({ line: number, kind: 'negative_time', text: line })
    } else if (loose || !AS_WRITTEN.test(line)) {
      this.problems.push({ line: number, kind: 'time_repaired', text: line })
    }
    const lines = loose && times.text ? [times.text] : []
    const [start, end] = [Math.max(0, times.start), Math.max(0, times.end)]
    this.open = { start, end, tail: times.tail, lines, numbered, spaced, from: number + 1 - lines.length }
  }

  /**
   * If the number before `next` is in the open cue's text below a blank line, its times were lost: the following text is
   * reported, not appended.
   */
  private cutLostCue(next: number): void {
    const { open } = this
    if (!open?.numbered || next !== this.lastNumber + 2) return
    const { lines } = open
    const at = lines.findIndex((line, index) => index > 0 && Number(line) === next - 1 && INDEX_LINE.test(line))
    if (at < 0 || isInked(lines[at - 1] ?? '') || !lines.slice(at + 1).some(isInked)) return
    for (const [index, text] of lines.splice(at).entries()) {
      if (isInked(text)) this.problems.push({ line: open.from + at + index, kind: 'time_unreadable', text })
    }
  }

  /** The number above the times is the cue's, not text of the cue before. True if a blank line follows it. */
  private takeNumber(): boolean {
    const { held } = this
    if (!held) return false
    this.held = undefined
    this.lastNumber = Number(held.line)
    this.spaced = held.blanks > 0
    if (this.spaced) this.repairLayout(held.number, held.line)
    return this.spaced
  }

  /** A line meant as unreadable times: after a number, or beginning like a time. */
  private breaksCue(line: string): boolean {
    if (this.held && this.isDue(this.held.line) && /^\s*\d{1,3}\s*[:;]\s*\d{1,2}\s*[:;]\s*\d/.test(line)) return true
    if (line.includes(ARROW)) return this.isNumbered() || /^\s*[\d:.,?]+\s*-->/.test(line)
    return (
      line.length >= SHORTEST_TIME && this.isNumbered() && /^\s*\d{1,3}\s*:\s*\d{1,2}\s*:\s*\d{1,2}\S*\s*$/.test(line)
    )
  }

  private lose(number: number, line: string): void {
    if (this.held && this.isNumbered()) this.lastNumber = Number(this.held.line)
    this.held = undefined
    this.close()
    this.lostAt = number
    this.problems.push({ line: number, kind: 'time_unreadable', text: line })
  }

  /** The digits were no cue number: they are text. */
  private release(): void {
    const held = this.held
    if (!held) return
    this.held = undefined
    this.text(held.number, held.line)
    for (let blank = 1; blank <= held.blanks; blank++) this.text(held.number + blank, '')
  }

  private text(number: number, line: string): void {
    if (this.open) {
      this.open.lines.push(line)
    } else if (line.trim() !== '') {
      const header = number === 1 && line.startsWith('WEBVTT')
      const kind = this.lostAt ? 'time_unreadable' : header ? 'unexpected_header' : 'text_outside_cue'
      this.problems.push({ line: number, kind, text: line })
    }
  }

  private close(): void {
    const open = this.open
    if (!open) return
    this.open = undefined
    const { start, end, tail, lines, spaced } = open
    const everyOther = spaced && lines.every((line, index) => index % 2 === 1 || !isInked(line))
    const text = joinText(everyOther ? lines.filter(isInked) : lines)
    const cue: Cue = { id: this.newId(), start, end, text, roles: NO_ROLES }
    this.cues.push(cue)
    if (tail) this.tails.set(cue.id, { text: cue.text, source: cue.text, start, end, fields: [tail] })
  }
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Milliseconds of `HH:MM:SS,mmm` at `at`; -1 for anything else. */
function strictStamp(text: string, at: number): number {
  if (text.charCodeAt(at + 2) !== 58 || text.charCodeAt(at + 5) !== 58) return -1
  if (text.charCodeAt(at + 8) !== 44) return -1
  const hours = twoDigits(text, at)
  const minutes = twoDigits(text, at + 3)
  const seconds = twoDigits(text, at + 6)
  const tenths = twoDigits(text, at + 9)
  const last = text.charCodeAt(at + 11) - 48
  // Each part is negative unless it is digits, and so is their union.
  if ((hours | minutes | seconds | tenths | last | (9 - last)) < 0) return -1
  return hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + tenths * 10 + last
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return (tens | ones | (9 - tens) | (9 - ones)) < 0 ? -1 : tens * 10 + ones
}

/** The slice without trailing spaces, and without leading blank lines. */
function trimmedEnd(source: string, from: number, to: number): string {
  const text = source.slice(from, to)
  return isInk(source.charCodeAt(from)) && isInk(source.charCodeAt(to - 1)) ? text : joinText(text.split('\n'))
}

/** False for every trimmed character, and a few near them. */
const isInk = (code: number): boolean => code > 32 && (code < 0xa0 || (code > 0x3000 && code !== 0xfeff))

const isInked = (line: string): boolean => line.trim() !== ''

/** Outer blank lines are layout; inner ones are text. */
function joinText(lines: string[]): string {
  const from = lines.findIndex(isInked)
  return from < 0
    ? ''
    : lines
        .slice(from, lines.findLastIndex(isInked) + 1)
        .join('\n')
        .trimEnd()
}

/**
 * Strict SubRip: numbers continue after `before`, CRLF, no blank line within a text, as strict readers end a cue there.
 */
export function writeSrt(cues: readonly Cue[], tails?: ReadonlyMap<string, CueExtras>, before = 0): string {
  const out = new ByteText(cues.length * 96)
  let number = before
  for (const cue of cues) {
    out.number(++number)
    out.crlf()
    out.times(cue.start, cue.end, 44)
    const tail = tails?.get(cue.id)?.fields[0]
    if (tail) out.text(` ${tail}`)
    out.crlf()
    out.lines(cue.text)
    out.crlf()
    out.crlf()
  }
  return out.toString()
}
