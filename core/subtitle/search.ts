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

/**
 * The cues that change when every match is replaced. In a pattern's replacement `$1` and `$<name>` are groups; a plain
 * one is taken as it is.
 */
export function replaceMatches(cues: Iterable<Cue>, query: RegExp, replacement: string, isPattern: boolean): Cue[] {
  const changed: Cue[] = []
  for (const cue of cues) {
    const text = isPattern ? cue.text.replace(query, replacement) : cue.text.replace(query, () => replacement)
    if (text !== cue.text) changed.push({ ...cue, text })
  }
  return changed
}
