import type { Cue } from '../subtitle/cue.ts'
import { parseMarkup, writeMarkup } from '../subtitle/markup.ts'
import { textStatistics } from '../subtitle/statistics.ts'

/** What is odd about a text whatever the profile: found once for each cue and asked for by every profile. */
export interface TextFaults {
  readonly whitespace: boolean
  readonly ellipsis: boolean
  readonly italics: boolean
  /** Tags that do not open and close in pairs. */
  readonly markup: boolean
  /** The first letter that no font of a player can be expected to have. */
  readonly glyph: string | undefined
  /** How the dashes of speakers stand; `mixed` where they differ. */
  readonly dash: 'none' | 'space' | 'no_space' | 'mixed'
  /** A line in round brackets: a description of sound. */
  readonly roundBrackets: boolean
  /** A number from 1 to 10 in digits, or one that begins a sentence. */
  readonly digits: string | undefined
}

const kept = new WeakMap<Cue, TextFaults>()

export function textFaults(cue: Cue): TextFaults {
  let faults = kept.get(cue)
  if (!faults) {
    faults = find(cue)
    kept.set(cue, faults)
  }
  return faults
}

const WHITESPACE = /^\s|\s$|[ \u00a0]{2}|[ \t]\n|\n[ \t]|\n\n|[\p{L}\p{N}] [.,](?:\s|$)|\t/u
const GLYPH = /[\p{Cc}\p{Co}\p{Extended_Pictographic}\ufffd]/u
const ROUND = /^\s*\([^()]*\)\s*$/m
const NUMBER = /(?<![\d.,:/$€£%-])\b(10|[1-9])\b(?![\d.,:/%]|\s?(?:%|[ap]\.?m\b|km\b|kg\b|st\b|nd\b|rd\b|th\b))/
const NUMBER_FIRST = /(?:^|[.!?]\s)(\d+)\b(?!:)/
/** None of these can be in a text without a blank next to something, a digit, a dot or a sign. */
const PLAIN = /^\p{L}[\p{L}',!?]*(?:[ \n]\p{L}[\p{L}',!?]*)*[.]?$/u

const NONE: TextFaults = {
  whitespace: false,
  ellipsis: false,
  italics: false,
  markup: false,
  glyph: undefined,
  dash: 'none',
  roundBrackets: false,
  digits: undefined,
}

function find(cue: Cue): TextFaults {
  if (PLAIN.test(cue.text)) return NONE
  const { plain, lines } = textStatistics(cue)
  const marked = plain !== cue.text
  return {
    whitespace: WHITESPACE.test(plain),
    ellipsis: plain.includes('...') || plain.includes('. . .'),
    italics: marked && /<i>/i.test(cue.text),
    markup: marked && isUnpaired(cue.text),
    glyph: GLYPH.exec(plain.replaceAll('\n', ''))?.[0],
    dash: dashOf(lines),
    roundBrackets: plain.includes('(') && ROUND.test(plain),
    digits: /\d/.test(plain) ? (NUMBER_FIRST.exec(plain)?.[1] ?? NUMBER.exec(plain)?.[1]) : undefined,
  }
}

/** Tags left open or closed twice: writing what was read gives other tags. */
function isUnpaired(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  return ['b', 'i', 'u', 's', 'font'].some(
    (tag) => count(new RegExp(`<${tag}(?:\\s[^>]*)?>`, 'gi')) !== count(new RegExp(`</${tag}>`, 'gi')),
  )
}

const DASH = /^\s*(?:[-\u2010\u2011\u2012\u2013]|\u2014(?=\s?\p{Lu}))(\s?)(?=\S)/u

function dashOf(lines: readonly string[]): TextFaults['dash'] {
  if (lines.length < 2) return 'none'
  const blanks = lines.map((line) => DASH.exec(line)?.[1]).filter((blank) => blank !== undefined)
  if (blanks.length < 2) return 'none'
  if (new Set(blanks).size > 1) return 'mixed'
  return blanks[0] === '' ? 'no_space' : 'space'
}

/** The text with `change` made to what is read, its tags kept where they were. */
export function changeWords(text: string, change: (words: string) => string): string {
  if (!text.includes('<') && !text.includes('{')) return change(text)
  const { spans, align } = parseMarkup(text)
  const changed = spans.map((span) => (span.kind === 'text' ? { ...span, text: change(span.text) } : span))
  return writeMarkup({ spans: changed, align })
}
