import { takeAssBlock } from './ass-text.ts'
import { closingCodes, heldCodes } from './cut-codes.ts'
import { betweenLetters } from './letters.ts'
import {
  type CodeKind,
  plainStyle,
  type Styled,
  type TextRun,
  TextRunList,
  textOfRuns,
  type TextStyle,
  writeNested,
} from './styled.ts'

/*
 * The app's markup is SubRip's as players read it: <b> <i> <u> <s>, <font color>, {\an8} at the start, ASS overrides,
 * WebVTT's tags; ASS comments are "{\*comment}". All else is text; a word joiner after "<" or "{" escapes it.
 */
/** A tag or an override block: invisible. */
export const TAG =
  /<(\/?)(b|i|u|s|font|v|c|lang|ruby|rt)((?:[\s.][^<>\n]*)?)>|<\d+:[\d:.]+>|\{(?!\u2060)[^{}\n\\]*\\[^{}\n]*\}/gi
const JOINER = '\u2060'
const COMMENT = /^\{\\\*([^\\]*)\}$/

/** Text runs of a text in the app's markup; `style` is the initial style. */
export function parseMarkup(text: string, style: TextStyle = plainStyle): Styled {
  const list = new TextRunList()
  list.style = style
  if (!text.includes('<') && !text.includes('{')) {
    list.text(text)
    return { runs: list.runs, align: undefined }
  }
  const reader = new MarkupReader(list)
  let from = 0
  for (const match of text.matchAll(TAG)) {
    reader.text(text.slice(from, match.index))
    reader.tag(match[0], match[1] === '/', match[2]?.toLowerCase(), match[3] ?? '')
    from = match.index + match[0].length
  }
  reader.text(text.slice(from))
  return { runs: list.runs, align: reader.align }
}

/**
 * Splits a text at an offset, trimming spaces there: open tags are closed and reopened, and line-wide codes begin the
 * second part too. Tags and letters are never split.
 */
export function cutMarkup(text: string, caret: number): [before: string, after: string] {
  let at = betweenLetters(text, caret)
  if (!text.includes('<') && !text.includes('{')) return [text.slice(0, at).trimEnd(), text.slice(at).trimStart()]
  for (const match of text.matchAll(TAG)) {
    const end = match.index + match[0].length
    if (match.index < at && at < end) at = end
  }
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()]
  const first = parseMarkup(before)
  const second = parseMarkup(after, styleAtEnd(before))
  const closed = [...first.runs, ...closingCodes(first.runs, second.runs)]
  const opened = [...heldCodes(first.runs), ...second.runs]
  return [
    writeMarkup({ ...first, runs: closed }).trimEnd(),
    writeMarkup({ runs: opened, align: second.align ?? first.align }).trimStart(),
  ]
}

