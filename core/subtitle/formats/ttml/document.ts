import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { withLf } from '../../text/lines.ts'
import type { Problem, ProblemKind } from '../../text/problem.ts'
import { plainStyle, type TextStyle } from '../../text/styled.ts'
import { localOf, Namespaces, prefixOf } from './namespaces.ts'
import { type Attributes, innerStyle, TtmlStyles } from './style.ts'
import { clockOf, isTtmlTime, parseTtmlTime, type TtmlClock } from './time.ts'

/** An element of the document; offsets refer to the original text, line ends and byte order mark included. */
export interface TtmlElement {
  /** As written, with its prefix. */
  readonly name: string
  readonly kind: string
  readonly parent: TtmlElement | undefined
  readonly from: number
  readonly innerFrom: number
  innerTo: number
  to: number
  /** Base of its times. */
  readonly base: number
  readonly begin: number
  readonly end: number | undefined
  readonly timed: boolean
  readonly sequence: boolean
  /** Start of the next child in a sequence. */
  cursor: number
  readonly style: TextStyle
  /** The prefix of the style namespace here. */
  readonly stylePrefix: string | undefined
  readonly region: string | undefined
  readonly preserve: boolean
  /** Whether it is ruby or a description: its text is not the cue's. */
  readonly aside: 'ruby' | 'metadata' | undefined
  readonly inBody: boolean
  readonly declared: readonly string[]
}

/** A piece of a cue's text, and its element. */
export interface Letters {
  readonly text: string
  readonly element: TtmlElement
}

/** A paragraph or timed span. Its lists are created on demand: hostile files have a million of it. */
export class TextBlock {
  readonly element: TtmlElement
  readonly line: number
  readonly outer: TextBlock | undefined
  /** A timed span's paragraph; itself for a paragraph. */
  readonly paragraph: TextBlock
  /** Whether it has more than text: ruby, comments, pictures. */
  more = false
  private ownLetters: Letters[] | undefined
  private ownInner: TextBlock[] | undefined
  private ownKept: TtmlElement[] | undefined

  constructor(element: TtmlElement, line: number, outer: TextBlock | undefined) {
    this.element = element
    this.line = line
    this.outer = outer
    this.paragraph = outer?.paragraph ?? this
  }

  /** Its text so far, without timed spans inside. */
  get letters(): readonly Letters[] {
    return this.ownLetters ?? NONE
  }

  /** Timed spans inside. */
  get inner(): readonly TextBlock[] {
    return this.ownInner ?? NONE
  }

  /** Descriptions and animations, which precede the text. */
  get kept(): readonly TtmlElement[] {
    return this.ownKept ?? NONE
  }

  addLetters(letters: Letters): void {
    if (letters.text !== '') (this.ownLetters ??= []).push(letters)
  }

  addInner(block: TextBlock): void {
    ;(this.ownInner ??= []).push(block)
  }

  keep(element: TtmlElement): void {
    ;(this.ownKept ??= []).push(element)
  }
}

const NONE: readonly never[] = []

export interface TtmlDocument {
  readonly text: string
  readonly clock: TtmlClock
  readonly styles: TtmlStyles
  readonly problems: Problem[]
  /** Pictures with alternative text (IMSC's image profile). */
  readonly pictures: readonly TtmlPicture[]
  /** Paragraphs and timed spans in order, without those lacking both text and time. */
  readonly blocks: readonly TextBlock[]
  /** Elements beside which a paragraph may be inserted: tt, head, styling, layout, body and the last div. */
  readonly places: ReadonlyMap<string, TtmlElement>
  /** Body and divs with times. */
  readonly timedContainers: readonly TtmlElement[]
  /** Descriptions and animations of body and divs. */
  readonly kept: ReadonlyMap<TtmlElement, readonly TtmlElement[]>
  /** Whether the body has other content than containers and paragraphs: comments, pictures. */
  readonly more: boolean
  readonly sequential: boolean
  /** Whether every time is absolute, as in Apple's lyrics. */
  readonly absolute: boolean
  /** Whether spans' times are word times, as in Apple's lyrics. */
  readonly wordTimed: boolean
  readonly namespace: string
  /** Whether it is well-formed with valid namespaces and structure: only then it can be edited in place. */
  readonly sound: boolean
}

