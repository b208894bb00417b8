import type { Cue, MintId } from './cue.ts'
import { formatTimecode, parseTimecode } from './timecode.ts'

export type ProblemKind =
  'time_unreadable' | 'text_outside_cue' | 'negative_time' | 'control_characters' | 'unexpected_header'

/** Something the reader repaired or could not use; `line` counts from 1. */
export interface Problem {
  readonly line: number
  readonly kind: ProblemKind
  readonly text: string
}

export interface ReadResult {
  readonly cues: Cue[]
  readonly problems: Problem[]
}

const ARROW = '-->'
const INDEX_LINE = /^\s*\d+\s*$/
/** What may follow the end stamp: SubRip coordinates or WebVTT settings. */
const TAIL = /\s+(?:[A-Za-z][A-Za-z0-9]*:\S+\s*)+$/

/**
 * Reads SubRip leniently: any line end, missing numbers, missing blank lines, blank lines inside a text, adverts before
 * the first cue, broken time lines. Cues come in file order with the times as written (negative ones as 0). Nothing is
 * dropped silently: all that is not part of a cue is in `problems`.
 */
export function readSrt(source: string, mint: MintId): ReadResult {
  const reader = new SrtReader(mint)
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
  for (const [number, line] of numberedLines(text)) reader.take(number, line)
  return reader.finish()
}

/** Lines ended by LF, CRLF or CR only: U+2028 and U+0085 are text in a subtitle. */
function* numberedLines(text: string): Generator<[number, string]> {
  let number = 0
  let from = 0
  while (from <= text.length) {
    let to = from
    let code = 0
    while (to < text.length && (code = text.charCodeAt(to)) !== 10 && code !== 13) to++
    yield [++number, text.slice(from, to)]
    if (to >= text.length) return
    from = code === 13 && text.charCodeAt(to + 1) === 10 ? to + 2 : to + 1
  }
}

interface OpenCue {
  start: number
  end: number
  lines: string[]
}

class SrtReader {
  private readonly mint: MintId
  private readonly cues: Cue[] = []
  private readonly problems: Problem[] = []
  private open: OpenCue | undefined
  /** Lines after the last blank that may turn out to be the next cue's number, with where they stand. */
  private held: { number: number; line: string } | undefined
  /** Line at which an unreadable time line began; what follows up to the next cue belongs to it. */
  private lostAt = 0

  constructor(mint: MintId) {
    this.mint = mint
  }

  take(number: number, raw: string): void {
    const line = this.withoutNul(number, raw)
    const times = line.includes(ARROW) ? parseTimeLine(line) : undefined
    if (times) return this.begin(number, times)
    if (this.breaksCue(line)) return this.lose(number, line)
    if (INDEX_LINE.test(line)) {
      this.release()
      this.held = { number, line }
      return
    }
    this.release()
    this.text(number, line)
  }

  finish(): ReadResult {
    this.release()
    this.close()
    return { cues: this.cues, problems: this.problems }
  }

  private withoutNul(number: number, line: string): string {
    if (!line.includes('\0')) return line
    this.problems.push({ line: number, kind: 'control_characters', text: line.slice(0, 80) })
    return line.replaceAll('\0', '')
  }

  private begin(number: number, times: { start: number; end: number }): void {
    // The number above the time line is the cue's own, not the text of the one before.
    this.held = undefined
    this.close()
    this.lostAt = 0
    if (times.start < 0 || times.end < 0) {
      this.problems.push({ line: number, kind: 'negative_time', text: `${times.start} --> ${times.end}` })
    }
    this.open = { start: Math.max(0, times.start), end: Math.max(0, times.end), lines: [] }
  }

  /** A line that was meant as a time line but can't be read: after a number, or beginning like a stamp. */
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

  /** A held number was no cue number after all: it is text. */
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
    this.cues.push({ id: this.mint(), start: open.start, end: open.end, text: joinText(open.lines), roles: [] })
  }
}

function parseTimeLine(line: string): { start: number; end: number } | undefined {
  const arrow = line.indexOf(ARROW)
  const start = parseTimecode(line.slice(0, arrow))
  if (start === undefined) return undefined
  const rest = line.slice(arrow + ARROW.length)
  const end = parseTimecode(rest.replace(TAIL, ''))
  return end === undefined ? undefined : { start, end }
}

/** Outer blank lines belong to the file's layout; inner ones are text. */
function joinText(lines: string[]): string {
  let from = 0
  let to = lines.length
  while (from < to && lines[from]!.trim() === '') from++
  while (to > from && lines[to - 1]!.trim() === '') to--
  return lines.slice(from, to).join('\n').trimEnd()
}

/** Strict SubRip: numbered from 1, CRLF, no blank line inside a text (it would end the cue for strict readers). */
export function writeSrt(cues: readonly Cue[]): string {
  let out = ''
  for (const [index, cue] of cues.entries()) {
    const text = cue.text.replace(/\r\n?/g, '\n').replace(/\n(?:[ \t]*\n)+/g, '\n')
    out += `${index + 1}\r\n${formatTimecode(cue.start)} --> ${formatTimecode(cue.end)}\r\n${text.replaceAll('\n', '\r\n')}\r\n\r\n`
  }
  return out
}
