/* Marks for engines that keep them: `⟦|⟧` where the next cue begins, `⟦1⟧…⟦/1⟧` around a styled span. */
const MARK = /\s*⟦\s*(\/?\d{1,3}|\|)\s*⟧\s*/g
const BRACKETS = /[⟦⟧]/g

/** Separator of a sentence's parts. */
export const PART_MARK = '⟦|⟧'

export const openMark = (style: number): string => `⟦${style}⟧`
export const closeMark = (style: number): string => `⟦/${style}⟧`

/** A text without marks; separated parts stay separated. */
export function withoutMarks(text: string): string {
  return text
    .replace(MARK, (mark) => (/^\s|\s$/.test(mark) || mark.includes('|') ? ' ' : ''))
    .replace(BRACKETS, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}

const XML = { '&': '&amp;', '<': '&lt;', '>': '&gt;' } as const
const XML_TAG = /<(\/?)s(\d{1,3})\s*>|<br\s*\/?>(?:<\/br>)?/g

/** Whether there are marks in a text. */
export const hasMarks = (text: string): boolean => text.search(MARK) >= 0

/** A text with its marks as XML, for services that keep tags: `<s1>…</s1>` around a style, `<br/>` between parts. */
export function marksToXml(text: string): string {
  return text
    .replace(/[&<>]/g, (sign) => XML[sign as keyof typeof XML])
    .replace(/⟦\s*(\/?)(\d{1,3}|\|)\s*⟧/g, (_, slash: string, name: string) =>
      name === '|' ? '<br/>' : `<${slash}s${name}>`,
    )
}

/** Reverses `marksToXml`. */
export function xmlToMarks(xml: string): string {
  return xml
    .replace(XML_TAG, (_, slash?: string, style?: string) => (style === undefined ? PART_MARK : `⟦${slash}${style}⟧`))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
}

/** An untrusted text without lookalikes of marks. */
export const withoutBrackets = (text: string): string => text.replace(BRACKETS, '')

/** A styled span of a text, end exclusive, with its style's number. */
export interface StyleSpan {
  readonly from: number
  readonly to: number
  readonly style: number
}

export interface MarkedText {
  readonly text: string
  readonly spans: readonly StyleSpan[]
  /** Where parts begin, except the first. */
  readonly breaks: readonly number[]
  /** False if a style's marks are missing, repeated or out of order: then there are no spans. */
  readonly isWhole: boolean
}

/** Parses an engine's text with this many styles, numbered from 1. */
export function readMarks(marked: string, styles: number): MarkedText {
  const open = new Map<number, number>()
  const spans: StyleSpan[] = []
  const breaks: number[] = []
  let text = ''
  let from = 0
  let isWhole = true
  const add = (piece: string): void => {
    const clean = withoutBrackets(piece).replace(/\s+/g, ' ')
    text += text === '' || text.endsWith(' ') ? clean.trimStart() : clean
  }
  for (const match of marked.matchAll(MARK)) {
    const [whole, name = ''] = match
    const isClosing = name.startsWith('/')
    add(marked.slice(from, match.index))
    if (!isClosing && /^\s|\||\s$/.test(whole) && text !== '' && !text.endsWith(' ')) text += ' '
    if (name === '|') breaks.push(text.length)
    else if (!isClosing && !open.has(Number(name))) open.set(Number(name), text.length)
    else {
      const style = Number(name.slice(1))
      const begin = open.get(style)
      if (begin === undefined || !isClosing || begin >= text.length) isWhole = false
      else spans.push({ from: begin, to: text.length, style })
    }
    from = match.index + whole.length
    // A space before the mark moves behind it, unless a punctuation mark follows.
    const isApart = /\s$/.test(whole) || (/^\s/.test(whole) && !/^[,.;:!?…)]/.test(marked.slice(from)))
    if (isClosing && isApart) text += ' '
  }
  add(marked.slice(from))
  text = text.trimEnd()
  const seen = new Set(spans.map(({ style }) => style))
  if (spans.length !== styles || seen.size !== styles || spans.some(({ style }) => style < 1 || style > styles))
    isWhole = false
  return { text, spans: isWhole ? spans : [], breaks, isWhole }
}
