import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { hexOf } from './colors.ts'
import { convertText, type LossList } from './convert.ts'
import type { Cue, NewId } from './cue.ts'
import { type FormatExtras, type CueExtras, type SubtitleFile } from './format.ts'
import { withLf } from './lines.ts'
import { writeMarkup } from './markup.ts'
import type { Problem, ProblemKind } from './problem.ts'
import { plainStyle, type TextRun, TextRunList, type TextStyle } from './styled.ts'
import { formatTimecode } from './timecode.ts'
import { clockOf, parseTtmlTime, type TtmlClock } from './ttml-time.ts'
import { type Attributes, innerStyle, TtmlStyles } from './ttml-style.ts'

/** An element on the way down to the text. */
interface Frame {
  readonly name: string
  readonly begin: number
  readonly end: number | undefined
  readonly timed: boolean
  readonly sequence: boolean
  /** Where the next child of a sequence begins. */
  cursor: number
  readonly style: TextStyle
  readonly region: string | undefined
  readonly preserve: boolean
  readonly hidden: boolean
}

/** A paragraph or timed span whose text is being read. */
interface OpenText {
  readonly frame: Frame
  readonly depth: number
  readonly line: number
  readonly from: number
  readonly innerFrom: number
  readonly list: TextRunList
  /** True for a paragraph that the writer can put back in its place. */
  readonly whole: boolean
}

interface Read extends OpenText {
  readonly to: number
  readonly innerTo: number
}

/** Errors that are reported one by one, and how many make it clear that this is no XML at all. */
const REPORTED = 50
const HOPELESS = 1000

class Hopeless extends Error {}

/**
 * Reads the text profile of TTML, and what is called so: nested and sequential timing, frames and ticks, styles by
 * reference. XML that is not well-formed is read as far as possible and reported.
 */
export function readTtml(source: string, newId: NewId): SubtitleFile {
  const text = withLf(source.charCodeAt(0) === 0xfeff ? source.slice(1) : source)
  return new TtmlReader(text, newId).read()
}

class TtmlReader {
  private readonly text: string
  private readonly newId: NewId
  private readonly parser = new SaxesParser({ position: true, xmlns: false })
  private readonly styles = new TtmlStyles()
  private readonly problems: Problem[] = []
  private readonly frames: Frame[] = []
  private readonly open: OpenText[] = []
  private readonly done: Read[] = []
  private clock: TtmlClock = clockOf(() => undefined)
  private tagStart = 0
  private region: string | undefined
  private broken = 0

  constructor(text: string, newId: NewId) {
    this.text = text
    this.newId = newId
  }

  read(): SubtitleFile {
    const { parser } = this
    parser.on('error', (error) => this.reportBroken(error.message))
    parser.on('opentagstart', () => (this.tagStart = this.text.lastIndexOf('<', parser.position - 1)))
    parser.on('opentag', (tag) => this.enter(tag))
    parser.on('closetag', () => this.leave())
    parser.on('text', (text) => this.take(text))
    parser.on('cdata', (text) => this.take(text))
    try {
      parser.write(this.text).close()
    } catch (error) {
      if (!(error instanceof Hopeless)) throw error
      // The rest is reported as a whole: nothing gets lost silently.
      this.report('markup_broken', this.text.slice(Math.max(this.tagStart, this.done.at(-1)?.to ?? 0)))
    }
    while (this.frames.length) this.leave()
    return this.file()
  }

  private reportBroken(message: string): void {
    if (++this.broken > HOPELESS) throw new Hopeless()
    if (this.broken > REPORTED) return
    this.report('markup_broken', message.replace(/^\d+:\d+:\s*/, ''))
  }

  private report(kind: ProblemKind, text: string, line = this.parser.line): void {
    this.problems.push({ line, kind, text })
  }

  private enter(tag: SaxesTagPlain): void {
    const name = local(tag.name)
    const own = attributesOf(tag)
    if (name === 'tt') {
      this.clock = clockOf((key) => own.get(key))
      this.styles.setExtent(own.get('extent'))
    } else if (name === 'style' && this.region !== undefined) this.styles.extendRegion(this.region, own)
    else if (name === 'style') this.styles.addStyle(own)
    else if (name === 'region') {
      this.styles.addRegion(own)
      this.region = own.get('id')
    } else if (name === 'image' || own.has('backgroundImage')) {
      this.report('picture_not_read', own.get('backgroundImage') ?? own.get('id') ?? name)
    }
    if (name === 'br') this.lineBreak()
    const frame = this.frame(name, this.styles.resolve(own))
    this.frames.push(frame)
    this.begin(name, frame)
  }

