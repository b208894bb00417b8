import { ssaAlign, takeAssBlock } from '../../text/ass-text.ts'
import { ASS_COLUMNS, type Columns, columnsOf, namesOf, SSA_COLUMNS, STYLE_COLUMNS } from './columns.ts'
import type { Cue, NewId } from '../../cue/cue.ts'
import type { CueExtras, Format, SubtitleFile } from '../format.ts'
import { withLf } from '../../text/lines.ts'
import { writeMarkup } from '../../text/markup.ts'
import type { Problem } from '../../text/problem.ts'
import { plainStyle, sameStyle, type Styled, TextRunList, type TextStyle } from '../../text/styled.ts'
import { parseTimecode } from '../../text/timecode.ts'

/** The parts of a style that other formats have too. */
interface AssStyle {
  readonly style: TextStyle
  readonly align: number
}

/** A Dialogue line's fields around its times and text, shared by equal lines. */
interface Layout {
  /** Text before the first time, between the two, and from there to the text. */
  readonly fields: readonly [before: string, between: string, after: string]
  readonly speaker: string
  readonly base: AssStyle | undefined
  /** Whether the style leaves a text unchanged. */
  readonly isPlain: boolean
  /** Whether a new line gets the same fields if this is the file's first layout. */
  readonly isTemplate: boolean
}

const NO_ROLES: readonly string[] = []
/** Layouts tried on a line before parsing its columns. */
const RECENT = 6

/**
 * Reads ASS and SSA. Dialogue lines become cues; every other line is kept, including comments and embedded fonts. A line
 * outside any section is kept and reported. Linear time.
 */
export function readAss(source: string, newId: NewId, format: Format = 'ass'): SubtitleFile {
  return new AssReader(withLf(source.charCodeAt(0) === 0xfeff ? source.slice(1) : source), newId, format).read()
}

class AssReader {
  private readonly text: string
  private readonly newId: NewId
  private readonly kind: Format
  private readonly cues: Cue[] = []
  private readonly problems: Problem[] = []
  private readonly before = new Map<string, string>()
  private readonly extras = new Map<string, CueExtras>()
  private readonly speakers = new Map<string, string>()
  private readonly styles = new Map<string, AssStyle>()
  /** Each layout of the file, by its fields. */
  private layouts = new Map<string, Layout>()
  /** The layout of the file's first cue. */
  private first: Layout | undefined
  /** Recent layouts: the next line usually has one of them. */
  private recent: Layout[] = []
  private columns: Columns
  private styleColumns: string[] = []
  private section = ''
  private head: string | undefined
  private pending: string[] = []

  constructor(text: string, newId: NewId, format: Format) {
    this.text = text
    this.newId = newId
    this.kind = format
    this.columns = columnsOf(format === 'ssa' ? SSA_COLUMNS : ASS_COLUMNS)
  }

  read(): SubtitleFile {
    const { text } = this
    let number = 0
    for (let from = 0; from <= text.length;) {
      const next = text.indexOf('\n', from)
      const to = next < 0 ? text.length : next
      number++
      if (!this.knownLayout(from, to)) this.take(number, text.slice(from, to), to)
      from = to + 1
    }
    const { cues, problems, before, extras, speakers, kind: format } = this
    const tail = trimBlank(this.pending)
    const head = this.head ?? tail
    const kept = { format, head, before, tail: this.head === undefined ? '' : tail, cues: extras }
    return { format, cues, problems, extras: kept, speakers }
  }

