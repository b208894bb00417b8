import { likeness } from '../subtitle/align.ts'
import type { TimeRange } from '../timing/time-range.ts'
import type { ReadRow, ReadText } from './read-text.ts'

/** Texts that roll are shorter than this and follow each other within this (ms). */
const LONGEST_MS = 1000
/** So many times in a stretch a row is seen again further on. */
const LEAST_RISES = 3
/** So many texts before one are looked at. */
const MOST_BEFORE = 20
/** Rows as alike as this are the same one. */
const SAME_LIKENESS = 0.75
/** A row goes on by so much of its height at least; captions that roll up go on by a whole row at a time. */
const NEAREST = 0.1
const FURTHEST = 0.9

/**
 * Tells rows that rise or sink through the picture, in front of one that moves, by what was read of them: brief texts with
 * the same rows further and further on the same way. They are no lines.
 */
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

/** Texts that stand long enough alone, others with those that follow them. */
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

/** Which way rows of a text moved since they were seen last; nothing where they did not. */
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
