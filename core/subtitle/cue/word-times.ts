import type { Cue } from './cue.ts'
import { formatTimecode } from '../text/timecode.ts'

/** Start of a word in a cue's text (ms), by offset; from a transcript or a WebVTT file with word times. */
export interface WordTime {
  readonly offset: number
  readonly start: number
}

/** Word times of a cue's current text; undefined if unknown. */
export type WordsOf = (cue: Cue) => readonly WordTime[] | undefined

const STAMP_TAG = /<((?:\d+:)?\d\d:\d\d\.\d{3})>/g

/** Milliseconds of a WebVTT time; undefined for anything else ("collect a WebVTT timestamp"). */
export function vttStamp(text: string): number | undefined {
  const [clock = '', fraction = ''] = text.split('.')
  const parts = clock.split(':')
  if (parts.length === 2 && parts[0]?.length !== 2) return undefined
  const [seconds = 0, minutes = 0, hours = 0] = parts.map(Number).reverse()
  if (minutes > 59 || seconds > 59) return undefined
  const time = hours * 3_600_000 + minutes * 60_000 + seconds * 1000 + Number(fraction)
  // Hours may have any number of digits: some exceed exact numbers.
  return Number.isSafeInteger(time) ? time : undefined
}

/** Removes WebVTT's time tags, `<00:00:01.500>`, from a text; the result is trimmed. */
export function takeWordTimes(text: string): { text: string; words: readonly WordTime[] } {
  if (!text.includes('<')) return { text: text.trim(), words: [] }
  const found: WordTime[] = []
  let out = ''
  let from = 0
  for (const match of text.matchAll(STAMP_TAG)) {
    const start = vttStamp(match[1] ?? '')
    if (start === undefined) continue
    out += text.slice(from, match.index)
    from = match.index + match[0].length
    found.push({ offset: out.length, start })
  }
  if (found.length === 0) return { text: text.trim(), words: [] }
  out += text.slice(from)
  const trimmed = out.trim()
  const leading = out.length - out.trimStart().length
  const words: WordTime[] = []
  const blanks = /\s*/y
  let ink = -1
  for (const { offset, start } of found) {
    // Many times in one run of spaces scan it once.
    if (offset > ink) {
      blanks.lastIndex = offset
      blanks.test(out)
      ink = blanks.lastIndex
    }
    if (ink - leading < trimmed.length) words.push({ offset: ink - leading, start })
  }
  return { text: trimmed, words }
}

/** A text with WebVTT's time tags, each mapped by `move`. */
export function moveWordTimes(source: string, move: (ms: number) => number): string {
  return source.replace(STAMP_TAG, (whole, stamp: string) => {
    const time = vttStamp(stamp)
    return time === undefined ? whole : `<${formatTimecode(move(time), '.')}>`
  })
}
