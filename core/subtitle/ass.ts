import { ssaAlign, takeAssBlock, toAssColor } from './ass-text.ts'
import { hexOf } from './colors.ts'
import { convertText, type LossList } from './convert.ts'
import type { Cue, NewId } from './cue.ts'
import { type FormatExtras, type CueExtras, type Format, piecesInOrder, type SubtitleFile } from './format.ts'
import { numberedLines } from './lines.ts'
import { writeMarkup } from './markup.ts'
import type { Problem } from './problem.ts'
import { plainStyle, sameStyle, type TextRun, TextRunList, type Styled, type TextStyle } from './styled.ts'
import { parseTimecode } from './timecode.ts'

/** The columns of a Dialogue line, from its Format line. */
interface Columns {
  readonly count: number
  readonly start: number
  readonly end: number
  readonly style: number
  readonly name: number
  readonly effect: number
  readonly text: number
}

/** The parts of a style that other formats have too. */
interface AssStyle {
  readonly style: TextStyle
  readonly align: number
}

const ASS_COLUMNS = 'Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
const SSA_COLUMNS = 'Marked, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text'
const STYLE_COLUMNS =
  'Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding'

function columnsOf(format: string): Columns {
  const names = format.split(',').map((name) => name.trim().toLowerCase())
  const at = (name: string) => names.indexOf(name)
  return {
    count: names.length,
    start: at('start'),
    end: at('end'),
    style: at('style'),
    name: Math.max(at('name'), at('actor')),
    effect: at('effect'),
    // The text takes all that is left, commas too, so it can only be the last column.
    text: names.length - 1,
  }
}

/**
 * Reads Advanced SubStation Alpha and SubStation Alpha. Dialogue lines become cues; every other line, comments and
 * embedded fonts too, is kept as it is. A line that no section explains is kept and reported.
 */
export function readAss(source: string, newId: NewId, format: Format = 'ass'): SubtitleFile {
  return new AssReader(newId, format).read(source)
}

class AssReader {
  private readonly newId: NewId
  private readonly format: Format
  private readonly cues: Cue[] = []
  private readonly problems: Problem[] = []
  private readonly before = new Map<string, string>()
  private readonly extras = new Map<string, CueExtras>()
  private readonly speakers = new Map<string, string>()
  private readonly styles = new Map<string, AssStyle>()
  private columns: Columns
  private styleColumns: string[] = []
  private section = ''
  private head: string | undefined
  private pending: string[] = []

  constructor(newId: NewId, format: Format) {
    this.newId = newId
    this.format = format
    this.columns = columnsOf(format === 'ssa' ? SSA_COLUMNS : ASS_COLUMNS)
  }

  read(source: string): SubtitleFile {
    const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source
    for (const [number, line] of numberedLines(text)) this.take(number, line)
    const { cues, problems, before, extras, speakers, format } = this
    const tail = trimBlank(this.pending)
    const head = this.head ?? tail
    const kept = { format, head, before, tail: this.head === undefined ? '' : tail, cues: extras }
    return { format, cues, problems, extras: kept, speakers }
  }

