/**
 * One subtitle. Times are whole milliseconds from the start of the video. The id is constant; SubRip's number is a
 * position, not an identity.
 */
export interface Cue {
  readonly id: string
  readonly start: number
  readonly end: number
  readonly text: string
  /** Ids of the speakers (folder roles) who say it. */
  readonly roles: readonly string[]
}

/** Creates a new id; for a cue cut from another, whose id is given. */
export type NewId = (partOf?: string) => string

/** `id` of a cue cut from another: it names the source, so that both share the file's style. */
export function partId(id: string, partOf: string): string {
  const whole = `${wholeOf(partOf)}${PART}${id}`
  return whole.length > LONGEST_ID ? id : whole
}

/** The id of the cue that a part was cut from; any other id unchanged. */
export function wholeOf(id: string): string {
  const at = id.indexOf(PART)
  return at < 0 ? id : id.slice(0, at)
}

const PART = '~'
/** As the API accepts them. */
const LONGEST_ID = 64

/** Ids `prefix1`, `prefix2` …: for documents whose prefix is already unique. */
export function sequentialIds(prefix: string): NewId {
  let next = 0
  return () => prefix + String(++next)
}

/** Shared by all cues without speakers: a list each would take as much memory as the times. */
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
