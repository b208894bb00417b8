import type { LossList } from '../convert.ts'
import type { Cue } from '../../cue/cue.ts'
import type { FormatExtras } from '../format.ts'
import { cueBlocks, sourceOf } from './ttml.ts'
import { readDocument, type TextBlock, type TtmlDocument, type TtmlElement } from './document.ts'
import { isUntimed, type Line, ParagraphWriter } from './paragraph.ts'
import { type Edit, RegionTable } from './region.ts'
import { filterAttributes, opened } from './tag.ts'

/**
 * The document with changed cues; unchanged parts stay byte for byte. Reordered cues are put into the body again, each in
 * copies of its divs. Undefined for a malformed document.
 */
export function editDocument(cues: readonly Cue[], extras: FormatExtras, losses: LossList): string | undefined {
  const document = readDocument(sourceOf(extras))
  const blocks = cueBlocks(document).map(({ block }) => block)
  if (!document.sound || blocks.length !== extras.cues.size) return undefined
  const byId = new Map([...extras.cues.keys()].map((id, at) => [id, blocks[at]]))
  const lines = cues.map((cue, index) => ({ cue, index, was: extras.cues.get(cue.id), block: byId.get(cue.id) }))
  return new DocumentEditor(document, blocks, lines, losses).write()
}

/** Cues written together: those of a paragraph, and new ones after them. */
interface Group {
  readonly paragraph: TextBlock
  readonly lines: Line[]
}

class DocumentEditor {
  private readonly document: TtmlDocument
  private readonly lines: readonly Line[]
  private readonly losses: LossList
  private readonly regions: RegionTable
  private readonly paragraphs: readonly TextBlock[]
  private readonly writer: ParagraphWriter
  /** Whether body and divs lose their times, so that cues have absolute ones. */
  private readonly flat: boolean
  private readonly ordered: boolean

  constructor(document: TtmlDocument, blocks: readonly TextBlock[], lines: readonly Line[], losses: LossList) {
    this.document = document
    this.lines = lines
    this.losses = losses
    this.regions = new RegionTable(document)
    this.paragraphs = [...new Set(blocks.map(({ paragraph }) => paragraph))]
    this.ordered = inOrder(lines)
    this.flat = !this.ordered || document.sequential || !this.allFit()
    this.writer = new ParagraphWriter(document, blocks, lines, { flat: this.flat, regions: this.regions, losses })
  }

  write(): string {
    if (this.flat && this.movesAnimation()) this.losses.add('layout', 0)
    const edits = this.ordered ? this.inPlace() : [this.newBody()]
    return applied(this.document.text, [...edits, ...this.regions.edits()])
  }

  /** Whether each cue's times fit into its paragraph's container. */
  private allFit(): boolean {
    let container = this.paragraphs[0]?.element.parent ?? this.emptyContainer()
    return this.lines.every(({ cue, was, block }) => {
      if (block) container = block.paragraph.element.parent
      if (!container || (was && cue.start === was.start && cue.end === was.end)) return true
      const from = this.document.absolute ? 0 : container.begin
      return Math.min(cue.start, cue.end) >= from && Math.max(cue.start, cue.end) <= (container.end ?? Infinity)
    })
  }

  /** Animations of a container count from its begin. */
  private movesAnimation(): boolean {
    const { kept, timedContainers } = this.document
    return timedContainers.some((container) => kept.get(container)?.some(({ aside }) => !aside))
  }

  private inPlace(): Edit[] {
    const { before, groups } = this.grouped()
    const linesOf = new Map(groups.map(({ paragraph, lines }) => [paragraph, lines]))
    const edits: Edit[] = []
    const filled = this.paragraphs.length === 0 && before.length > 0 ? this.emptyContainer() : undefined
    if (this.flat) {
      for (const element of this.document.timedContainers) if (element !== filled) edits.push(this.untimed(element))
    }
    if (filled) edits.push(...this.intoEmpty(filled, before))
    for (const [at, paragraph] of this.paragraphs.entries()) {
      const { element } = paragraph
      const gap = this.gapBefore(element)
      const first = at === 0 ? before.map((line) => this.writer.fresh(line, paragraph)) : []
      const pieces = [...first, ...this.writer.pieces(paragraph, linesOf.get(paragraph) ?? [])]
      const text = pieces.filter(Boolean).join(gap)
      edits.push({ from: text === '' ? element.from - gap.length : element.from, to: element.to, text })
    }
    return edits
  }

  /** The cues in consecutive groups; `before` are new ones before the document's. */
  private grouped(): { before: Line[]; groups: Group[] } {
    const before: Line[] = []
    const groups: Group[] = []
    for (const line of this.lines) {
      const last = groups.at(-1)
      const paragraph = line.block?.paragraph
      if (paragraph && paragraph !== last?.paragraph) groups.push({ paragraph, lines: [line] })
      else (last?.lines ?? before).push(line)
    }
    return { before, groups }
  }

