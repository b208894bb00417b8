/** How often a page tells that it is there, and after which silence it counts as closed; in milliseconds. */
export const presenceTimes = { beatMs: 10_000, goneMs: 32_000, moveMs: 400, replyMs: 600 } as const

/** Colours that people are told apart by. */
export const PRESENCE_COLORS = 8

/** A user who has the version open in another page. */
export interface Present {
  readonly pageId: string
  readonly person: string
  /** Of the line in focus; empty for none. */
  readonly cueId: string
  /** When the page was last heard of, in milliseconds of some clock. */
  readonly at: number
}

/** What a page tells of itself. */
export interface Beat {
  readonly page_id: string
  readonly person: string
  readonly cue_id: string
  readonly leaves: boolean
}

export type PresentList = readonly Present[]

/** Who is there after a page was heard, in the order in which they came. */
export function hearBeat(list: PresentList, beat: Beat, now: number): PresentList {
  const { page_id: pageId, person, cue_id: cueId, leaves } = beat
  if (leaves) return list.some((each) => each.pageId === pageId) ? list.filter((each) => each.pageId !== pageId) : list
  const present: Present = { pageId, person, cueId, at: now }
  const at = list.findIndex((each) => each.pageId === pageId)
  return at < 0 ? [...list, present] : list.with(at, present)
}

/** Those who were heard of lately enough; the same list where all were. */
export function withoutGone(list: PresentList, now: number): PresentList {
  return list.every(({ at }) => now - at < presenceTimes.goneMs)
    ? list
    : list.filter(({ at }) => now - at < presenceTimes.goneMs)
}

/** The place of a page's colour, from 0: the same in every browser. */
export function presenceColor(pageId: string): number {
  let sum = 0
  for (const letter of pageId) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 0x7fffffff
  return sum % PRESENCE_COLORS
}