/** A picture with its alternative text. */
export interface TtmlPicture {
  /** The element with the times: the picture, or its container. */
  readonly element: TtmlElement
  readonly line: number
  alternative: string
}

/** An element's times, and the base of its inner times. */
interface Interval {
  readonly base: number
  readonly begin: number
  readonly end: number | undefined
  readonly timed: boolean
  readonly sequence: boolean
}

/** Most errors that are reported singly, and the limit of errors and of nesting. */
const REPORTED = 50
const HOPELESS = 1000
/** Depth of nested spans that can be edited in place. */
const DEEPEST = 64

class Hopeless extends Error {}

/** Parses a document with the positions of all text; malformed XML as far as possible. */
export function readDocument(text: string): TtmlDocument {
  return new DocumentReader(text).read()
}

/** Elements of a sequence. */
const SHOWN = new Set(['div', 'p', 'span'])
const UNSTYLED = new Set(['head', 'styling', 'layout', 'style', 'region', 'metadata'])
const PLACES = new Set(['tt', 'head', 'styling', 'layout', 'body', 'div'])

class DocumentReader {
  private readonly text: string
  private readonly parser = new SaxesParser({ position: true, xmlns: false })
  private readonly styles = new TtmlStyles()
  private readonly namespaces = new Namespaces()
  private readonly problems: Problem[] = []
  private readonly stack: TtmlElement[] = []
  private readonly open: TextBlock[] = []
  private readonly blocks: TextBlock[] = []
  private readonly pictures: TtmlPicture[] = []
  private readonly places = new Map<string, TtmlElement>()
  private clock: TtmlClock = clockOf(() => undefined)
  private readonly timedContainers: TtmlElement[] = []
  private readonly kept = new Map<TtmlElement, TtmlElement[]>()
  private more = false
  private sequential = false
  private absolute = false
  private wordTimed = false
  private namespace: string | undefined
  private readonly unboundPrefixes = new Set<string>()
  private tagStart = 0
  private region: string | undefined
  private broken = 0
  private sound = true

  constructor(text: string) {
    this.text = text
  }

  read(): TtmlDocument {
    const { parser } = this
    parser.on('error', (error) => this.breaks(error.message))
    parser.on('opentagstart', () => (this.tagStart = this.text.lastIndexOf('<', parser.position - 1)))
    parser.on('opentag', (tag) => this.enter(tag))
    parser.on('closetag', (tag) => this.close(tag))
    parser.on('text', (text) => this.take(text))
    parser.on('cdata', (text) => this.take(text))
    parser.on('comment', () => this.markMore())
    parser.on('processinginstruction', () => this.markMore())
    try {
      parser.write(this.text).close()
    } catch (error) {
      if (!(error instanceof Hopeless)) throw error
      this.sound = false
      // The rest is reported in total: nothing is lost silently.
      this.report('markup_broken', this.text.slice(Math.max(this.tagStart, this.blocks.at(-1)?.element.from ?? 0)))
    }
    while (this.stack.length) this.leave(this.text.length, this.text.length)
    if (this.broken > REPORTED) this.report('markup_broken', `+${this.broken - REPORTED}`)
    const { text, clock, styles, problems, blocks, places, timedContainers, kept, more, sequential, absolute } = this
    const pictures = this.pictures.filter(({ alternative }) => alternative.trim() !== '')
    const read = { text, clock, styles, problems, pictures, blocks, places, timedContainers, kept, more }
    const sound = this.sound && this.broken === 0 && places.has('tt') && places.has('body')
    return { ...read, sequential, absolute, wordTimed: this.wordTimed, namespace: this.namespace ?? '', sound }
  }