  private take(number: number, raw: string, to: number): void {
    const line = raw.trimStart()
    const key = /^Dialogue:\s?/i.exec(line)?.[0]
    if (key !== undefined && this.dialogue(number, line, key, to)) return
    this.pending.push(raw)
    const section = /^\[([^\]]*)\]\s*$/.exec(line)
    if (section) this.section = (section[1] ?? '').trim().toLowerCase()
    else if (key === undefined) this.other(number, line)
  }

  private other(number: number, line: string): void {
    const { section } = this
    const colon = line.indexOf(':')
    const key = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const value = line.slice(colon + 1)
    if (line.trim() === '' || line.startsWith(';') || line.startsWith('!:')) return
    if (section === 'fonts' || section === 'graphics') return
    if (section === 'events' && key === 'format') this.eventFormat(value)
    else if (section.endsWith('styles') && key === 'format') this.styleColumns = namesOf(value)
    else if (section.endsWith('styles') && key === 'style') this.style(value)
    else if (!understood(section, key)) this.problems.push({ line: number, kind: 'line_not_understood', text: line })
  }

  private style(value: string): void {
    this.forgetLayouts()
    const names = this.styleColumns.length ? this.styleColumns : namesOf(STYLE_COLUMNS)
    const values = value.split(',').map((part) => part.trim())
    const get = (name: string) => values[names.indexOf(name)] ?? ''
    const align = Number(get('alignment')) || 2
    this.styles.set(get('name'), {
      style: {
        italic: isOn(get('italic')),
        bold: isOn(get('bold')),
        underline: isOn(get('underline')),
        strike: isOn(get('strikeout')),
        color: undefined,
      },
      align: this.kind === 'ssa' ? (ssaAlign[align] ?? 2) : align,
    })
  }

  private eventFormat(value: string): void {
    this.columns = columnsOf(value)
    this.forgetLayouts()
  }

  private forgetLayouts(): void {
    this.layouts = new Map()
    this.recent = []
  }

  /** Reads a line with standard times and the fields of an earlier line. */
  private knownLayout(from: number, to: number): boolean {
    const { text, recent } = this
    for (const [at, layout] of recent.entries()) {
      const [before, between, after] = layout.fields
      if (!text.startsWith(before, from)) continue
      const first = from + before.length
      const firstEnd = stampEnd(text, first)
      if (firstEnd < 0 || !text.startsWith(between, firstEnd)) continue
      const second = firstEnd + between.length
      const secondEnd = stampEnd(text, second)
      if (secondEnd < 0 || !text.startsWith(after, secondEnd)) continue
      if (at > 0) this.use(layout)
      const [start, end] = this.isSwapped ? [second, first] : [first, second]
      this.cue(layout, stamp(text, start), stamp(text, end), secondEnd + after.length, to)
      return true
    }
    return false
  }

  private get isSwapped(): boolean {
    return this.columns.end < this.columns.start
  }

  private use(layout: Layout): void {
    this.recent = [layout, ...this.recent.filter((other) => other !== layout)].slice(0, RECENT)
  }

  /** False if the line, which ends at `to`, is no cue: then it is kept. */
  private dialogue(number: number, line: string, key: string, to: number): boolean {
    const { columns } = this
    const parts = splitColumns(line.slice(key.length), columns.count)
    const start = parseTimecode(parts[columns.start] ?? '')
    const end = parseTimecode(parts[columns.end] ?? '')
    const isWhole = parts.length === columns.count && Math.max(columns.start, columns.end) < columns.count - 1
    if (start === undefined || end === undefined || !isWhole) {
      this.problems.push({ line: number, kind: 'time_unreadable', text: line })
      return false
    }
    if (start < 0 || end < 0) this.problems.push({ line: number, kind: 'negative_time', text: line })
    const layout = this.layoutOf(key, parts)
    this.use(layout)
    this.cue(layout, Math.max(0, start), Math.max(0, end), to - (parts.at(-1) ?? '').length, to)
    return true
  }

  private layoutOf(key: string, parts: readonly string[]): Layout {
    const { columns } = this
    const [first, second] = this.isSwapped ? [columns.end, columns.start] : [columns.start, columns.end]
    const fields = [
      key + joinColumns(parts.slice(0, first)),
      `,${joinColumns(parts.slice(first + 1, second))}`,
      `,${joinColumns(parts.slice(second + 1, -1))}`,
    ] as const
    const name = fields.join('\n')
    const known = this.layouts.get(name)
    if (known) return known
    const base = this.styles.get((parts[columns.style] ?? '').replace(/^\s*\*?/, '').trim())
    const effect = parts[columns.effect] ?? ''
    const speaker = parts[columns.name] ?? ''
    const layout: Layout = {
      fields,
      speaker: speaker.trim(),
      base,
      isPlain: !base || (sameStyle(base.style, plainStyle) && base.align === 2),
      isTemplate: effect === '' && speaker === '',
    }
    this.layouts.set(name, layout)
    return layout
  }

  private cue(layout: Layout, start: number, end: number, from: number, to: number): void {
    const id = this.newId()
    const source = this.text.slice(from, to)
    const shape = layout.isPlain ? shapeOf(source) : 'marked'
    const text =
      shape === 'marked'
        ? styledText(source, layout.base)
        : (shape === 'rows' ? source.replaceAll('\\N', '\n') : source).trim()
    this.keepPending(id)
    this.cues.push({ id, start, end, text, roles: NO_ROLES })
    if (layout.speaker) this.speakers.set(id, layout.speaker)
    this.first ??= layout
    // Most lines are as they would be written again; only the first of them is kept, as model for new ones.
    const isStandard = this.cues.length > 1 && layout === this.first && layout.isTemplate
    if (isStandard && shape !== 'marked' && text.length === source.length - (shape === 'rows' ? rowBreaks(text) : 0))
      return
    this.extras.set(id, { text, source, start, end, base: layout.base, fields: layout.fields })
  }

  private keepPending(id: string): void {
    if (this.pending.length === 0 && this.head !== undefined) return
    const text = trimBlank(this.pending)
    if (this.head === undefined) this.head = text
    else if (text) this.before.set(id, text)
    this.pending = []
  }
}

