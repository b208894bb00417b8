/** Lists of a user, on every device. */
export const ownListKinds = ['macros', 'profiles'] as const
export type OwnListKind = (typeof ownListKinds)[number]

export const ownListLimits = {
  most: 100,
  /** UTF-16 units of one item. */
  length: 100_000,
} as const

/** One item: `value` is JSON that only the browser parses. */
export interface OwnItem {
  readonly id: string
  readonly value: string
}

/**
 * Merges two browsers' lists item by item: additions and changes of either win, deletions of unchanged items apply. If
 * both changed an item, the local one wins.
 */
export function mergeOwnLists(
  base: readonly OwnItem[],
  mine: readonly OwnItem[],
  theirs: readonly OwnItem[],
): OwnItem[] {
  const [before, here, there] = [base, mine, theirs].map((list) => new Map(list.map(({ id, value }) => [id, value])))
  const valueOf = (id: string): string | undefined => {
    const [was, own, other] = [before?.get(id), here?.get(id), there?.get(id)]
    if (own === was) return other
    return own ?? (other === was ? undefined : other)
  }
  const ids = new Set([...theirs, ...mine].map(({ id }) => id))
  return [...ids].flatMap((id) => {
    const value = valueOf(id)
    return value === undefined ? [] : [{ id, value }]
  })
}

/** Whether two lists are equal, in order. */
export function sameOwnLists(a: readonly OwnItem[], b: readonly OwnItem[]): boolean {
  return a.length === b.length && a.every(({ id, value }, at) => b[at]?.id === id && b[at].value === value)
}