  /** White space before an element, which moves with it. */
  private gapBefore({ from }: { from: number }): string {
    const { text } = this.document
    let at = from
    while (at > 0 && /\s/.test(text[at - 1] ?? '')) at--
    return text[at - 1] === '>' ? text.slice(at, from) : ''
  }

  private untimed({ from, innerFrom }: TtmlElement): Edit {
    return { from, to: innerFrom, text: filterAttributes(this.document.text.slice(from, innerFrom), isUntimed) }
  }

  /** Where cues are inserted into a document without any. */
  private emptyContainer(): TtmlElement | undefined {
    return this.document.places.get('div') ?? this.document.places.get('body')
  }

  /** New cues for a document without any. */
  private intoEmpty(container: TtmlElement, lines: readonly Line[]): Edit[] {
    const { from, innerFrom, innerTo, to, name } = container
    const prefix = name.slice(0, -container.kind.length)
    const element = { ...container, name: `${prefix}p`, kind: 'p', parent: container, base: container.begin, to: 0 }
    const made = lines.map((line) => this.writer.fresh(line, { element, letters: [] })).join('\n')
    const text = container.kind === 'body' ? `<${prefix}div>${made}</${prefix}div>` : made
    const tag = this.document.text.slice(from, innerFrom)
    const start = opened(this.flat ? filterAttributes(tag, isUntimed) : tag)
    if (tag.endsWith('/>')) return [{ from, to, text: `${start}${text}</${name}>` }]
    return [
      { from, to: innerFrom, text: start },
      { from: innerTo, to: innerTo, text },
    ]
  }

  /** The body with its cues in order, each within copies of its divs. */
  private newBody(): Edit {
    const body = this.document.places.get('body')
    if (!body) return { from: 0, to: 0, text: '' }
    if (this.document.more) this.losses.add('layout', 0)
    const { before, groups } = this.grouped()
    const out = new ContainerWriter(this.document, body, this.writer)
    for (const [at, { paragraph, lines }] of groups.entries()) {
      const first = at === 0 ? before.map((line) => this.writer.fresh(line, paragraph)) : []
      const gap = this.gapBefore(paragraph.element)
      out.put(
        paragraph.element,
        [...first, ...this.writer.pieces(paragraph, lines)].map((piece) => gap + piece).join(''),
      )
    }
    return { from: body.from, to: body.innerTo, text: out.end() + this.gapBefore({ from: body.innerTo }) }
  }
}

/** Opens and closes divs so that each paragraph is in its former ones. */
class ContainerWriter {
  private out: string
  private open: TtmlElement[] = []
  private readonly written = new Set<TtmlElement>()
  private readonly document: TtmlDocument
  private readonly body: TtmlElement
  private readonly writer: ParagraphWriter

  constructor(document: TtmlDocument, body: TtmlElement, writer: ParagraphWriter) {
    this.document = document
    this.body = body
    this.writer = writer
    this.out = this.start(body)
  }

  put({ parent }: TtmlElement, text: string): void {
    const chain: TtmlElement[] = []
    for (let at = parent; at && at !== this.body; at = at.parent) chain.unshift(at)
    this.within(chain)
    this.out += text
  }

  end(): string {
    this.within([])
    return this.out
  }

  private within(chain: readonly TtmlElement[]): void {
    let common = 0
    while (common < chain.length && chain[common] === this.open[common]) common++
    for (const { name } of this.open.slice(common).reverse()) this.out += `</${name}>`
    for (const element of chain.slice(common)) this.out += this.start(element)
    this.open = [...chain]
  }

  /** A container's start tag without times; descriptions are only kept the first time. */
  private start(element: TtmlElement): string {
    const { text, kept } = this.document
    const tag = filterAttributes(opened(text.slice(element.from, element.innerFrom)), isUntimed)
    const first = !this.written.has(element)
    this.written.add(element)
    const asides = first ? (kept.get(element) ?? []).map(({ from, to }) => text.slice(from, to)) : []
    return this.writer.once(element, tag) + asides.join('')
  }
}

function inOrder(lines: readonly Line[]): boolean {
  let last = -1
  for (const { block } of lines) {
    if (!block) continue
    if (block.element.from < last) return false
    last = block.element.from
  }
  return true
}

/** A text with parts of it replaced, which do not overlap. */
function applied(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = []
  let at = 0
  for (const edit of [...edits].sort((a, b) => a.from - b.from || a.to - b.to)) {
    pieces.push(text.slice(at, edit.from), edit.text)
    at = edit.to
  }
  return pieces.join('') + text.slice(at)
}
