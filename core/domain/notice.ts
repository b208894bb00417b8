/** Lengths of a notice's texts, in UTF-16 units. */
export const NOTICE_LIMITS = { title: 120, content: 8000 } as const

/** The browser's mark of a read notice, dropped when the notice is over. */
export interface ReadMark {
  readonly id: string
  readonly read: boolean
  /** The notice's end, ISO 8601. */
  readonly expireAt: string
}

interface Notice {
  readonly id: string
  readonly end_time: string
  readonly read: boolean
}

/** The marks with one more, without those of past notices. */
export function withReadMark(marks: readonly ReadMark[], { id, end_time }: Notice, now: number): ReadMark[] {
  const others = marks.filter((mark) => mark.id !== id && Date.parse(mark.expireAt) > now)
  return [...others, { id, read: true, expireAt: end_time }]
}

/** Whether a notice was read, here or on another device. */
export function isRead(marks: readonly ReadMark[], { id, read }: Notice): boolean {
  return read || marks.some((mark) => mark.id === id && mark.read)
}