  private lineBreak(): void {
    const list = this.open.at(-1)?.list
    if (!list) return
    list.style = this.frames.at(-1)?.style ?? plainStyle
    list.text('\n')
  }

  private frame(name: string, attributes: Attributes): Frame {
    const parent = this.frames.at(-1)
    const from = parent ? (parent.sequence ? parent.cursor : parent.begin) : 0
    const begin = this.time(attributes.get('begin'))
    const end = this.time(attributes.get('end'))
    const duration = this.time(attributes.get('dur'))
    const start = from + (begin ?? 0)
    const ends = [
      parent?.end,
      end === undefined ? undefined : from + end,
      duration === undefined ? undefined : start + duration,
    ].filter((value) => value !== undefined)
    const stop = ends.length ? Math.min(...ends) : undefined
    if (parent?.sequence && stop !== undefined) parent.cursor = stop
    const ruby = attributes.get('ruby')
    return {
      name,
      begin: start,
      end: stop,
      timed: begin !== undefined || end !== undefined || duration !== undefined,
      sequence: attributes.get('timeContainer') === 'seq',
      cursor: start,
      style: innerStyle(parent?.style ?? plainStyle, attributes),
      region: attributes.get('region') ?? parent?.region,
      preserve: (attributes.get('space') ?? (parent?.preserve ? 'preserve' : '')) === 'preserve',
      hidden: parent?.hidden || (ruby !== undefined && /^(?:text|delimiter)/.test(ruby)),
    }
  }

  private time(text: string | undefined): number | undefined {
    if (text === undefined) return undefined
    const ms = parseTtmlTime(text, this.clock)
    if (ms === undefined) this.report('time_unreadable', text)
    return ms
  }

  private begin(name: string, frame: Frame): void {
    const outer = this.open.at(-1)
    if (name !== 'p' && !(name === 'span' && frame.timed && outer)) return
    if (outer) this.open[this.open.length - 1] = { ...outer, whole: false }
    this.open.push({
      frame,
      depth: this.frames.length,
      line: this.parser.line,
      from: this.tagStart,
      innerFrom: this.parser.position,
      list: new TextRunList(),
      whole: name === 'p',
    })
  }

  private leave(): void {
    const open = this.open.at(-1)
    if (open && open.depth === this.frames.length) {
      this.open.pop()
      const { position } = this.parser
      this.done.push({
        ...open,
        to: position,
        innerTo: Math.max(open.innerFrom, this.text.lastIndexOf('<', position - 1)),
      })
    }
    if (this.frames.pop()?.name === 'region') this.region = undefined
  }

  private take(text: string): void {
    const frame = this.frames.at(-1)
    const open = this.open.at(-1)
    if (!frame) return
    if (!open || frame.hidden) {
      if (text.trim() !== '' && (frame.hidden || isContent(this.frames))) {
        this.report('text_outside_cue', text.trim())
      }
      return
    }
    open.list.style = frame.style
    open.list.text(frame.preserve ? text : text.replace(/[ \t\n]+/g, ' '))
  }

  private file(): SubtitleFile {
    if (this.broken > REPORTED) this.report('markup_broken', `+${this.broken - REPORTED}`)
    const reads = this.done.filter((read) => read.list.runs.length > 0 || read.whole).sort((a, b) => a.from - b.from)
    const cues: Cue[] = []
    const before = new Map<string, string>()
    const extras = new Map<string, CueExtras>()
    let passed = 0
    let head: string | undefined
    for (const read of reads) {
      const cue = this.cue(read)
      if (!cue) continue
      cues.push(cue)
      const piece = this.text.slice(passed, Math.max(passed, read.from))
      if (head === undefined) head = piece
      else before.set(cue.id, piece)
      passed = Math.max(passed, read.to)
      if (read.whole) extras.set(cue.id, this.extrasOf(read, cue))
    }
    this.problems.sort((a, b) => a.line - b.line)
    const tail = head === undefined ? '' : this.text.slice(passed)
    const kept: FormatExtras = { format: 'ttml', head: head ?? this.text, before, tail, cues: extras }
    return { format: 'ttml', cues, problems: this.problems, extras: kept, speakers: new Map() }
  }

  private cue(read: Read): Cue | undefined {
    const { frame } = read
    const runs = frame.preserve ? read.list.runs : trimRuns(read.list.runs)
    const align = this.styles.alignOf(frame.region)
    const text = writeMarkup({ runs, align }).replace(/[ \t]*\n[ \t]*/g, '\n')
    if (runs.length === 0 && !frame.timed) return undefined
    if (frame.end === undefined) this.report('end_missing', text, read.line)
    const end = frame.end ?? frame.begin
    return { id: this.newId(), start: Math.max(0, frame.begin), end: Math.max(0, end), text, roles: [] }
  }

