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

/** Makes an id that the document does not have yet; for a cue that is cut from another one, whose id is given. */
export type NewId = (partOf?: string) => string

/** `id` for a cue that is cut from another one: it says which, so that both have the style of that one's file. */
export function partId(id: string, partOf: string): string {
  const whole = `${wholeOf(partOf)}${PART}${id}`
  return whole.length > LONGEST_ID ? id : whole
}

/** The id of the cue that a part was cut from; any other id itself. */
export function wholeOf(id: string): string {
  const at = id.indexOf(PART)
  return at < 0 ? id : id.slice(0, at)
}

const PART = '~'
/** As the API takes them. */
const LONGEST_ID = 64

/** Ids `prefix1`, `prefix2` …: for documents whose prefix is already unique. */
export function sequentialIds(prefix: string): NewId {
  let next = 0
  return () => prefix + String(++next)
}

/** One for all cues without speakers: an empty list for each takes as much room as its times. */
const noRoles: readonly string[] = []

/** A cue without speakers; times in milliseconds. */
export function makeCue(id: string, start: number, end: number, text: string): Cue {
  return { id, start, end, text, roles: noRoles }
}

/** The cue, `by` milliseconds later. */
export function shifted(cue: Cue, by: number): Cue {
  return { id: cue.id, start: cue.start + by, end: cue.end + by, text: cue.text, roles: cue.roles }
}

/** Whether two cues have the same times, text and speakers; ids do not count. */
export function sameCue(a: Cue | undefined, b: Cue | undefined): boolean {
  if (a === b) return true
  if (!a || !b) return false
  return a.start === b.start && a.end === b.end && a.text === b.text && a.roles.join() === b.roles.join()
}