  private breaks(message: string): void {
    if (++this.broken > HOPELESS) throw new Hopeless()
    if (this.broken <= REPORTED) this.report('markup_broken', message.replace(/^\d+:\d+:\s*/, ''))
  }

  private report(kind: ProblemKind, text: string): void {
    this.problems.push({ line: this.parser.line, kind, text })
  }

  private enter(tag: SaxesTagPlain): void {
    if (this.stack.length >= HOPELESS) throw new Hopeless()
    const declared = this.namespaces.enter(tag.attributes)
    const uri = this.namespaces.of(prefixOf(tag.name))
    if (uri === undefined) this.unbound(prefixOf(tag.name))
    for (const prefix of declared) if (!this.namespaces.allows(prefix)) this.unbound(prefix)
    const local = localOf(tag.name)
    if (this.namespace === undefined || (local === 'tt' && !this.places.has('tt'))) this.namespace = uri
    const kind = uri === this.namespace ? local : ''
    const own = this.attributesOf(tag)
    if (kind === 'tt') this.root(own, tag)
    else this.define(kind, own)
    const picture = local === 'image' || own.has('backgroundImage')
    if (picture) {
      this.markMore()
      this.report('picture_not_read', own.get('backgroundImage') ?? own.get('id') ?? local)
    }
    if (kind === 'br') this.lineBreak()
    const element = this.element(tag.name, kind, own, uri, declared)
    if (picture) this.pictures.push({ element, line: this.parser.line, alternative: '' })
    this.stack.push(element)
    this.place(element)
    this.begin(element)
  }

  private place(element: TtmlElement): void {
    const { kind, inBody, timed, sequence } = element
    if (PLACES.has(kind) && (kind !== 'div' || inBody)) {
      // A second body, or endless divs, make editing in place impossible.
      if ((kind !== 'div' && this.places.has(kind)) || this.stack.length > DEEPEST) this.sound = false
      this.places.set(kind, element)
    }
    if (inBody && sequence) this.sequential = true
    if ((kind === 'body' || kind === 'div') && (timed || sequence)) this.timedContainers.push(element)
  }

  private attributesOf(tag: SaxesTagPlain): Attributes {
    if (!hasAny(tag.attributes)) return NO_ATTRIBUTES
    const out = new Map<string, string>()
    for (const name in tag.attributes) {
      const prefix = prefixOf(name)
      const local = localOf(name)
      if (this.namespaces.of(prefix) === undefined) this.unbound(prefix)
      // Another vocabulary may have an attribute of the same name.
      const hidden = prefix !== 'xml' && (`xml:${local}` in tag.attributes || (prefix && local in tag.attributes))
      if (!hidden) out.set(local, tag.attributes[name] ?? '')
    }
    return out
  }

  /** Other programs refuse the file: reported once per prefix. */
  private unbound(prefix: string): void {
    this.sound = false
    if (this.unboundPrefixes.has(prefix)) return
    this.unboundPrefixes.add(prefix)
    this.report('markup_broken', `xmlns:${prefix}`)
  }

  private root(own: Attributes, { attributes }: SaxesTagPlain): void {
    this.clock = clockOf((key) => own.get(key))
    this.styles.setExtent(own.get('extent'))
    for (const name in attributes) {
      const uri = localOf(name) === 'timing' ? this.namespaces.of(prefixOf(name)) : undefined
      if (!uri || !/apple\.com/.test(uri)) continue
      this.absolute = true
      this.wordTimed = attributes[name] === 'Word'
    }
  }

  private define(kind: string, own: Attributes): void {
    if (kind === 'style' && this.region !== undefined) this.styles.extendRegion(this.region, own)
    else if (kind === 'style') this.styles.addStyle(own)
    else if (kind === 'region') {
      this.styles.addRegion(own)
      this.region = own.get('id')
    }
  }

