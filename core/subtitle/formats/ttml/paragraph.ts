import { convertText, LossList } from '../convert.ts'
import type { Cue } from '../../cue/cue.ts'
import type { CueExtras } from '../format.ts'
import { plainText } from '../../text/markup.ts'
import { textOfRuns } from '../../text/styled.ts'
import type { Letters, TextBlock, TtmlDocument, TtmlElement } from './document.ts'
import { chainTo, writeInline } from './inline.ts'
import type { RegionTable } from './region.ts'
import { attributeOf, attributesIn, filterAttributes, opened, withAttribute } from './tag.ts'
import { formatTtmlTime, parseTtmlTime } from './time.ts'
import { stretched } from '../../cue/inner-times.ts'

/** A cue to write, with its original and position, if any. */
export interface Line {
  readonly cue: Cue
  readonly index: number
  readonly was: CueExtras | undefined
  readonly block: TextBlock | undefined
}

/** A paragraph that a new cue resembles. */
export interface Template {
  readonly element: TtmlElement
  readonly letters: readonly Letters[]
}

/** Base of times, and their latest end. */
interface Interval {
  readonly begin: number
  readonly end: number | undefined
}

const ANYWHERE: Interval = { begin: 0, end: undefined }
const TIMES = new Set(['begin', 'end', 'dur'])
const isTime = (name: string): boolean => TIMES.has(name.slice(name.indexOf(':') + 1))
/** What a new paragraph copies from its neighbour, besides styles. */
const LOOKS = new Set(['region', 'style', 'xml:space', 'xml:lang'])

/** Attributes other than times. */
export const isUntimed = (name: string): boolean => !isTime(name) && name !== 'timeContainer'

/** Writes a document's paragraphs with changed cues. */
export class ParagraphWriter {
  private readonly document: TtmlDocument
  private readonly source: string
  private readonly regions: RegionTable
  private readonly cueBlocks: ReadonlySet<TextBlock>
  private readonly lineOf = new Map<TextBlock, Line>()
  /** Number of a paragraph's remaining cues. */
  private readonly linesIn = new Map<TextBlock, number>()
  /** Whether containers lose their times, so that cues have absolute ones. */
  private readonly flat: boolean
  private readonly like: string | undefined
  /** Elements already written: their identifiers are used. */
  private readonly written = new Set<TtmlElement>()
  private losses: LossList

  constructor(
    document: TtmlDocument,
    blocks: readonly TextBlock[],
    lines: readonly Line[],
    options: { flat: boolean; regions: RegionTable; losses: LossList },
  ) {
    this.document = document
    this.source = document.text
    this.cueBlocks = new Set(blocks)
    this.flat = options.flat
    this.regions = options.regions
    this.losses = options.losses
    this.like = this.firstTime(blocks)
    for (const line of lines) {
      if (!line.block) continue
      this.lineOf.set(line.block, line)
      const paragraph = line.block.paragraph
      this.linesIn.set(paragraph, (this.linesIn.get(paragraph) ?? 0) + 1)
    }
  }

  /** Cues of one paragraph with new ones among them: the paragraph itself if possible, else a paragraph per cue. */
  pieces(paragraph: TextBlock, lines: readonly Line[]): string[] {
    const kept = lines.findLastIndex((line) => line.block) + 1
    const own = lines.slice(0, kept)
    const whole = this.holds(paragraph, own) ? this.asItStands(paragraph) : undefined
    const pieces = whole === undefined ? own.map((line) => this.alone(line, paragraph)) : [whole]
    if (this.document.wordTimed && pieces[0] && own[0]) pieces[0] = this.withWords(pieces[0], own[0])
    return [...pieces, ...lines.slice(kept).map((line) => this.fresh(line, paragraph))]
  }

  /** A paragraph of word spans: their times change with the cue's. */
  private withWords(piece: string, { cue, was }: Line): string {
    if (!was || (cue.start === was.start && cue.end === was.end)) return piece
    const { clock } = this.document
    const move = stretched(was, cue)
    const from = piece.indexOf('>') + 1
    const inside = piece.slice(from).replace(/<[^<>/][^<>]*>/g, (tag) => {
      let out = tag
      for (const [name, text] of attributesIn(tag)) {
        const ms = TIMES.has(name) && name !== 'dur' ? parseTtmlTime(text, clock) : undefined
        if (ms !== undefined) out = withAttribute(out, name, formatTtmlTime(move(ms), text, clock))
      }
      return out
    })
    return piece.slice(0, from) + inside
  }

