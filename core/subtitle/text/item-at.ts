/** The item at an index from 0; a RangeError names an index that the list does not have. */
export function itemAt<T>(items: readonly T[], index: number): T {
  const item = items[index]
  if (item === undefined) throw new RangeError(`No item ${index} in a list of ${items.length}`)
  return item
}
