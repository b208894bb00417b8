import { sql } from 'kysely'

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

/** A column with the number of all matching rows. */
export const totalColumn = sql<number>`(count(*) over ())::int`.as('total')

/** An ordered query with `totalColumn` among its columns. */
interface PagedQuery<Row> {
  limit(rows: number): PagedQuery<Row>
  offset(rows: number): PagedQuery<Row>
  execute(): Promise<Row[]>
}

/** A page of a query's rows, described. Rows beyond the last page carry no total, so the first row is read for it. */
export async function listPage<Row extends { total: number }, Item>(
  query: PagedQuery<Row>,
  { page, page_size }: Page,
  describe: (row: Row) => Item,
): Promise<Listed<Item>> {
  const rows = await query
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const [counted] = rows.length === 0 && page > 1 ? await query.limit(1).execute() : rows
  return { list: rows.map(describe), total: counted?.total ?? 0, page, page_size }
}

/** A page of a list with expensive rows: counts and finds ids first, then reads only the rows of the page. */
export async function listPageById<Row extends { id: string }, Item>(
  { page, page_size }: Page,
  query: {
    count: { execute(): Promise<{ total: number }[]> }
    /** Ids in order. */
    ids: PagedQuery<{ id: string }>
    read: (ids: readonly string[]) => Promise<readonly Row[]>
  },
  describe: (row: Row) => Item,
): Promise<Listed<Item>> {
  const [counted] = await query.count.execute()
  const ids = await query.ids
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const rows = ids.length === 0 ? [] : await query.read(ids.map(({ id }) => id))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const list = ids.flatMap(({ id }) => byId.get(id) ?? []).map(describe)
  return { list, total: counted?.total ?? 0, page, page_size }
}

/** The number of matching rows, as the only column. */
export const countColumn = sql<number>`count(*)::int`.as('total')