/** The text between tags, with offsets. */
export function visibleParts(text: string): { readonly raw: number; readonly seen: string }[] {
  const parts: { raw: number; seen: string }[] = []
  const add = (from: number, to: number): void => {
    let raw = from
    for (const seen of text.slice(from, to).split(/(?<=[<{])\u2060/)) {
      if (seen !== '') parts.push({ raw, seen })
      raw += seen.length + JOINER.length
    }
  }
  let from = 0
  for (const match of text.matchAll(TAG)) {
    add(from, match.index)
    from = match.index + match[0].length
  }
  add(from, text.length)
  return parts
}

/** Maps a range of a text to the text without tags; undefined if it is only tags. */
export function visibleRange(text: string, from: number, to: number): { from: number; to: number } | undefined {
  let at = 0
  let first: number | undefined
  let last = 0
  for (const { raw, seen } of visibleParts(text)) {
    const [begin, end] = [Math.max(from, raw), Math.min(to, raw + seen.length)]
    if (begin < end) {
      first ??= at + begin - raw
      last = at + end - raw
    }
    at += seen.length
  }
  return first === undefined ? undefined : { from: first, to: last }
}

/** The offset in a text of an offset in it without tags. */
export function rawOffset(text: string, offset: number): number {
  let at = 0
  for (const { raw, seen } of visibleParts(text)) {
    if (offset <= at + seen.length) return raw + offset - at
    at += seen.length
  }
  return text.length
}

function styleAtEnd(text: string): TextStyle {
  const list = new TextRunList()
  const reader = new MarkupReader(list)
  for (const match of text.matchAll(TAG)) {
    reader.tag(match[0], match[1] === '/', match[2]?.toLowerCase(), match[3] ?? '')
  }
  return list.style
}

type Toggle = 'italic' | 'bold' | 'underline' | 'strike'
const toggles: Record<string, Toggle> = { b: 'bold', i: 'italic', u: 'underline', s: 'strike' }
const VTT_TAGS = new Set(['v', 'c', 'lang', 'ruby', 'rt'])

class MarkupReader {
  align: number | undefined
  private readonly colors: (string | undefined)[] = []
  private readonly list: TextRunList
  private drawing = false

  constructor(list: TextRunList) {
    this.list = list
  }

  text(text: string): void {
    if (this.drawing && text) this.list.code('drawing', text)
    else this.list.text(withoutJoiners(text))
  }

  tag(whole: string, closing: boolean, name: string | undefined, attributes: string): void {
    if (whole.startsWith('{')) return this.override(whole)
    const toggle = name === undefined ? undefined : toggles[name]
    if (toggle) this.set({ [toggle]: !closing })
    else if (name === 'font') this.font(closing, attributes)
    else if (name === undefined || VTT_TAGS.has(name)) this.list.code('vtt', whole)
  }

  private font(closing: boolean, attributes: string): void {
    if (closing) return this.set({ color: this.colors.pop() })
    this.colors.push(this.list.style.color)
    const color = /color\s*=["'\s]*(#?\w+)/i.exec(attributes)?.[1]
    if (color) this.set({ color: normalColor(color) })
    // A face or size has no equivalent: the tag counts as a loss.
    if (/\b(?:face|size)\s*=/i.test(attributes)) this.list.code('vtt', `<font${attributes}>`)
  }

  private override(block: string): void {
    const comment = COMMENT.exec(block)?.[1]
    if (comment !== undefined) return this.list.code('ass', `{${comment}}`)
    const taken = takeAssBlock(block, this.list.style, plainStyle)
    if (taken.align !== undefined) this.align ??= taken.align
    this.list.style = taken.style
    this.drawing = taken.drawing ?? this.drawing
    if (taken.rest) this.list.code('ass', taken.rest)
  }

  private set(change: Partial<TextStyle>): void {
    this.list.style = { ...this.list.style, ...change }
  }
}

/** `#rrggbb` in lower case for a hexadecimal number, else the name in lower case. */
export function normalColor(color: string): string {
  const hex = /^#?([0-9a-f]{6})$/i.exec(color)
  if (hex?.[1]) return `#${hex[1].toLowerCase()}`
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(color)
  return short
    ? `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`.toLowerCase()
    : color.toLowerCase()
}

const names: Record<Toggle, string> = { bold: 'b', italic: 'i', underline: 'u', strike: 's' }

/** The app's markup of text runs; foreign code stays if `keep` returns true. */
export function writeMarkup({ runs, align }: Styled, keep: (of: CodeKind) => boolean = () => true): string {
  // A literal brace could close with a later one around a backslash, whatever is between.
  const letters = textOfRuns(runs)
  const braces = letters.includes('{') && letters.includes('}') && runs.some(hasBackslash)
  const body = writeNested(runs, {
    open: (property, style) => (property === 'color' ? `<font color="${style.color}">` : `<${names[property]}>`),
    close: (property) => (property === 'color' ? '</font>' : `</${names[property]}>`),
    text: (text) => (braces ? text.replaceAll('{', `{${JOINER}`) : text).replace(AMBIGUOUS, `<${JOINER}`),
    code: (run) => (keep(run.of) ? codeMarkup(run) : ''),
  })
  return align === undefined || align === 2 ? body : `{\\an${align}}${body}`
}

type CodeRun = TextRun & { kind: 'code' }

const hasBackslash = (run: TextRun): boolean => (run.kind === 'text' ? run.text : run.code).includes('\\')

function codeMarkup({ of, code }: CodeRun): string {
  const comment = of === 'ass' && code.startsWith('{') && !code.includes('\\')
  return comment ? `{\\*${code.slice(1)}` : code
}

/** A "<" that would start a tag when read again. */
const AMBIGUOUS = /<(?=\/?(?:b|i|u|s|font|v|c|lang|ruby|rt)(?:[\s.][^<>\n]*)?>|\d+:[\d:.]+>)/gi

/** The visible text, without markup. */
export function plainText(text: string): string {
  if (!text.includes('<') && !text.includes('{')) return text
  // Drawings look like text to a pattern: they need the parser.
  const plain = text.includes('\\p') ? textOfRuns(parseMarkup(text).runs) : text.replace(TAG, '')
  return withoutJoiners(plain)
}

/** The text without escapes of brackets. */
export function withoutJoiners(text: string): string {
  return text.includes(JOINER) ? text.replace(/([<{])\u2060/g, '$1') : text
}