  /** Whether these are all remaining cues of the paragraph, in order. */
  private holds(paragraph: TextBlock, lines: readonly Line[]): boolean {
    if (lines.length !== (this.linesIn.get(paragraph) ?? 0)) return false
    return lines.every(({ block }, at) => {
      const before = lines[at - 1]?.block?.element.from ?? -1
      return block !== undefined && block.element.from > before
    })
  }

  private asItStands(paragraph: TextBlock): string | undefined {
    if (paragraph.inner.length === 0) return this.rendered(paragraph, undefined)
    // A paragraph's times that are too narrow for its spans are dropped.
    const ways = [undefined, this.around(paragraph.element)]
    const { losses } = this
    for (const outer of ways) {
      this.losses = new LossList()
      const can = this.rendered(paragraph, outer) !== undefined
      this.losses = losses
      if (can) return this.rendered(paragraph, outer)
    }
    return undefined
  }

  /** A block with its changes; empty if all its cues are gone, undefined if impossible; `outer` if that moved. */
  private rendered(block: TextBlock, outer: Interval | undefined): string | undefined {
    const line = this.lineOf.get(block)
    if (!line) return this.renderedContainer(block, outer)
    const { element } = block
    const { cue, was } = line
    const tag = this.timedTag(element, line, outer)
    if (tag === undefined) return undefined
    const moved = this.flat || outer || cue.start !== element.begin || cue.end !== element.end
    const inner = this.inside(block, moved ? { begin: cue.start, end: cue.end } : undefined)
    if (inner === undefined) return undefined
    if (cue.text === was?.text) return this.element(element, tag, inner.raw)
    if (isBlank(cue) && (element.kind === 'span' || inner.blocks !== '')) return undefined
    return this.withText(block, line, tag, { blocks: inner.blocks })
  }

  private renderedContainer(block: TextBlock, outer: Interval | undefined): string | undefined {
    const { element } = block
    const wasLine = this.cueBlocks.has(block)
    if (!some(block, (inner) => this.lineOf.has(inner))) {
      const wasBlank = !wasLine && !some(block, (inner) => this.cueBlocks.has(inner))
      return wasBlank ? this.source.slice(element.from, element.to) : ''
    }
    if (wasLine) return undefined
    const moved = this.flat || outer !== undefined
    // Without times its white space would join the text around it.
    if (moved && element.kind === 'span' && block.letters.length > 0) return undefined
    const inner = this.inside(block, moved ? (outer ?? ANYWHERE) : undefined)
    if (inner === undefined) return undefined
    const tag = this.source.slice(element.from, element.innerFrom)
    return this.element(element, moved ? filterAttributes(tag, isUntimed) : tag, inner.raw)
  }

  /** A block's content with rewritten timed spans, and these spans alone. */
  private inside(block: TextBlock, outer: Interval | undefined): { raw: string; blocks: string } | undefined {
    const { innerFrom, innerTo } = block.element
    let raw = ''
    let blocks = ''
    let at = innerFrom
    for (const inner of block.inner) {
      const { element } = inner
      const text = this.rendered(inner, outer)
      if (text === undefined) return undefined
      const chain = chainTo(element, block.element).slice(0, -1)
      if (text) blocks += chain.map((one) => opened(this.parallel(one))).join('') + text + closed(chain)
      for (const one of chain.filter(({ from }) => from >= at)) {
        raw += this.source.slice(at, one.from) + this.parallel(one)
        at = one.innerFrom
      }
      raw += this.source.slice(at, element.from) + text
      at = element.to
    }
    return { raw: raw + this.source.slice(at, innerTo), blocks }
  }

  /** An element with another start tag and content, self-closing if it was. */
  private element(element: TtmlElement, tag: string, inner: string): string {
    if (inner === '' && tag.endsWith('/>')) return tag
    const close = this.source.slice(element.innerTo, element.to) || `</${element.name}>`
    return `${opened(tag)}${inner}${close}`
  }

