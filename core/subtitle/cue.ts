/**
 * One subtitle. Times are whole milliseconds from the start of the video. The id is given when the cue is created or
 * read and never changes; the number that SubRip writes is a position, not an identity.
 */
export interface Cue {
  readonly id: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** Ids of the speakers (folder roles) who say it. */
  readonly roles: readonly string[]
}

/** Makes an id that the document does not have yet. */
export type NewId = () => string

/** Ids `prefix1`, `prefix2` …: for documents whose prefix is already unique. */
export function sequentialIds(prefix: string): NewId {
  let next = 0
  return () => prefix + String(++next)
}

/** A cue without speakers; times in milliseconds. */
export function makeCue(id: string, start: number, end: number, text: string): Cue {
  return { id, start, end, text, roles: [] }
}

/** Whether two cues have the same times, text and speakers; ids do not count. */
export function sameCue(a: Cue | undefined, b: Cue | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  return a.start === b.start && a.end === b.end && a.text === b.text && a.roles.join() === b.roles.join()
}
