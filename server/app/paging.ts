/** One page of a list, as the API carries it. */
export interface Listed<T> {
  list: T[]
  total: number
  page: number
  page_size: number
}

interface Page {
  readonly page: number
  readonly page_size: number
}

/** First row of a page, from 0. */
export function offsetOf({ page, page_size }: Page): number {
  return (page - 1) * page_size
}

/**
 * A page of rows that each carry the number of all matching ones. Beyond the last page there is no row to read it from:
 * it is counted then.
 */
export async function listed<Row extends { total: number }, Item>(
  rows: readonly Row[],
  { page, page_size }: Page,
  describe: (row: Row) => Item,
  count: () => Promise<{ total: number }>,
): Promise<Listed<Item>> {
  const total = rows[0]?.total ?? (page > 1 ? (await count()).total : 0)
  return { list: rows.map(describe), total, page, page_size }
}
