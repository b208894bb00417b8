import { parseTimecode } from '../text/timecode.ts'

export const ARROW = '-->'

/** A cue's line of times, in milliseconds. */
export interface TimeLine {
  readonly start: number
  readonly end: number
  /** After the end time: SubRip's coordinates, WebVTT's settings. */
  readonly tail: string
}

/** Longest parsed time. */
const MAX_STAMP = 64

/** `00:00:01,000 --> 00:00:02,000 X1:…` in every spelling that `parseTimecode` takes; undefined for anything else. */
export function parseTimeLine(line: string): TimeLine | undefined {
  const arrow = line.indexOf(ARROW)
  if (arrow < 0 || arrow > MAX_STAMP) return undefined
  const start = parseTimecode(line.slice(0, arrow))
  if (start === undefined) return undefined
  const rest = line.slice(arrow + ARROW.length)
  const length = stampLength(rest)
  const end = length > MAX_STAMP ? undefined : parseTimecode(rest.slice(0, length))
  const tail = rest.slice(length).trim()
  return end === undefined || !isTail(tail) ? undefined : { start, end, tail }
}

function stampLength(text: string): number {
  let at = 0
  while (at < text.length && at <= MAX_STAMP && /[\d\s:,.-]/.test(text.charAt(at))) at++
  return at
}

const TAIL_WORD = /^[A-Za-z][A-Za-z0-9]*:\S+$/

function isTail(tail: string): boolean {
  return tail === '' || tail.split(/\s+/).every((word) => TAIL_WORD.test(word))
}

/** Times of a non-standard line; `text` is the rest after them. */
export interface LooseTimeLine extends TimeLine {
  readonly text: string
}

const CLOCK = String.raw`-?(?:\d{1,4}\s*:\s*\d{1,2}\s*:\s*\d{1,2}(?:\s*[,.:]\s*\d{1,9})?|\d{1,3}:\d{1,2}[,.]\d{1,3})`
const BETWEEN = String.raw`(?:[^\p{L}\p{N}]|&gt;){1,16}?`
const LOOSE = new RegExp(String.raw`^[^\p{L}\p{N}<{-]{0,4}(${CLOCK})(${BETWEEN})(${CLOCK})(?!\d)`, 'u')
const ARROWHEAD = /[>\u203a\u00bb\u2190-\u21ff\u2794\u2799-\u27bf\u27f6\u27f9\u25b6\u25ba\uff1e]|&gt;/

/**
 * Times with another separator (`->`, `—>`, `→`, `--&gt;`, a dash, spaces), stray characters, or text after them.
 * `numbered`: a cue number is above; without one, an arrow is required.
 */
export function parseLooseTimeLine(line: string, numbered: boolean): LooseTimeLine | undefined {
  if (!/\p{N}/u.test(line.slice(0, 8))) return undefined
  const match = LOOSE.exec(stampSigns(line.slice(0, 4 * MAX_STAMP)))
  if (!match) return undefined
  const [whole, from = '', between = '', to = ''] = match
  if (!numbered && !ARROWHEAD.test(between)) return undefined
  const start = parseTimecode(from)
  const end = parseTimecode(to)
  if (start === undefined || end === undefined) return undefined
  const after = line
    .slice(whole.length)
    .replace(/^\S{1,2}(?=\s|$)/, '')
    .trim()
  if (isTail(after)) return { start, end, tail: after, text: '' }
  return { start, end, tail: '', text: /[\p{L}\p{N}]/u.test(after) ? after : '' }
}

/** Same length, with characters of other keyboards and lookalikes of digits normalised. */
function stampSigns(text: string): string {
  return text
    .replace(/[\uff10-\uff1a\uff0c\uff0e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replace(/(?<=\d\s*);/g, ':')
    .replace(/(?<=[\d:,.])[Oo](?=[\dOo:,.\s]|$)/g, '0')
    .replace(/(?<=[\d:,.])[lI|](?=[\dlI|:,.\s]|$)/g, '1')
}