  private take(number: number, raw: string): void {
    const line = raw.trimStart()
    const dialogue = /^Dialogue:\s?/i.exec(line)
    if (dialogue && this.dialogue(number, line.slice(dialogue[0].length), dialogue[0])) return
    this.pending.push(raw)
    const section = /^\[([^\]]*)\]\s*$/.exec(line)
    if (section) this.section = (section[1] ?? '').trim().toLowerCase()
    else if (!dialogue) this.other(number, line)
  }

  private other(number: number, line: string): void {
    const { section } = this
    const colon = line.indexOf(':')
    const key = line.slice(0, Math.max(0, colon)).trim().toLowerCase()
    const value = line.slice(colon + 1)
    if (line.trim() === '' || line.startsWith(';') || line.startsWith('!:')) return
    if (section === 'fonts' || section === 'graphics') return
    if (section === 'events' && key === 'format') this.columns = columnsOf(value)
    else if (section.endsWith('styles') && key === 'format') this.styleColumns = namesOf(value)
    else if (section.endsWith('styles') && key === 'style') this.style(value)
    else if (!understood(section, key)) this.problems.push({ line: number, kind: 'line_not_understood', text: line })
  }

  private style(value: string): void {
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
      align: this.format === 'ssa' ? (ssaAlign[align] ?? 2) : align,
    })
  }

  /** False where the line is no cue: then it is kept as it is. */
  private dialogue(number: number, line: string, key: string): boolean {
    const { columns } = this
    const parts = splitColumns(line, columns.count)
    const start = parseTimecode(parts[columns.start] ?? '')
    const end = parseTimecode(parts[columns.end] ?? '')
    if (start === undefined || end === undefined || parts.length < columns.count) {
      this.problems.push({ line: number, kind: 'time_unreadable', text: key + line })
      return false
    }
    if (start < 0 || end < 0) this.problems.push({ line: number, kind: 'negative_time', text: key + line })
    const source = parts[columns.text] ?? ''
    const style = this.styles.get((parts[columns.style] ?? '').replace(/^\s*\*?/, '').trim())
    const styled = readAssText(source, style?.style ?? plainStyle)
    const align = styled.align ?? style?.align
    const text = writeMarkup({ ...styled, align: align === 2 ? undefined : align }).trim()
    const id = this.newId()
    this.keepPending(id)
    this.cues.push({ id, start: Math.max(0, start), end: Math.max(0, end), text, roles: [] })
    const speaker = (parts[columns.name] ?? '').trim()
    if (speaker) this.speakers.set(id, speaker)
    const base = style && { style: style.style, align: style.align }
    this.extras.set(id, { text, source, start, end, base, fields: [key, ...parts.slice(0, -1)] })
    return true
  }

  private keepPending(id: string): void {
    const text = trimBlank(this.pending)
    if (this.head === undefined) this.head = text
    else if (text) this.before.set(id, text)
    this.pending = []
  }
}

const namesOf = (format: string): string[] => format.split(',').map((name) => name.trim().toLowerCase())
const isOn = (flag: string): boolean => flag !== '' && flag !== '0'
const trimBlank = (lines: readonly string[]): string => lines.join('\n').replace(/^\n+/, '').trimEnd()

/** Sections whose lines all have a key; a section that the format does not know is kept without a report. */
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

const PIECE = /\{[^{}]*\}|\\[Nnh]/g

