import { likeness } from '../subtitle/text/align.ts'
import type { TimeRange } from '../timing/time-range.ts'
import type { ReadRow, ReadText } from './read-text.ts'

/** Longest duration and pause (ms) of rolling texts. */
const LONGEST_MS = 1000
/** Least repetitions of a shifted row in a stretch. */
const LEAST_RISES = 3
/** Earlier texts that are compared. */
const MOST_BEFORE = 20
/** Similarity of one row's readings. */
const SAME_LIKENESS = 0.75
/** Least shift as a share of the row's height; roll-up captions shift by whole rows. */
const NEAREST = 0.1
const FURTHEST = 0.9

/** Detects rows that roll over a moving picture, by brief texts with the same rows shifted steadily. They are no cues. */
export function withoutRises(texts: readonly ReadText[]): { stands: ReadText[]; rolls: TimeRange[] } {
  const stands: ReadText[] = []
  const rolls: TimeRange[] = []
  for (const stretch of briefStretches(texts)) {
    const ways = stretch.flatMap((text, at) => wayOf(stretch.slice(Math.max(0, at - MOST_BEFORE), at), text))
    const isOneWay = ways.every(({ way }) => way === ways[0]?.way)
    const [first, last] = [ways[0]?.since, ways.at(-1)?.until]
    if (ways.length < LEAST_RISES || !isOneWay || first === undefined || last === undefined) stands.push(...stretch)
    else {
      rolls.push({ start: first, end: last })
      stands.push(...stretch.filter(({ start, end }) => end <= first || start >= last))
    }
  }
  return { stands, rolls }
}

/** Texts that are long enough alone, or together with the next. */
function briefStretches(texts: readonly ReadText[]): ReadText[][] {
  const stretches: ReadText[][] = []
  const isBrief = ({ start, end }: ReadText): boolean => end - start < LONGEST_MS
  for (const text of texts) {
    const before = stretches.at(-1)?.at(-1)
    if (before && isBrief(before) && isBrief(text) && text.start - before.end < LONGEST_MS) stretches.at(-1)?.push(text)
    else stretches.push([text])
  }
  return stretches
}

interface Rise {
  readonly way: number
  readonly since: number
  readonly until: number
}

/** Direction of a text's rows since they were last seen; undefined if they did not move. */
function wayOf(before: readonly ReadText[], { rows, start, end }: ReadText): Rise[] {
  for (const row of rows) {
    const seen = before.findLast(
      (text) => start - text.end < LONGEST_MS && text.rows.some((other) => isSame(row, other)),
    )
    const other = seen?.rows.find((one) => isSame(row, one))
    if (!seen || !other) continue
    const far = (row.box.y - other.box.y) / Math.max(row.box.height, other.box.height)
    if (Math.abs(far) >= NEAREST && Math.abs(far) <= FURTHEST)
      return [{ way: Math.sign(far), since: seen.start, until: end }]
  }
  return []
}

const isSame = (a: ReadRow, b: ReadRow): boolean => a.text.length > 2 && likeness(a.text, b.text) >= SAME_LIKENESS
