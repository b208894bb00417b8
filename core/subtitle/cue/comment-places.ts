import { type Cue, wholeOf } from './cue.ts'
import type { CueList } from './cue-list.ts'

/** A comment's cue by id, and its last known start in milliseconds. */
export interface CommentPlace {
  readonly cue_id: string
  readonly start: number
}

/**
 * The cue of each comment: its own; if that is gone the first part cut from it, else the cue at its time, as after a
 * merge. Undefined without one. Scans the list only if a cue is gone.
 */
export function placeComments(comments: readonly CommentPlace[], list: CueList): (Cue | undefined)[] {
  const lost = comments.filter(({ cue_id }) => !list.index.has(cue_id))
  const found = lost.length > 0 ? replacements(lost, list) : new Map<CommentPlace, Cue>()
  return comments.map((comment) => list.at(list.index.get(comment.cue_id) ?? -1) ?? found.get(comment))
}

function replacements(lost: readonly CommentPlace[], list: CueList): Map<CommentPlace, Cue> {
  const parts = new Map<string, Cue>()
  const atTime = new Map<CommentPlace, Cue>()
  const wanted = new Set(lost.map(({ cue_id }) => wholeOf(cue_id)))
  const byTime = lost.toSorted((a, b) => a.start - b.start)
  for (const cue of list) {
    const whole = wholeOf(cue.id)
    if (whole !== cue.id && wanted.has(whole) && !parts.has(whole)) parts.set(whole, cue)
    for (let at = firstFrom(byTime, cue.start); at < byTime.length; at++) {
      const comment = byTime[at]!
      if (comment.start >= cue.end) break
      if (!atTime.has(comment)) atTime.set(comment, cue)
    }
  }
  return new Map(
    lost.flatMap((comment) => {
      const cue = parts.get(wholeOf(comment.cue_id)) ?? atTime.get(comment)
      return cue ? [[comment, cue] as const] : []
    }),
  )
}

/** The first comment at or after a time. */
function firstFrom(sorted: readonly CommentPlace[], ms: number): number {
  let lo = 0
  let hi = sorted.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    if (sorted[middle]!.start >= ms) hi = middle
    else lo = middle + 1
  }
  return lo
}
