import { makeCue } from './cue.ts'
import { LossList } from './convert.ts'
import { UNENDED } from './microdvd.ts'
import { writeVtt } from './vtt.ts'

/** A line as players of the time before SubRip have it. Milliseconds; rows are parted by `|`. */
interface PlayerLine {
  readonly start: number
  readonly end: number | undefined
  readonly rows: string
}

/** MPL2: `[tenths][tenths]row|row`. */
const MPL2 = /^\[(\d{1,7})\]\[(\d{0,7})\](.*)$/
/** TMPlayer: `HH:MM:SS:row|row`, without ends; `=` or `,n=` before the text in some. */
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

/**
 * MPL2 or TMPlayer as a WebVTT file; undefined for any other text. A line without an end lasts until the next, 4 s at most; an
 * empty one ends the line before. `/` before a row makes it italic.
 */
export function playerTextVtt(text: string): string | undefined {
  const first = text.slice(0, 1024).trimStart()
  if (text.includes('-->') || !/^\uFEFF?(?:\[\d+\]\[|\d{1,2}:\d\d:\d\d[,:=])/.test(first)) return undefined
  const lines = text
    .replace(/^\uFEFF/, '')
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const read = lines.map(mpl2Line(lines[0] ?? '') ? mpl2Line : tmPlayerLine)
  // Text of another kind may begin like it; what is none of it would be lost.
  const known = read.filter((line) => line !== undefined)
  if (known.length < lines.length) return undefined
  const cues = known.flatMap(({ start, end, rows }, at) => {
    const next = known[at + 1]?.start ?? Infinity
    const until = end ?? Math.min(start + UNENDED, next > start ? next : Infinity)
    return rows.trim() === '' ? [] : [makeCue(String(at), start, until, markedRows(rows))]
  })
  return cues.length > 0 ? writeVtt(cues, undefined, new Map(), new LossList()) : undefined
}

function markedRows(rows: string): string {
  return rows
    .split('|')
    .map((row) => (row.startsWith('/') ? `<i>${row.slice(1).trim()}</i>` : row.trim()))
    .join('\n')
}
