import { hexOf } from '../../text/colors.ts'
import type { LossList } from '../convert.ts'
import type { TextRun, TextStyle } from '../../text/styled.ts'
import type { Letters, TtmlElement } from './document.ts'
import { prefixOf } from './namespaces.ts'
import { escapeXml } from '../../text/xml-text.ts'
import { filterAttributes, opened } from './tag.ts'

/** Target of a cue's text. */
export interface InlineTarget {
  /** The paragraph or timed span. */
  readonly element: TtmlElement
  /** Its text so far, whose spans stay around equal letters. */
  readonly letters: readonly Letters[]
  /** The text of the document. */
  readonly text: string
  readonly namespace: string
  /** Whether the original spans stay too: copies then have no identifier. */
  readonly copy: boolean
}

interface Piece {
  text: string
  readonly element: TtmlElement
  readonly style: TextStyle
}

/** The content of a paragraph or timed span: text, `br` and `span` with the prefixes of the document. */
export function writeInline(runs: readonly TextRun[], target: InlineTarget, index: number, losses: LossList): string {
  const letters = runs.flatMap((run) =>
    run.kind === 'text' ? [...run.text].map((text) => [text, run.style] as const) : [],
  )
  const spans = spansFor(
    letters.map(([text]) => text),
    target,
  )
  const pieces: Piece[] = []
  for (const [at, [text, style]] of letters.entries()) {
    const element = spans[at] ?? target.element
    const last = pieces.at(-1)
    if (last && last.element === element && last.style === style) last.text += text
    else pieces.push({ text, element, style })
  }
  const opening = new SpanWriter(target)
  for (const piece of pieces) opening.add(piece, styleAttributes(piece, target.namespace, index, losses))
  return opening.end()
}

/** For each letter its element: the original's for an old letter, else that of the one before. */
function spansFor(letters: readonly string[], { element, letters: old }: InlineTarget): TtmlElement[] {
  const before = old.flatMap((piece) =>
    [...piece.text].filter((letter) => isInk(letter)).map((letter) => ({ letter, element: piece.element })),
  )
  const ink = letters.flatMap((letter, at) => (isInk(letter) ? [at] : []))
  const most = Math.min(before.length, ink.length)
  let same = 0
  while (same < most && before[same]?.letter === letters[ink[same] ?? 0]) same++
  let after = 0
  while (after < most - same && before.at(-1 - after)?.letter === letters[ink.at(-1 - after) ?? 0]) after++
  const fresh = (before[same - 1] ?? before[same])?.element ?? element
  const out: TtmlElement[] = Array.from({ length: letters.length }, () => fresh)
  for (const [order, at] of ink.entries()) {
    const fromEnd = ink.length - order
    const found = order < same ? before[order] : fromEnd <= after ? before[before.length - fromEnd] : undefined
    out[at] = found?.element ?? fresh
  }
  return betweenInk(letters, ink, out, element)
}

/** Spaces and line breaks belong to the common element of the letters around them. */
function betweenInk(
  letters: readonly string[],
  ink: readonly number[],
  out: TtmlElement[],
  root: TtmlElement,
): TtmlElement[] {
  let next = 0
  for (const at of letters.keys()) {
    if (ink[next] === at) {
      next++
      continue
    }
    const left = out[ink[next - 1] ?? ink[next] ?? -1] ?? root
    const right = out[ink[next] ?? ink[next - 1] ?? -1] ?? root
    out[at] = left === right ? left : shared(left, right, root)
  }
  return out
}

function shared(a: TtmlElement, b: TtmlElement, root: TtmlElement): TtmlElement {
  const around = new Set(chainTo(a, root))
  return chainTo(b, root).findLast((element) => around.has(element)) ?? root
}

const isInk = (letter: string): boolean => letter.trim() !== ''

/** The spans from a paragraph down to an element in it. */
export function chainTo(element: TtmlElement, root: TtmlElement): TtmlElement[] {
  const chain: TtmlElement[] = []
  for (let at: TtmlElement | undefined = element; at && at !== root; at = at.parent)
    if (at.kind === 'span') chain.push(at)
  return chain.reverse()
}

class SpanWriter {
  private out = ''
  private open: TtmlElement[] = []
  private readonly used = new Set<TtmlElement>()
  private readonly prefix: string
  private readonly target: InlineTarget

  constructor(target: InlineTarget) {
    this.target = target
    const prefix = prefixOf(target.element.name)
    this.prefix = prefix && `${prefix}:`
  }

  add({ text, element }: Piece, attributes: string): void {
    this.within(chainTo(element, this.target.element))
    const letters = escapeXml(text).replaceAll('\n', `<${this.prefix}br/>`)
    const styled = attributes !== '' && text.trim() !== ''
    this.out += styled ? `<${this.prefix}span${attributes}>${letters}</${this.prefix}span>` : letters
  }

  end(): string {
    this.within([])
    return this.out
  }

  /** Closes and opens spans to the chain's for the next text. */
  private within(chain: readonly TtmlElement[]): void {
    let common = 0
    while (common < chain.length && chain[common] === this.open[common]) common++
    for (const element of this.open.slice(common).reverse()) this.out += `</${element.name}>`
    for (const element of chain.slice(common)) this.out += this.startTag(element)
    this.open = [...chain]
  }

  /**
   * A reopened span has no identifier, which must be unique. Ruby stays with its reading, white space handling with the
   * paragraph. In another cue word times are dropped.
   */
  private startTag(element: TtmlElement): string {
    const tag = opened(this.target.text.slice(element.from, element.innerFrom))
    const again = this.target.copy || this.used.has(element)
    this.used.add(element)
    const dropped = this.target.copy ? /(?:^|:)ruby$|^xml:space$|^(?:begin|end|dur)$/ : /(?:^|:)ruby$|^xml:space$/
    return filterAttributes(tag, (name) => !dropped.test(name) && !(again && name === 'xml:id'))
  }
}

function styleAttributes({ element, style }: Piece, namespace: string, index: number, losses: LossList): string {
  const values = differences(style, element.style, index, losses)
  if (values.length === 0) return ''
  const prefix = element.stylePrefix ?? 'tts'
  const declaration = element.stylePrefix === undefined ? ` xmlns:tts="${stylingOf(namespace)}"` : ''
  return declaration + values.map(([name, value]) => ` ${prefix}:${name}="${value}"`).join('')
}

/** The namespace of style attributes that belongs to a namespace of TTML. */
export function stylingOf(namespace: string): string {
  return `${namespace || 'http://www.w3.org/ns/ttml'}#styling`
}

/** Styles of a text beyond those of its element. */
function differences(style: TextStyle, base: TextStyle, index: number, losses: LossList): [string, string][] {
  const out: [string, string][] = []
  if (style.italic !== base.italic) out.push(['fontStyle', style.italic ? 'italic' : 'normal'])
  if (style.bold !== base.bold) out.push(['fontWeight', style.bold ? 'bold' : 'normal'])
  if (style.underline !== base.underline || style.strike !== base.strike) {
    const under = style.underline ? 'underline' : 'noUnderline'
    out.push(['textDecoration', `${under} ${style.strike ? 'lineThrough' : 'noLineThrough'}`])
  }
  if (style.color === base.color) return out
  const hex = style.color === undefined ? 'white' : hexOf(style.color)
  if (hex === undefined) losses.add('colour', index)
  else out.push(['color', hex])
  return out
}