/** Text runs of a Dialogue text; `base` is what the line's style says. */
export function readAssText(source: string, base: TextStyle): Styled {
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

/** ASS or SSA of some cues; the same file again where `extras` comes from one. */
export function writeAss(
  cues: readonly Cue[],
  extras: FormatExtras | undefined,
  speakers: ReadonlyMap<string, string>,
  losses: LossList,
  format: Format = 'ass',
): string {
  const own = extras?.format === format ? extras : undefined
  const pieces = own && piecesInOrder(cues, own)
  const head = own?.head ? own.head : newHead(format)
  const lines = [head]
  const template = own && own.cues.values().next().value
  const columns = eventColumns(head)
  for (const [index, cue] of cues.entries()) {
    const before = pieces?.before(cue.id)
    if (before) lines.push(before)
    const kept = own?.cues.get(cue.id)
    const base = (kept ?? template)?.base
    const text = kept && kept.text === cue.text ? kept.source : writeAssText(cue.text, index, losses, { base })
    const fields = kept?.fields ?? newFields(format, template, speakers.get(cue.id), columns)
    const [key, ...values] = withTimes(fields, cue, columns)
    if (cue.start % 10 || cue.end % 10) losses.add('times_rounded', index)
    lines.push(`${key}${[...values, text].join(',')}`)
  }
  if (pieces?.tail) lines.push(...(pieces.tail.startsWith('[') ? [''] : []), pieces.tail)
  return `${lines.join('\n')}\n`
}

/** The columns of a new line: those of the file's first line, except for the speaker and the effect. */
function newFields(
  format: Format,
  template: CueExtras | undefined,
  speaker: string | undefined,
  columns: Columns,
): string[] {
  const margins = format === 'ssa' ? ['0000', '0000', '0000'] : ['0', '0', '0']
  const marked = format === 'ssa' ? 'Marked=0' : '0'
  const out = template ? [...template.fields] : ['Dialogue: ', marked, '', '', 'Default', '', ...margins, '']
  if (columns.name >= 0) out[columns.name + 1] = speaker?.replace(/[,\r\n]/g, ' ') ?? ''
  if (columns.effect >= 0) out[columns.effect + 1] = ''
  return out
}

/** The columns that the events of a file have: its Format line is in what stands before the first cue. */
function eventColumns(head: string): Columns {
  const events = /^[ \t]*\[events\]/im.exec(head)
  const format = events && /^[ \t]*Format:([^\n]*)/im.exec(head.slice(events.index))
  return columnsOf(format?.[1] ?? ASS_COLUMNS)
}

function withTimes(fields: readonly string[], cue: Cue, { start, end }: Columns): string[] {
  const out = [...fields]
  out[start + 1] = assTime(cue.start)
  out[end + 1] = assTime(cue.end)
  return out
}

function newHead(format: Format): string {
  const ssa = format === 'ssa'
  return [
    '[Script Info]',
    `ScriptType: ${ssa ? 'v4.00' : 'v4.00+'}`,
    'PlayResX: 1920',
    'PlayResY: 1080',
    ...(ssa ? [] : ['WrapStyle: 0', 'ScaledBorderAndShadow: yes']),
    '',
    ssa ? '[V4 Styles]' : '[V4+ Styles]',
    ...(ssa ? ssaStyle : assStyle),
    '',
    '[Events]',
    `Format: ${ssa ? SSA_COLUMNS : ASS_COLUMNS}`,
  ].join('\n')
}

const assStyle = [
  `Format: ${STYLE_COLUMNS}`,
  'Style: Default,Arial,64,&H00FFFFFF,&H000000FF,&H00000000,&H80000000,0,0,0,0,100,100,0,0,1,3,1,2,60,60,54,1',
]
const ssaStyle = [
  'Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, TertiaryColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, AlphaLevel, Encoding',
  'Style: Default,Arial,64,16777215,255,0,0,0,0,1,3,1,2,60,60,54,0,1',
]

/** A time in milliseconds as ASS writes it, in hundredths of a second. */
export function assTime(ms: number): string {
  const time = Math.max(0, Math.round(ms / 10))
  const two = (value: number) => String(value).padStart(2, '0')
  const seconds = Math.floor(time / 100)
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}.${two(time % 100)}`
}

/**
 * The app's markup as ASS, on top of the line's own style. A brace or a backslash that is text is written so that no
 * player reads it as a tag; override blocks stay where `keeps` is a format that has them.
 */
export function writeAssText(
  text: string,
  index: number,
  losses: LossList,
  { keeps = 'ass', base }: { keeps?: Format; base?: CueExtras['base'] } = {},
): string {
  const { runs, align = 2 } = convertText(text, keeps, index, losses)
  let out = align === (base?.align ?? 2) ? '' : `{\\an${align}}`
  let style = base?.style ?? plainStyle
  for (const run of runs) {
    if (run.kind === 'code') {
      out += run.code
      continue
    }
    out += styleChange(style, run.style, index, losses) + escapeAss(run)
    style = run.style
  }
  return out
}

function styleChange(from: TextStyle, to: TextStyle, index: number, losses: LossList): string {
  if (sameStyle(from, to)) return ''
  let tags = ''
  if (from.italic !== to.italic) tags += `\\i${Number(to.italic)}`
  if (from.bold !== to.bold) tags += `\\b${Number(to.bold)}`
  if (from.underline !== to.underline) tags += `\\u${Number(to.underline)}`
  if (from.strike !== to.strike) tags += `\\s${Number(to.strike)}`
  if (from.color !== to.color) {
    const hex = to.color === undefined ? undefined : hexOf(to.color)
    if (to.color !== undefined && hex === undefined) losses.add('colour', index)
    else tags += hex === undefined ? '\\c' : `\\c${toAssColor(hex)}`
  }
  return tags ? `{${tags}}` : ''
}

function escapeAss(run: TextRun & { kind: 'text' }): string {
  return run.text
    .replaceAll('\\', '\\\u2060')
    .replaceAll('{', '\uff5b')
    .replaceAll('}', '\uff5d')
    .replaceAll('\u00a0', '\\h')
    .replace(/\r\n?|\n/g, '\\N')
}
