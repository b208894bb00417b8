/** Interval of a page's heartbeats, and the silence after which it counts as closed; in milliseconds. */
export const presenceTimes = { beatMs: 10_000, goneMs: 32_000, moveMs: 400, replyMs: 600 } as const

/** Colours of people. */
export const PRESENCE_COLORS = 8

/** Another page with the version open. */
export interface Present {
  readonly pageId: string
  readonly person: string
  /** Of the cue in focus; empty for none. */
  readonly cueId: string
  /** Time of the page's last heartbeat, in milliseconds of some clock. */
  readonly at: number
}

/** A page's heartbeat. */
export interface Beat {
  readonly page_id: string
  readonly person: string
  readonly cue_id: string
  readonly leaves: boolean
}

export type PresentList = readonly Present[]

/** The list of pages after a heartbeat, in the order of arrival. */
export function hearBeat(list: PresentList, beat: Beat, now: number): PresentList {
  const { page_id: pageId, person, cue_id: cueId, leaves } = beat
  if (leaves) return list.some((each) => each.pageId === pageId) ? list.filter((each) => each.pageId !== pageId) : list
  const present: Present = { pageId, person, cueId, at: now }
  const at = list.findIndex((each) => each.pageId === pageId)
  return at < 0 ? [...list, present] : list.with(at, present)
}

/** The pages with a recent heartbeat; the same list if all have one. */
export function withoutGone(list: PresentList, now: number): PresentList {
  return list.every(({ at }) => now - at < presenceTimes.goneMs)
    ? list
    : list.filter(({ at }) => now - at < presenceTimes.goneMs)
}

/** The index of a page's colour, from 0: the same in every browser. */
export function presenceColor(pageId: string): number {
  let sum = 0
  for (const letter of pageId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 0x7fffffff
  return sum % PRESENCE_COLORS
}
