/*
 * Spreading a list into a call uses the stack, which ends at some ten thousand entries; these take lists of any length.
 */

/** Adds all of some entries to the end of a list. */
export function addAll<T>(list: T[], more: Iterable<T>): void {
  for (const one of more) list.push(one)
}

/** The least of some numbers; Infinity of none. */
export function leastOf(numbers: Iterable<number>): number {
  let least = Infinity
  for (const one of numbers) if (one < least) least = one
  return least
}

/** The greatest of some numbers; -Infinity of none. */
export function greatestOf(numbers: Iterable<number>): number {
  let greatest = -Infinity
  for (const one of numbers) if (one > greatest) greatest = one
  return greatest
}
