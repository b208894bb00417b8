import type { Cue, NewId } from './cue.ts'
import type { CueExtras, SubtitleFile } from './format.ts'
import { CR, LF, lineEnd, nextLine, withLf } from './lines.ts'
import type { Problem } from './problem.ts'
import { ARROW, parseTimeLine, type TimeLine } from './time-line.ts'
import { ByteText } from './byte-text.ts'

const INDEX_LINE = /^\s*\d+\s*$/
/** The times of a cue as SubRip writes them; hours above 99 and coordinates too. */
const AS_WRITTEN = /^\d{2,}:\d\d:\d\d,\d{3} --> \d{2,}:\d\d:\d\d,\d{3}(?:\s|$)/
const NO_ROLES: readonly string[] = []

/**
 * Reads SubRip leniently: any line end, missing numbers, missing blank lines, blank lines inside a text, adverts before
 * the first cue, broken times. Cues come in file order with the times as written (negative ones as 0). Nothing is lost
 * silently: all that is not part of a cue is in `problems`. Linear in the length of the text.
 */
export function readSrt(source: string, newId: NewId): SubtitleFile {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  const { cues, problems, tails } = new SrtReader(text, newId).read()
  return {
    format: 'srt',
    cues,
    problems,
    extras: { format: 'srt', head: '', before: new Map(), tail: '', cues: tails },
    speakers: new Map(),
  }
}

interface OpenCue {
  readonly start: number
  readonly end: number
  readonly tail: string
  readonly lines: string[]
}

/** The well-formed header `N⏎HH:MM:SS,mmm --> HH:MM:SS,mmm⏎`: its times and where the text begins. */
interface Header {
  at: number
  start: number
  end: number
  text: number
}

/**
 * Two readers of one text. A cue whose number, times and text are as every tool writes them is read in one scan of its
 * characters; everything else goes to the line reader, until the next well-formed header.
 */
class SrtReader {
  private readonly source: string
  private readonly newId: NewId
  private readonly cues: Cue[] = []
  private readonly problems: Problem[] = []
  private readonly tails = new Map<string, CueExtras>()
  private readonly header: Header = { at: -1, start: 0, end: 0, text: 0 }
  /** Number of the line that is read, from 1. */
  private line = 1
  private open: OpenCue | undefined
  /** A line of digits that may turn out to be the next cue's number. */
  private held: { number: number; line: string } | undefined
  /** Number of a line of unreadable times; what follows up to the next cue belongs to it. */
  private lostAt = 0

  constructor(source: string, newId: NewId) {
    this.source = source
    this.newId = newId
  }

  read(): { cues: Cue[]; problems: Problem[]; tails: Map<string, CueExtras> } {
    const { source } = this
    let at = 0
    while (at < source.length) {
      if (this.header.at === at || this.readHeader(at)) {
        const after = this.readPlainCue()
        if (after >= 0) {
          at = after
          continue
        }
      }
      const end = lineEnd(source, at)
      this.take(this.line++, source.slice(at, end))
      at = nextLine(source, end)
    }
    this.release()
    this.close()
    return { cues: this.cues, problems: this.problems, tails: this.tails }
  }

  /** True where a cue's number and times begin at `at` as SubRip writes them; they are then in `header`. */
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

  /** Takes the cue whose header was just read, if its text ends with one blank line and the next cue or the end. */
  private readPlainCue(): number {
    const { source } = this
    const { start, end } = this.header
    const from = this.header.text
    let place = from
    let lineStart = from
    let textEnd = from
    let lines = 2
    let returns = false
    for (;;) {
      const code = source.charCodeAt(place)
      if (code > 62 || (code > CR && code < 62)) {
        place++
        continue
      }
      if (code === LF || Number.isNaN(code)) {
        const blank = place === lineStart || (place === lineStart + 1 && source.charCodeAt(lineStart) === CR)
        if (blank) break
        if (this.isOnlyDigits(lineStart, place)) return -1
        textEnd = place
        lines++
        lineStart = ++place
        continue
      }
      if (code === CR) {
        if (source.charCodeAt(place + 1) !== LF) return -1
        returns = true
      } else if (code === 0 || (code === 62 && source.charCodeAt(place - 1) === 45)) return -1
      place++
    }
    const after = Math.min(source.length, place + 1)
    if (after < source.length && !this.readHeader(after)) return -1
    this.release()
    this.close()
    this.lostAt = 0
    const text = trimmedEnd(source, from, textEnd)
    this.cues.push({ id: this.newId(), start, end, text: returns ? withLf(text) : text, roles: NO_ROLES })
    this.line += lines + (place < source.length ? 1 : 0)
    return after
  }

