/**
 * One subtitle line. Times are integer milliseconds from the start of the programme. The id is minted when the line is
 * made or read and never changes; the number that SubRip prints is a position, not an identity.
 */
export interface Cue {
  readonly id: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** Ids of the speakers (folder roles) who say the line. */
  readonly roles: readonly string[]
}

export type NewId = () => string

/** Ids `prefix1`, `prefix2` …: for documents whose prefix is already unique. */
export function sequentialIds(prefix: string): NewId {
  let next = 0
  return () => prefix + String(++next)
}

export function makeCue(id: string, start: number, end: number, text: string): Cue {
  return { id, start, end, text, roles: [] }
}

export function sameCue(a: Cue | undefined, b: Cue | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  return a.start === b.start && a.end === b.end && a.text === b.text && a.roles.join() === b.roles.join()
}