  /** A block with a new text; `blocks` are its remaining timed spans. */
  private withText(
    block: TextBlock,
    line: Line,
    tag: string,
    { blocks = '', letters = block.letters }: { blocks?: string; letters?: readonly Letters[] } = {},
  ): string | undefined {
    const { element } = block
    const { runs, align } = convertText(line.cue.text, 'ttml', line.index, this.losses)
    let start = tag
    if (!element.preserve && needsPreserve(textOfRuns(runs))) {
      if (blocks !== '') return undefined
      start = withAttribute(start, 'xml:space', 'preserve')
    }
    // A paragraph without text and time would be no cue.
    if (isBlank(line.cue) && attributeOf(start, 'begin') === undefined) {
      start = this.withTimes(start, line.cue, this.around(element))
    }
    const placed = this.regions.placed(start, element, align, line.index, this.losses)
    // Its remaining spans would move with it.
    if (blocks !== '' && placed !== start) return undefined
    if (block.more) this.losses.add('layout', line.index)
    const kept = block.kept.map(({ from, to }) => this.source.slice(from, to)).join('')
    const target = { ...this.document, element, letters, copy: false }
    return this.element(element, placed, kept + writeInline(runs, target, line.index, this.losses) + blocks)
  }

  // Times

  /** Base of an element's times in the written document. */
  private around({ base, parent }: TtmlElement): Interval {
    return this.flat ? ANYWHERE : { begin: base, end: parent?.end }
  }

  /** The start tag with the cue's times; undefined if its container can't express them. */
  private timedTag(element: TtmlElement, { cue, was }: Line, outer: Interval | undefined): string | undefined {
    const tag = this.parallel(element)
    const interval = outer ?? this.around(element)
    if (!outer && !this.flat && was && cue.start === was.start && cue.end === was.end) return tag
    const mayHold = outer !== undefined || this.flat || !was
    if (mayHold && this.says(tag, cue, interval)) return tag
    const fits = interval.end === undefined || Math.max(cue.start, cue.end) <= interval.end
    return fits && Math.min(cue.start, cue.end) >= this.baseOf(interval)
      ? this.withTimes(tag, cue, interval)
      : undefined
  }

  /** A start tag; with absolute times its children are no sequence any more. */
  private parallel({ from, innerFrom }: TtmlElement): string {
    const tag = this.source.slice(from, innerFrom)
    return this.flat ? withAttribute(tag, 'timeContainer', undefined) : tag
  }

  private baseOf({ begin }: Interval): number {
    return this.document.absolute ? 0 : begin
  }

  /** Whether a start tag's times are the cue's. */
  private says(tag: string, cue: Cue, outer: Interval): boolean {
    const attributes = attributesIn(tag)
    const time = (name: string) => {
      const text = attributes.get(name)
      return text === undefined ? undefined : (parseTtmlTime(text, this.document.clock) ?? Number.NaN)
    }
    const base = this.baseOf(outer)
    const [from, to = Infinity, length = Infinity] = [time('begin'), time('end'), time('dur')]
    const begin = from === undefined ? outer.begin : base + from
    const end = Math.min(outer.end ?? Infinity, base + to, begin + length)
    return begin === cue.start && (end === Infinity ? begin : end) === cue.end
  }

  /** The start tag with times in the file's notation. */
  private withTimes(tag: string, cue: Cue, outer: Interval): string {
    const base = this.baseOf(outer)
    const attributes = attributesIn(tag)
    const [begin, end, length] = ['begin', 'end', 'dur'].map((name) => attributes.get(name))
    const write = (ms: number, own: string | undefined) => {
      return formatTtmlTime(ms, own ?? begin ?? this.like, this.document.clock)
    }
    const foreign = [...attributes.keys()].some((name) => isTime(name) && !TIMES.has(name))
    const bare = foreign ? filterAttributes(tag, (name) => !isTime(name) || TIMES.has(name)) : tag
    const from = write(cue.start - base, begin)
    const started = from === begin ? bare : withAttribute(bare, 'begin', from)
    if (length !== undefined && end === undefined && cue.end >= cue.start) {
      return withAttribute(started, 'dur', write(cue.end - cue.start, length))
    }
    const short = length === undefined ? started : withAttribute(started, 'dur', undefined)
    return withAttribute(short, 'end', write(cue.end - base, end))
  }