  private extrasOf(read: Read, cue: Cue): CueExtras {
    const parent = this.parentOf(read)
    return {
      text: cue.text,
      source: this.text.slice(read.innerFrom, read.innerTo),
      start: cue.start,
      end: cue.end,
      base: { style: read.frame.style, align: this.styles.alignOf(read.frame.region) },
      fields: [this.text.slice(read.from, read.innerFrom), String(parent), this.text.slice(read.innerTo, read.to)],
    }
  }

  /** What the times of the paragraph count from: its own start less what its `begin` says. */
  private parentOf(read: Read): number {
    const begin = /\sbegin\s*=\s*["']([^"']*)["']/.exec(this.text.slice(read.from, read.innerFrom))?.[1]
    return read.frame.begin - (begin === undefined ? 0 : (parseTtmlTime(begin, this.clock) ?? 0))
  }
}

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributesOf(tag: SaxesTagPlain): Attributes {
  const out = new Map<string, string>()
  for (const [name, value] of Object.entries(tag.attributes)) out.set(local(name), value)
  return out
}

/** Text in the body, not in the head's descriptions. */
function isContent(frames: readonly Frame[]): boolean {
  return frames.some((frame) => frame.name === 'body') && !frames.some((frame) => frame.name === 'metadata')
}

/** Without blanks at the ends and around line breaks, as TTML's default white space handling does it. */
function trimRuns(runs: readonly TextRun[]): TextRun[] {
  const out: TextRun[] = []
  let blankBefore = true
  for (const run of runs) {
    if (run.kind !== 'text') {
      out.push(run)
      continue
    }
    let text = run.text.replace(/ *\n */g, '\n').replace(/ {2,}/g, ' ')
    if (blankBefore) text = text.replace(/^ /, '')
    if (text === '') continue
    blankBefore = /[ \n]$/.test(text)
    out.push({ ...run, text })
  }
  for (let last = out.at(-1); last?.kind === 'text'; last = out.at(-1)) {
    const text = last.text.trimEnd()
    out.pop()
    if (text === '') continue
    out.push({ ...last, text })
    break
  }
  return out
}

/** TTML of some cues; the same document again where `extras` comes from one and its structure still fits. */
export function writeTtml(
  cues: readonly Cue[],
  extras: FormatExtras | undefined,
  language: string | undefined,
  losses: LossList,
): string {
  const own = extras?.format === 'ttml' ? extras : undefined
  if (own && structureHolds(cues, own)) return writeInPlace(cues, own, losses)
  if (own && own.cues.size) losses.add('layout', 0)
  const paragraphs = cues.map((cue, index) => {
    const { inner, region } = writeText(cue, index, losses, own && { style: plainStyle, align: undefined })
    return `      <p xml:id="c${index + 1}"${times(cue, 0)}${region}>${inner}</p>`
  })
  return [...documentHead(own, language), ...paragraphs, '    </div>', '  </body>', '</tt>', ''].join('\n')
}

/** Whether every cue is still in the document's order, and no new one would have to go before a container. */
function structureHolds(cues: readonly Cue[], extras: FormatExtras): boolean {
  const order = new Map([...extras.cues].map(([id, kept], index) => [id, { index, kept }]))
  let last: { index: number; kept: CueExtras } | undefined
  for (const cue of cues) {
    const own = order.get(cue.id)
    if (own && last && own.index < last.index) return false
    const container = (own ?? last)?.kept.fields[1]
    if (container === undefined || cue.start < Number(container)) return false
    last = own ?? last
  }
  // Cues from timed spans have no element of their own to put back.
  return extras.before.size + 1 === order.size
}

function writeInPlace(cues: readonly Cue[], extras: FormatExtras, losses: LossList): string {
  const kept = new Map(cues.map((cue, index) => [cue.id, { cue, index }]))
  const added = insertedAfter(cues, extras)
  let out = extras.head
  for (const [id, was] of extras.cues) {
    out += extras.before.get(id) ?? ''
    const found = kept.get(id)
    if (found) out += paragraph(found.cue, found.index, was, losses)
    for (const extra of added.get(id) ?? []) {
      out += `\n${paragraph(extra.cue, extra.index, { ...was, fields: [bare(was.fields[0] ?? '<p>'), ...was.fields.slice(1)] }, losses)}`
    }
  }
  return out + extras.tail
}

