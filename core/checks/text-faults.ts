import { parseMarkup, writeMarkup } from '../subtitle/text/markup.ts'
import type { TextStatistics } from '../subtitle/text/statistics.ts'

/** Faults of a text that are independent of the profile, found once for all profiles. */
export interface TextFaults {
  readonly whitespace: boolean
  readonly ellipsis: boolean
  readonly italics: boolean
  /** Tags that do not open and close in pairs. */
  readonly markup: boolean
  /** The first character that players' fonts can't be expected to have. */
  readonly glyph: string | undefined
  /** Position of speakers' dashes; `mixed` if they differ. */
  readonly dash: 'none' | 'space' | 'no_space' | 'mixed'
  /** The characters used as dashes. */
  readonly dashSigns: string
  /** A line in round brackets: a description of sound. */
  readonly roundBrackets: boolean
  /** A number from 1 to 10 in digits, or a number at the beginning of a sentence. */
  readonly digits: string | undefined
}

const GLYPH = /[\p{Cc}\p{Co}\p{Extended_Pictographic}\ufffd]/u
const ROUND = /^[ \t]*\([^()]*\)[ \t]*$/m
const NUMBER = /(?<![\d.,:/$€£%-])\b(10|[1-9])\b(?![\d.,:/%]|\s?(?:%|[ap]\.?m\b|km\b|kg\b|st\b|nd\b|rd\b|th\b))/
const NUMBER_FIRST = /(?:^|[.!?]\s)(\d+)\b(?!:)/

const NONE: TextFaults = {
  whitespace: false,
  ellipsis: false,
  italics: false,
  markup: false,
  glyph: undefined,
  dash: 'none',
  dashSigns: '',
  roundBrackets: false,
  digits: undefined,
}

/** One scan of the text finds what needs a closer check: most texts have only letters, spaces and stops. */
export function findTextFaults(text: string, { plain, lines }: TextStatistics): TextFaults {
  const marked = plain !== text
  const { digit, dots, round, strange, oddBlank } = scan(plain)
  const dashed = lines.length > 1
  if (!marked && !dashed && !digit && !dots && !round && !strange && !oddBlank) return NONE
  return {
    whitespace: oddBlank,
    ellipsis: dots && (plain.includes('...') || plain.includes('. . .')),
    italics: marked && /<i>/i.test(text),
    markup: marked && isUnpaired(text),
    glyph: strange ? GLYPH.exec(plain.replaceAll('\n', ''))?.[0] : undefined,
    dash: dashed ? dashOf(lines) : 'none',
    dashSigns: dashed ? dashSignsOf(lines) : '',
    roundBrackets: round && ROUND.test(plain),
    digits: digit ? (NUMBER_FIRST.exec(plain)?.[1] ?? NUMBER.exec(plain)?.[1]) : undefined,
  }
}

interface Scan {
  digit: boolean
  dots: boolean
  round: boolean
  strange: boolean
  oddBlank: boolean
}

function scan(text: string): Scan {
  const found: Scan = { digit: false, dots: false, round: false, strange: false, oddBlank: false }
  let before = BREAK
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code > 63) {
      if (code >= 127) found.strange ||= isStrange(code)
    } else if (code === BLANK || code === BREAK || code === TAB) {
      // Doubled, at an end of a line, or before a stop that another space follows.
      if (code === TAB || before === BLANK || before === BREAK) found.oddBlank = true
    } else if (code === DOT || code === COMMA) {
      if (code === DOT && before === DOT) found.dots = true
      if (code === DOT && before === BLANK) found.dots ||= text.charCodeAt(i - 2) === DOT
      if (before === BLANK && isStop(text, i)) found.oddBlank = true
    } else if (code >= 48 && code <= 57) found.digit = true
    else if (code === 40) found.round = true
    else if (code < 32) found.strange = true
    if (code === BREAK && before === BLANK) found.oddBlank = true
    before = code === 0xa0 ? BLANK : code
  }
  if (text !== '' && (before === BLANK || before === BREAK)) found.oddBlank = true
  return found
}

const BLANK = 32
const BREAK = 10
const TAB = 9
const DOT = 46
const COMMA = 44

/** A dot or comma after a letter and a space, followed by a space or the end. */
function isStop(text: string, at: number): boolean {
  const after = text.charCodeAt(at + 1)
  const last = text.charCodeAt(at - 2)
  return (Number.isNaN(after) || after === BLANK || after === BREAK) && last > 47 && last !== 63
}

/** Controls, private use, pictographs and surrogates: these need Unicode's tables. */
const isStrange = (code: number): boolean =>
  code < 0xa0 ||
  code === 0xa9 ||
  code === 0xae ||
  (code >= 0x203c && code < 0x2010 + 0x1000) ||
  (code >= 0xd800 && code < 0xf900) ||
  code >= 0xfe00

const PAIRED = /<(\/?)(b|i|u|s|font)(?:\s[^<>]*)?>/gi

/** Tags left open, or closed without being opened. */
function isUnpaired(text: string): boolean {
  const open: Record<string, number> = {}
  for (const [, slash, name = ''] of text.matchAll(PAIRED)) {
    const tag = name.toLowerCase()
    open[tag] = (open[tag] ?? 0) + (slash ? -1 : 1)
    if (open[tag] < 0) return true
  }
  return Object.values(open).some((count) => count !== 0)
}

const DASH = /^\s*(?:[-\u2010\u2011\u2012\u2013]|\u2014(?=\s?\p{Lu}))(\s?)(?=\S)/u

function dashOf(lines: readonly string[]): TextFaults['dash'] {
  if (lines.length < 2) return 'none'
  const blanks = lines.map((line) => DASH.exec(line)?.[1]).filter((blank) => blank !== undefined)
  if (blanks.length < 2) return 'none'
  if (new Set(blanks).size > 1) return 'mixed'
  return blanks[0] === '' ? 'no_space' : 'space'
}

function dashSignsOf(lines: readonly string[]): string {
  return lines.map((line) => DASH.exec(line)?.[0].trim() ?? '').join('')
}

/** The text with `change` applied to its visible part, tags kept in place. */
export function changeWords(text: string, change: (words: string) => string): string {
  if (!text.includes('<') && !text.includes('{')) return change(text)
  const { runs: spans, align } = parseMarkup(text)
  const changed = spans.map((span) => (span.kind === 'text' ? { ...span, text: change(span.text) } : span))
  return writeMarkup({ runs: changed, align })
}
