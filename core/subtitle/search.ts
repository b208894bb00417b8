import type { Cue } from './cue.ts'

export interface Query {
  readonly text: string
  readonly isPattern: boolean
  readonly matchCase: boolean
  readonly wholeWord: boolean
}

/** Where a query matches in a cue: offsets in its text. */
export interface Match {
  readonly id: string
  readonly from: number
  readonly to: number
}

/** The query as a regular expression that finds all; undefined for an empty query or an invalid pattern. */
export function compileQuery({ text, isPattern, matchCase, wholeWord }: Query): RegExp | undefined {
  if (text === '') return undefined
  const source = isPattern ? text : text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  // \b knows Latin letters only: a word ends where no letter or number of any script goes on.
  const whole = wholeWord ? `(?<![\\p{L}\\p{N}_])(?:${source})(?![\\p{L}\\p{N}_])` : source
  try {
    return new RegExp(whole, `gu${matchCase ? '' : 'i'}${isPattern ? 'm' : ''}`)
  } catch {
    return undefined
  }
}

/** All matches in the order of the cues; empty matches do not count. */
export function findMatches(cues: Iterable<Cue>, query: RegExp): Match[] {
  const found: Match[] = []
  for (const { id, text } of cues) {
    for (const match of text.matchAll(query)) {
      if (match[0] !== '') found.push({ id, from: match.index, to: match.index + match[0].length })
    }
  }
  return found
}

/** What takes the place of a match. */
export interface Replacement {
  readonly text: string
  /** Whether it is written in capitals or small letters as what it replaces. */
  readonly keepsCase?: boolean
  /** Whose capitals: Turkish has others. A BCP 47 tag. */
  readonly language?: string
}

/**
 * The cues that change when every match is replaced. In a pattern's replacement `$1` and `$<name>` are groups; a plain
 * one is taken as it is.
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

/** Each match by itself, since its capitals are its own. */
function replacedKeepingCase(text: string, query: RegExp, replacement: string, language: string | undefined): string {
  let result = ''
  let from = 0
  for (const match of text.matchAll(query)) {
    const [found] = match
    // Groups and looks around the match are those in the whole text.
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

/** Languages whose capitals are not those of all others. */
const OWN_CAPITALS = /^(?:az|lt|tr)(?![^-_])/

/** A text in capitals, with a capital or in small letters, as the one found is; as it is where that is of neither. */
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
