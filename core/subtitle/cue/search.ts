import type { Cue } from './cue.ts'

export interface Query {
  readonly text: string
  readonly isPattern: boolean
  readonly matchCase: boolean
  readonly wholeWord: boolean
}

/** A match of a query in a cue: offsets in its text. */
export interface Match {
  readonly id: string
  readonly from: number
  readonly to: number
}

/** The query as a global regular expression; undefined for an empty query or an invalid pattern. */
export function compileQuery({ text, isPattern, matchCase, wholeWord }: Query): RegExp | undefined {
  if (text === '') return undefined
  const source = isPattern ? text : text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  // \b knows Latin letters only: here a word ends at a non-letter of any script.
  const whole = wholeWord ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source
  try {
    return new RegExp(whole, `gu${matchCase ? '' : 'i'}${isPattern ? 'm' : ''}`)
  } catch {
    return undefined
  }
}

/** All non-empty matches in the order of the cues. */
export function findMatches(cues: Iterable<Cue>, query: RegExp): Match[] {
  const found: Match[] = []
  for (const { id, text } of cues) {
    for (const match of text.matchAll(query)) {
      if (match[0] !== '') found.push({ id, from: match.index, to: match.index + match[0].length })
    }
  }
  return found
}

/** Replacement of a match. */
export interface Replacement {
  readonly text: string
  /** Whether it adopts the capitalisation of the match. */
  readonly keepsCase?: boolean
  /** Language of capitalisation: Turkish differs. A BCP 47 tag. */
  readonly language?: string
}

/**
 * The cues changed by replacing every match. A pattern's replacement may use `$1` and `$<name>`; a plain one is literal.
 */
export function replaceMatches(
  cues: Iterable<Cue>,
  query: RegExp,
  { text: replacement, keepsCase = false, language }: Replacement,
  isPattern: boolean,
): Cue[] {
  const changed: Cue[] = []
  const by = isPattern ? replacement : replacement.replaceAll('$', '$$$$')
  for (const cue of cues) {
    const text = keepsCase ? replacedKeepingCase(cue.text, query, by, language) : cue.text.replace(query, by)
    if (text !== cue.text) changed.push({ ...cue, text })
  }
  return changed
}

/** Match by match, since capitalisation differs. */
function replacedKeepingCase(text: string, query: RegExp, replacement: string, language: string | undefined): string {
  let result = ''
  let from = 0
  for (const match of text.matchAll(query)) {
    const [found] = match
    // Groups and lookarounds refer to the whole text.
    const only = new RegExp(query.source, query.flags.replace('g', 'y'))
    only.lastIndex = match.index
    const end = match.index + found.length
    const whole = text.replace(only, replacement)
    const put = whole.slice(match.index, whole.length - (text.length - end))
    result += text.slice(from, match.index) + caseOf(found, put, language)
    from = end
  }
  return result + text.slice(from)
}

/** Languages with special capitalisation. */
const OWN_CAPITALS = /^(?:az|lt|tr)(?![^-_])/

/** A text capitalised like the match: upper, title or lower case; otherwise unchanged. */
export function caseOf(found: string, text: string, language?: string): string {
  const locale = OWN_CAPITALS.exec(language ?? '')?.[0] ?? 'und'
  const upper = (part: string): string => part.toLocaleUpperCase(locale)
  const lower = (part: string): string => part.toLocaleLowerCase(locale)
  const letters = found.match(/\p{Cased_Letter}/gu) ?? []
  const [first = ''] = letters
  const at = text.search(/\p{Cased_Letter}/u)
  if (letters.length === 0 || at < 0) return text
  const isUpper = (letter: string): boolean => letter !== lower(letter)
  if (letters.length > 1 && letters.every(isUpper)) return upper(text)
  const size = String.fromCodePoint(text.codePointAt(at) ?? 0).length
  const [begin, start, rest] = [text.slice(0, at), text.slice(at, at + size), text.slice(at + size)]
  return begin + (isUpper(first) ? upper(start) : lower(start)) + rest
}