  /** The document's first time: new ones use its notation. */
  private firstTime(blocks: readonly TextBlock[]): string | undefined {
    for (const { element } of blocks) {
      const text = attributeOf(this.source.slice(element.from, element.innerFrom), 'begin')
      if (text !== undefined) return text
    }
    return undefined
  }

  // Paragraphs of single cues

  /** A cue in a new paragraph, as its old one can't stay. */
  private alone(line: Line, paragraph: TextBlock): string {
    const { block, cue, was } = line
    if (!block) return this.fresh(line, paragraph)
    const outer = this.around(paragraph.element)
    if (block === paragraph || isBlank(cue)) return this.aloneInParagraph(block, line, paragraph, outer)
    const { element } = block
    const timed = this.withTimes(this.untimed(element), cue, outer)
    const span =
      cue.text === was?.text
        ? this.element(element, timed, this.withoutBlocks(block))
        : this.withText(block, line, timed)
    const chain = [paragraph.element, ...chainTo(element, paragraph.element).slice(0, -1)]
    return chain.map((one) => this.once(one, opened(this.untimed(one)))).join('') + (span ?? '') + closed(chain)
  }

  private aloneInParagraph(block: TextBlock, line: Line, paragraph: TextBlock, outer: Interval): string {
    const { element } = paragraph
    const tag = this.once(element, this.withTimes(this.untimed(element), line.cue, outer))
    if (line.cue.text === line.was?.text) return this.element(element, tag, this.withoutBlocks(block))
    return this.withText(paragraph, line, tag, { letters: block.letters }) ?? ''
  }

  private untimed({ from, innerFrom }: TtmlElement): string {
    return filterAttributes(this.source.slice(from, innerFrom), isUntimed)
  }

  private withoutBlocks({ element: { innerFrom, innerTo }, inner }: TextBlock): string {
    let raw = ''
    let at = innerFrom
    for (const { element } of inner) {
      raw += this.source.slice(at, element.from)
      at = element.to
    }
    return raw + this.source.slice(at, innerTo)
  }

  /** A repeated start tag has its identifier only the first time. */
  once(element: TtmlElement, tag: string): string {
    const again = this.written.has(element)
    this.written.add(element)
    return again ? withAttribute(tag, 'xml:id', undefined) : tag
  }

  /** A new cue, in a paragraph like its neighbour. */
  fresh(line: Line, { element, letters }: Template): string {
    const { cue, index } = line
    const { runs, align } = convertText(cue.text, 'ttml', index, this.losses)
    const near = element.to ? opened(this.source.slice(element.from, element.innerFrom)) : `<${element.name}>`
    const looks = (name: string) => LOOKS.has(name) || this.isStyle(name, element)
    let tag = this.withTimes(filterAttributes(near, looks), cue, this.around(element))
    if (!element.preserve && needsPreserve(textOfRuns(runs))) tag = withAttribute(tag, 'xml:space', 'preserve')
    tag = this.regions.placed(tag, element, align, index, this.losses)
    const first = letters.filter(({ text }) => text.trim() !== '').slice(0, 1)
    const target = { ...this.document, element, letters: first, copy: true }
    return `${tag}${writeInline(runs, target, index, this.losses)}</${element.name}>`
  }

  /** Declarations are copied, since attributes may need them. */
  private isStyle(name: string, { stylePrefix }: TtmlElement): boolean {
    if (name === 'xmlns' || name.startsWith('xmlns:')) return true
    return stylePrefix !== undefined && name.startsWith(`${stylePrefix}:`)
  }
}

const isBlank = ({ text }: Cue): boolean => plainText(text).trim() === ''

const closed = (chain: readonly TtmlElement[]): string =>
  chain
    .map(({ name }) => `</${name}>`)
    .reverse()
    .join('')

function some(block: TextBlock, test: (inner: TextBlock) => boolean): boolean {
  return block.inner.some((inner) => test(inner) || some(inner, test))
}

/** Whether TTML's default white space handling would change a text. */
export function needsPreserve(text: string): boolean {
  return /^ | $|\t| {2}/m.test(text) || text.trimEnd() !== text
}