const isOn = (flag: string): boolean => flag !== '' && flag !== '0'
const trimBlank = (lines: readonly string[]): string => lines.join('\n').replace(/^\n+/, '').trimEnd()

/** Sections of `key: value` lines; an unknown section is kept without a report. */
function understood(section: string, key: string): boolean {
  if (section === 'events') return ['comment', 'picture', 'sound', 'movie', 'command', 'format'].includes(key)
  if (section === 'script info' || section.endsWith('styles') || section === '') return key !== ''
  return key !== '' || section !== 'unknown'
}

/** The first columns end at commas, the last takes the rest. */
function splitColumns(line: string, count: number): string[] {
  const parts: string[] = []
  let from = 0
  while (parts.length < count - 1) {
    const comma = line.indexOf(',', from)
    if (comma < 0) break
    parts.push(line.slice(from, comma))
    from = comma + 1
  }
  parts.push(line.slice(from))
  return parts
}

/** Columns with their trailing comma. */
const joinColumns = (parts: readonly string[]): string => parts.map((part) => `${part},`).join('')

/** The end of a time `H:MM:SS.cc` at an offset; -1 for anything else. */
function stampEnd(text: string, at: number): number {
  let place = at
  while (isDigit(text.charCodeAt(place))) place++
  if (place === at || place > at + 4) return -1
  if (text.charCodeAt(place) !== 58 || text.charCodeAt(place + 3) !== 58 || text.charCodeAt(place + 6) !== 46) return -1
  const areDigits =
    isDigit(text.charCodeAt(place + 1)) &&
    isDigit(text.charCodeAt(place + 2)) &&
    isDigit(text.charCodeAt(place + 4)) &&
    isDigit(text.charCodeAt(place + 5)) &&
    isDigit(text.charCodeAt(place + 7)) &&
    isDigit(text.charCodeAt(place + 8))
  return areDigits && !isDigit(text.charCodeAt(place + 9)) ? place + 9 : -1
}

/** Milliseconds of the `H:MM:SS.cc` at an offset. */
function stamp(text: string, at: number): number {
  let place = at
  let hours = 0
  for (; text.charCodeAt(place) !== 58; place++) hours = hours * 10 + text.charCodeAt(place) - 48
  const two = (from: number) => text.charCodeAt(from) * 10 + text.charCodeAt(from + 1) - 528
  return hours * 3_600_000 + two(place + 1) * 60_000 + two(place + 4) * 1000 + two(place + 7) * 10
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Whether a text is equal in SubStation and here except for row breaks, or must be parsed. */
function shapeOf(text: string): 'plain' | 'rows' | 'marked' {
  let shape: 'plain' | 'rows' = 'plain'
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code === 92) {
      if (text.charCodeAt(i + 1) !== 78) return 'marked'
      shape = 'rows'
    } else if (code === 123 || code === 125 || code === 60 || code === 0xa0) return 'marked'
  }
  return shape
}

function rowBreaks(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++
  return count
}

function styledText(source: string, base: AssStyle | undefined): string {
  const styled = readAssText(source, base?.style ?? plainStyle)
  const align = styled.align ?? base?.align
  return writeMarkup({ ...styled, align: align === 2 ? undefined : align }).trim()
}

const PIECE = /\{[^{}]*\}|\\[Nnh]/g

/** Text runs of a Dialogue text; `base` is the line's style. */
function readAssText(source: string, base: TextStyle): Styled {
  const list = new TextRunList()
  list.style = base
  let align: number | undefined
  let drawing = false
  let from = 0
  const text = (part: string): void => {
    if (drawing && part.trim()) list.code('drawing', part)
    else list.text(part)
  }
  for (const match of source.matchAll(PIECE)) {
    text(source.slice(from, match.index))
    from = match.index + match[0].length
    if (match[0] === '\\h') text('\u00a0')
    else if (match[0].startsWith('\\')) text('\n')
    else {
      const block = takeAssBlock(match[0], list.style, base)
      list.style = block.style
      align ??= block.align
      drawing = block.drawing ?? drawing
      if (block.rest) list.code('ass', block.rest)
    }
  }
  text(source.slice(from))
  return { runs: list.runs, align }
}
