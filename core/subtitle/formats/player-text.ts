import { makeCue } from '../cue/cue.ts'
import { LossList } from './convert.ts'
import { UNENDED } from './microdvd.ts'
import type { AdoptedText, Problem } from '../text/problem.ts'
import { numberedLines } from '../text/lines.ts'
import { writeVtt } from './vtt/vtt.ts'

/** A cue in the formats of early players. Milliseconds; rows are separated by `|`. */
interface PlayerLine {
  readonly start: number
  readonly end: number | undefined
  readonly rows: string
}

/** MPL2: `[tenths][tenths]row|row`. */
const MPL2 = /^\[(\d{1,7})\]\[(\d{0,7})\](.*)$/
/** TMPlayer: `HH:MM:SS:row|row`, without ends; some have `=` or `,n=` before the text. */
const TMPLAYER = /^(\d{1,2}):([0-5]\d):([0-5]\d)(?:,\d)?[:=](.*)$/

function mpl2Line(line: string): PlayerLine | undefined {
  const [, from, to = '', rows = ''] = MPL2.exec(line) ?? []
  if (from === undefined) return undefined
  return { start: Number(from) * 100, end: to === '' ? undefined : Number(to) * 100, rows }
}

function tmPlayerLine(line: string): PlayerLine | undefined {
  const [, hours, minutes, seconds, rows = ''] = TMPLAYER.exec(line) ?? []
  if (hours === undefined) return undefined
  return { start: ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000, end: undefined, rows }
}

/** Signature of such a text, after spaces. */
const BEGINNING = /^\uFEFF?(?:\[\d+\]\[|\d{1,2}:\d\d:\d\d[,:=])/

/**
 * MPL2 or TMPlayer as a WebVTT file; undefined for other text. A cue without an end lasts until the next, at most 4 s; an
 * empty one ends the one before. `/` makes a row italic.
 */
export function playerTextVtt(text: string): AdoptedText | undefined {
  const first = text.slice(0, 1024).trimStart()
  if (text.includes('-->') || !BEGINNING.test(first)) return undefined
  const lines = [...numberedLines(text.replace(/^\uFEFF/, ''))].filter(([, line]) => line.trim() !== '')
  const isMpl2 = mpl2Line(lines[0]?.[1].trim() ?? '') !== undefined
  const known: PlayerLine[] = []
  for (const [, line] of lines) {
    const read = (isMpl2 ? mpl2Line : tmPlayerLine)(line.trim())
    // Other text may begin like it: its content would be lost.
    if (!read) return undefined
    known.push(read)
  }
  const problems: Problem[] = []
  const cues = known.flatMap(({ start, end, rows }, at) => {
    if (rows.trim() === '') return []
    const [line, source] = lines[at] ?? [1, '']
    const following = known[at + 1]
    // A line without text ends the cue before.
    const isSaid = end !== undefined || (following?.rows.trim() === '' && following.start - start <= UNENDED)
    if (!isSaid && (isMpl2 || problems.length === 0)) {
      problems.push({ line, kind: isMpl2 ? 'end_missing' : 'ends_guessed', text: source.trim() })
    }
    const next = following?.start ?? Infinity
    const until = end ?? Math.min(start + UNENDED, next > start ? next : Infinity)
    return [makeCue(String(at), start, until, markedRows(rows))]
  })
  if (cues.length === 0) return undefined
  return { content: writeVtt(cues, undefined, new Map(), new LossList()), problems }
}

function markedRows(rows: string): string {
  return rows
    .split('|')
    .map((row) => (row.startsWith('/') ? `<i>${row.slice(1).trim()}</i>` : row.trim()))
    .join('\n')
}