/** New cues by the id of the document's cue that they follow. */
function insertedAfter(cues: readonly Cue[], extras: FormatExtras): Map<string, { cue: Cue; index: number }[]> {
  const added = new Map<string, { cue: Cue; index: number }[]>()
  let previous = ''
  for (const [index, cue] of cues.entries()) {
    if (extras.cues.has(cue.id)) previous = cue.id
    else added.set(previous, [...(added.get(previous) ?? []), { cue, index }])
  }
  return added
}

/** An opening tag without the id, which must not come twice. */
const bare = (tag: string): string => tag.replace(/\s(?:xml:)?id\s*=\s*(?:"[^"]*"|'[^']*')/g, '')

function paragraph(cue: Cue, index: number, was: CueExtras, losses: LossList): string {
  const [open = '<p>', offset = '0', close = '</p>'] = was.fields
  const sameTimes = cue.start === was.start && cue.end === was.end
  const tag = sameTimes ? open : withTimes(open, cue, Number(offset))
  const inner = cue.text === was.text ? was.source : writeText(cue, index, losses, was.base).inner
  return `${tag.replace(/\/>$/, '>')}${inner}${close.startsWith('<') ? close : '</p>'}`
}

function withTimes(tag: string, cue: Cue, offset: number): string {
  const without = tag.replace(/\s(?:begin|end|dur)\s*=\s*(?:"[^"]*"|'[^']*')/g, '')
  return without.replace(/\/?>$/, `${times(cue, offset)}>`)
}

function times(cue: Cue, offset: number): string {
  return ` begin="${formatTimecode(cue.start - offset, '.')}" end="${formatTimecode(cue.end - offset, '.')}"`
}

function documentHead(own: FormatExtras | undefined, language: string | undefined): string[] {
  const kept = own && /^([^]*<\/(?:\w+:)?head>)/.exec(own.head)?.[1]
  if (kept) return [kept, '  <body>', '    <div>']
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter" xmlns:tts="http://www.w3.org/ns/ttml#styling" ttp:contentProfiles="http://www.w3.org/ns/ttml/profile/imsc1.1/text" ttp:timeBase="media" xml:lang="${escapeXml(language ?? '')}">`,
    '  <head>',
    '    <styling>',
    '      <style xml:id="text" tts:color="white" tts:fontFamily="proportionalSansSerif" tts:fontSize="100%" tts:textAlign="center"/>',
    '    </styling>',
    '    <layout>',
    '      <region xml:id="bottom" tts:displayAlign="after" tts:extent="80% 80%" tts:origin="10% 10%"/>',
    '      <region xml:id="middle" tts:displayAlign="center" tts:extent="80% 80%" tts:origin="10% 10%"/>',
    '      <region xml:id="top" tts:displayAlign="before" tts:extent="80% 80%" tts:origin="10% 10%"/>',
    '    </layout>',
    '  </head>',
    '  <body style="text">',
    '    <div>',
  ]
}

/** A cue's text; `base` is the style of its paragraph in an existing document, whose regions stay as they are. */
function writeText(
  cue: Cue,
  index: number,
  losses: LossList,
  base: CueExtras['base'],
): { inner: string; region: string } {
  const { runs, align = 2 } = convertText(cue.text, 'ttml', index, losses)
  let inner = ''
  for (const run of runs) {
    if (run.kind !== 'text') continue
    const text = escapeXml(run.text).replaceAll('\n', '<br/>')
    const attributes = spanAttributes(run.style, base?.style ?? plainStyle, index, losses)
    inner += attributes ? `<span${attributes}>${text}</span>` : text
  }
  // The three regions that are written are top, middle and bottom; there is none for left and right.
  if (base ? align !== (base.align ?? 2) : align % 3 !== 2) losses.add('position', index)
  const row = align > 6 ? 'top' : align > 3 ? 'middle' : 'bottom'
  return { inner, region: base ? '' : ` region="${row}"` }
}

function spanAttributes(style: TextStyle, base: TextStyle, index: number, losses: LossList): string {
  let out = ''
  if (style.italic !== base.italic) out += ` tts:fontStyle="${style.italic ? 'italic' : 'normal'}"`
  if (style.bold !== base.bold) out += ` tts:fontWeight="${style.bold ? 'bold' : 'normal'}"`
  if (style.underline !== base.underline || style.strike !== base.strike) {
    const under = style.underline ? 'underline' : 'noUnderline'
    out += ` tts:textDecoration="${under} ${style.strike ? 'lineThrough' : 'noLineThrough'}"`
  }
  if (style.color === base.color) return out
  const hex = style.color === undefined ? 'white' : hexOf(style.color)
  if (hex === undefined) losses.add('colour', index)
  return hex === undefined ? out : `${out} tts:color="${hex}"`
}

/** Characters that XML 1.0 does not allow are removed too. */
function escapeXml(text: string): string {
  return (
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
  )
}
