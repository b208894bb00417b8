/*
 * Replaces content that an engine must not change by tokens: money, times, dates, formatted numbers, addresses,
 * translated terms. Numbers become numbers, to keep the grammar; everything else an unknown word.
 */
import type { LanguageCode } from '../domain/languages.ts'
import { type GlossaryTerm, termSpans } from './glossary.ts'
import { localNumber } from './local-numbers.ts'

/** A fenced text, and the content of its tokens. */
export interface Fenced {
  readonly text: string
  readonly kept: ReadonlyMap<string, string>
  /** Their numbers as written in the other language. */
  readonly local: ReadonlyMap<string, string>
}

const ADDRESS = String.raw`(?:https?:\/\/|www\.)[^\s<>"'“”]*[^\s<>"'“”.,;:!?)\]]|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\p{L}\p{N}@.])[\w-]+(?:\.[\w-]+)*\.(?:com|org|net|edu|gov|info|io|tv|eu|uk|de|fr|es|it|ru|ua|pt|ro)(?:\/[\w./?&=%#-]*[\w/=%#-])?(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[@#][\p{L}_][\p{L}\p{N}_]*`
const DIGITS = String.raw`\p{Nd}+(?:[.,'’:/\u00a0\u202f-]\p{Nd}+)*`
const HALF_OF_DAY = String.raw`(?:\s?[ap](?:\.\s?m\.|m)(?![\p{L}\p{N}]))`
const CURRENCY = String.raw`(?:[A-Z]{0,3}[$€£¥₽₴]|(?:USD|EUR|GBP|JPY|RUB|UAH|CHF)(?![\p{L}\p{N}]))`
const NUMBER = String.raw`${CURRENCY}\s?${DIGITS}(?:[kKmM](?![\p{L}\p{N}]))?|(?<![\p{L}\p{N}])[+±−-]?${DIGITS}(?:\s?(?:%|‰|°[CF]?|${CURRENCY})|${HALF_OF_DAY})`
/** Separators between digits, or a whole number with a sign before it. */
const SIGNED = String.raw`(?<![\p{L}\p{N}])[+±−-]?\p{Nd}+(?:[.,'’:/\u00a0\u202f-]\p{Nd}+)+(?![\p{L}\p{N}])`
const FENCED = new RegExp(`(?<address>${ADDRESS})|(?<number>${NUMBER}|${SIGNED})`, 'gu')

interface Span {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly isNumber: boolean
}

const NONE: Fenced['kept'] = new Map()

export interface Fencing {
  readonly glossary?: readonly GlossaryTerm[]
  /** Ranges with their replacements. */
  readonly spans?: readonly { readonly from: number; readonly to: number; readonly text: string }[]
  /** Tokens that the text contains already. */
  readonly before?: Fenced['kept']
  /** Source and target language: numbers are restored in the target's format. */
  readonly pair?: { readonly from: LanguageCode; readonly to: LanguageCode }
}

/** Replaces terms, given ranges and all fixed content by tokens. */
export function fenced(text: string, fencing: Fencing = {}): Fenced {
  const { glossary = [], spans: given = [], before = NONE, pair } = fencing
  const spans: Span[] = termSpans(text, glossary).map(({ from, to, term }) => ({
    ...{ from, to, text: term.to, isNumber: false },
  }))
  const add = (span: Span): void => {
    if (!spans.some(({ from, to }) => span.from < to && from < span.to)) spans.push(span)
  }
  for (const span of given) add({ ...span, isNumber: false })
  for (const match of text.matchAll(FENCED)) {
    const [from, to] = [match.index, match.index + match[0].length]
    add({ from, to, text: match[0], isNumber: match.groups?.['number'] !== undefined })
  }
  const kept = new Map<string, string>(before)
  const local = new Map<string, string>()
  let out = ''
  let at = 0
  for (const span of spans.sort((a, b) => a.from - b.from)) {
    const token = newToken(text, span.isNumber, kept)
    kept.set(token, span.text)
    if (pair && span.isNumber) {
      const place = { before: text.slice(0, span.from), after: text.slice(span.to) }
      local.set(token, localNumber(span.text, pair.from, pair.to, place))
    }
    out += text.slice(at, span.from) + token
    at = span.to
  }
  return { text: out + text.slice(at), kept, local }
}

const FIRST_NUMBER = 81_000

/** A token that is neither in the text nor taken. */
function newToken(text: string, isNumber: boolean, taken: ReadonlyMap<string, string>): string {
  for (let count = taken.size + 1; ; count++) {
    const token = isNumber ? String(FIRST_NUMBER + count) : `Zqx${count}q`
    if (!taken.has(token) && !text.toLowerCase().includes(token.toLowerCase())) return token
  }
}

/** Restores a text's tokens, localised if possible; `missing` lists those that did not come back. */
export function unfenced(
  text: string,
  kept: Fenced['kept'],
  local: Fenced['local'] = NONE,
): { text: string; missing: string[] } {
  const missing: string[] = []
  let out = text
  for (const [token, original] of kept) {
    const pattern = new RegExp(token, 'iu')
    if (pattern.test(out)) out = out.replace(pattern, () => local.get(token) ?? original)
    else missing.push(original)
  }
  return { text: out, missing }
}