  private lineBreak(): void {
    const block = this.open.at(-1)
    const element = this.stack.at(-1)
    if (!block || !element || element.aside) return
    block.addLetters({ text: '\n', element })
  }

  private element(
    name: string,
    kind: string,
    own: Attributes,
    uri: string | undefined,
    declared: readonly string[],
  ): TtmlElement {
    const parent = this.stack.at(-1)
    const { position } = this.parser
    const when = this.interval(parent, kind, own)
    const described = kind === 'metadata' || uri?.endsWith('#metadata') ? 'metadata' : undefined
    return {
      name,
      kind,
      parent,
      from: this.tagStart,
      innerFrom: position,
      innerTo: position,
      to: position,
      base: when.base,
      begin: when.begin,
      end: when.end,
      timed: when.timed,
      sequence: when.sequence,
      cursor: when.begin,
      style: this.styleIn(parent, kind, own),
      stylePrefix: declared.length ? this.namespaces.stylePrefix(declared, parent?.stylePrefix) : parent?.stylePrefix,
      region: own.get('region') ?? parent?.region,
      preserve: (own.get('space') ?? (parent?.preserve ? 'preserve' : '')) === 'preserve',
      aside: parent?.aside ?? described ?? (isReading(own.get('ruby')) ? 'ruby' : undefined),
      inBody: parent?.inBody === true || kind === 'body',
      declared,
    }
  }

  /** Styles of the head may refer to later ones: they are resolved after the head. */
  private styleIn(parent: TtmlElement | undefined, kind: string, own: Attributes): TextStyle {
    const outer = parent?.style ?? plainStyle
    if (own.size === 0) return outer
    return UNSTYLED.has(kind) ? outer : innerStyle(outer, this.styles.resolve(own))
  }

  /** An element's times in milliseconds (TTML2, section 12.2). */
  private interval(parent: TtmlElement | undefined, kind: string, own: Attributes): Interval {
    if (own.size === 0 && parent?.end === undefined && !parent?.sequence) {
      const begin = parent?.begin ?? 0
      return { base: this.absolute ? 0 : begin, begin, end: undefined, timed: false, sequence: false }
    }
    // Repairs are reported per cue, not per word.
    const problemsBefore = this.wordTimed && kind === 'span' ? -1 : this.problems.length
    const [begin, end, duration] = ['begin', 'end', 'dur'].map((name) => this.time(own.get(name), problemsBefore))
    const base = this.absolute || !parent ? 0 : parent.sequence ? parent.cursor : parent.begin
    // Without a begin an element begins with its parent.
    const start = begin === undefined ? Math.max(base, this.absolute ? (parent?.begin ?? 0) : 0) : base + begin
    let stop = parent?.end
    if (end !== undefined) stop = Math.min(stop ?? Infinity, base + end)
    if (duration !== undefined) stop = Math.min(stop ?? Infinity, start + duration)
    if (parent?.sequence && stop !== undefined && SHOWN.has(kind)) parent.cursor = stop
    const timed = begin !== undefined || end !== undefined || duration !== undefined
    return { base, begin: start, end: stop, timed, sequence: own.get('timeContainer') === 'seq' }
  }

  /** A repair is reported once per element. */
  private time(text: string | undefined, before: number): number | undefined {
    if (text === undefined) return undefined
    const ms = parseTtmlTime(text, this.clock)
    if (ms === undefined) this.report('time_unreadable', text)
    else if (!isTtmlTime(text) && this.problems.length === before) this.report('time_repaired', text)
    return ms
  }

  private begin(element: TtmlElement): void {
    const outer = this.open.at(-1)
    const { kind, aside } = element
    const timedSpan = kind === 'span' && element.timed && outer !== undefined && !this.wordTimed
    if (aside || (kind !== 'p' && !timedSpan)) return
    // Nested paragraphs are read, but not edited in place.
    if ((kind === 'p' && outer) || !element.inBody || this.open.length > DEEPEST) this.sound = false
    const block = new TextBlock(element, this.parser.line, outer)
    this.open.push(block)
    this.blocks.push(block)
  }