  private isOnlyDigits(from: number, to: number): boolean {
    const first = this.source.charCodeAt(from)
    return (isDigit(first) || first <= 32) && INDEX_LINE.test(this.source.slice(from, to))
  }

  private take(number: number, raw: string): void {
    const line = this.withoutNul(number, raw)
    const times = line.includes(ARROW) ? parseTimeLine(line) : undefined
    if (times) return this.begin(number, times, line)
    if (this.breaksCue(line)) return this.lose(number, line)
    this.release()
    if (INDEX_LINE.test(line)) this.held = { number, line }
    else this.text(number, line)
  }

  private withoutNul(number: number, line: string): string {
    if (!line.includes('\0')) return line
    this.problems.push({ line: number, kind: 'control_characters', text: line })
    return line.replaceAll('\0', '')
  }

  private begin(number: number, times: TimeLine, line: string): void {
    // The number above the times is the cue's own, not text of the cue before.
    this.held = undefined
    this.close()
    this.lostAt = 0
    if (times.start < 0 || times.end < 0) {
      this.problems.push({ line: number, kind: 'negative_time', text: line })
    } else if (!AS_WRITTEN.test(line)) {
      this.problems.push({ line: number, kind: 'time_repaired', text: line })
    }
    this.open = { start: Math.max(0, times.start), end: Math.max(0, times.end), tail: times.tail, lines: [] }
  }

  /** A line that was meant as times but can't be read: after a number, or beginning like a time. */
  private breaksCue(line: string): boolean {
    if (line.includes(ARROW)) return this.held !== undefined || /^\s*[\d:.,?]+\s*-->/.test(line)
    return this.held !== undefined && /^\s*\d{1,3}\s*:\s*\d{1,2}\s*:\s*\d{1,2}\S*\s*$/.test(line)
  }

  private lose(number: number, line: string): void {
    this.held = undefined
    this.close()
    this.lostAt = number
    this.problems.push({ line: number, kind: 'time_unreadable', text: line })
  }

  /** The line of digits was no cue number after all: it is text. */
  private release(): void {
    const held = this.held
    if (!held) return
    this.held = undefined
    this.text(held.number, held.line)
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
    const { start, end, tail } = open
    const cue: Cue = { id: this.newId(), start, end, text: joinText(open.lines), roles: NO_ROLES }
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
  // Each part is negative where it is not made of digits, and so is their union.
  if ((hours | minutes | seconds | tenths | last | (9 - last)) < 0) return -1
  return hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + tenths * 10 + last
}

function twoDigits(text: string, at: number): number {
  const tens = text.charCodeAt(at) - 48
  const ones = text.charCodeAt(at + 1) - 48
  return (tens | ones | (9 - tens) | (9 - ones)) < 0 ? -1 : tens * 10 + ones
}

/** The slice without trailing blanks, and without leading lines that are blank. */
function trimmedEnd(source: string, from: number, to: number): string {
  const text = source.slice(from, to)
  return isInk(source.charCodeAt(from)) && isInk(source.charCodeAt(to - 1)) ? text : joinText(text.split('\n'))
}

/** False for every blank that trimming takes away, and for a few letters beside them. */
const isInk = (code: number): boolean => code > 32 && (code < 0xa0 || (code > 0x3000 && code !== 0xfeff))

const isInked = (line: string): boolean => line.trim() !== ''

/** Outer blank lines belong to the file's layout; inner ones are text. */
function joinText(lines: string[]): string {
  const from = lines.findIndex(isInked)
  return from < 0
    ? ''
    : lines
        .slice(from, lines.findLastIndex(isInked) + 1)
        .join('\n')
        .trimEnd()
}

/** Strict SubRip: numbered from 1, CRLF, no blank line inside a text (it would end the cue for strict readers). */
export function writeSrt(cues: readonly Cue[], tails?: ReadonlyMap<string, CueExtras>): string {
  const out = new ByteText(cues.length * 96)
  let number = 0
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