  private close(tag: SaxesTagPlain): void {
    const { position } = this.parser
    this.leave(tag.isSelfClosing ? position : this.closingTag(position), position)
  }

  private lastClosing = { position: -1, from: 0 }

  /** Start of the end tag that ends here: found once for all elements that it closes. */
  private closingTag(position: number): number {
    if (this.lastClosing.position !== position) {
      this.lastClosing = { position, from: this.text.lastIndexOf('<', position - 1) }
    }
    return this.lastClosing.from
  }

  private leave(innerTo: number, to: number): void {
    const element = this.stack.pop()
    if (!element) return
    element.innerTo = innerTo
    element.to = to
    this.namespaces.leave(element.declared)
    if (element.kind === 'region') this.region = undefined
    const block = this.open.at(-1)
    if (block?.element === element) this.leaveBlock(block)
    else if (block) this.keep(block, element)
    else if (element.inBody) this.keepOutside(element)
  }

  private leaveBlock(block: TextBlock): void {
    this.open.pop()
    const counts = block.element.timed || block.letters.length > 0 || block.inner.length > 0
    if (counts) block.outer?.addInner(block)
    else if (this.blocks.at(-1) === block) this.blocks.pop()
  }

  private keep(block: TextBlock, element: TtmlElement): void {
    const plain = !element.aside && (element.kind === 'br' || element.kind === 'span')
    if (plain || element.parent?.aside === 'metadata') return
    if (comesBefore(element) && element.parent === block.element) block.keep(element)
    else block.more = true
  }

  private keepOutside(element: TtmlElement): void {
    const { kind, parent } = element
    if (kind === 'body' || kind === 'div' || !parent || parent.aside) return
    if (!comesBefore(element) || (parent.kind !== 'body' && parent.kind !== 'div')) this.more = true
    else if (this.kept.get(parent)?.push(element) === undefined) this.kept.set(parent, [element])
  }

  private markMore(): void {
    const block = this.open.at(-1)
    const element = this.stack.at(-1)
    if (element?.aside === 'metadata') return
    if (block) block.more = true
    else if (element?.inBody) this.more = true
  }

  private take(text: string): void {
    const element = this.stack.at(-1)
    const block = this.open.at(-1)
    if (!element) return
    const picture = localOf(element.name) === 'altText' ? this.pictures.at(-1) : undefined
    if (picture) {
      picture.alternative += text.replace(/\s+/g, ' ')
      return
    }
    if (!block || element.aside) {
      const isReported = element.aside === 'ruby' || (element.inBody && !element.aside)
      if (isReported && text.trim() !== '') this.report('text_outside_cue', text.trim())
      return
    }
    block.addLetters({
      text: element.preserve ? withoutIndents(withLf(text)) : text.replace(/[ \t\r\n]+/g, ' '),
      element,
    })
  }
}

/** Without spaces around the source's line ends. */
function withoutIndents(text: string): string {
  if (!text.includes('\n')) return text
  const rows = text.split('\n')
  return rows
    .map((row, at) => {
      const left = at > 0 ? row.trimStart() : row
      return at < rows.length - 1 ? left.trimEnd() : left
    })
    .join('\n')
}

const NO_ATTRIBUTES: Attributes = new Map()

function hasAny(attributes: Readonly<Record<string, string>>): boolean {
  for (const _ in attributes) return true
  return false
}

/** Whether a kind of ruby is read beside the text, or in parentheses after it. */
function isReading(ruby: string | undefined): boolean {
  return ruby !== undefined && /^(?:text|delimiter)/.test(ruby)
}

/** Descriptions and animations precede the text (TTML2, section 8.1). */
function comesBefore({ aside, kind }: TtmlElement): boolean {
  return aside === 'metadata' || kind === 'set' || kind === 'animate'
}
