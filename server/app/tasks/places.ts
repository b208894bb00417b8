import { sql } from 'kysely'
import type { Tx } from '../../store/db.ts'
import type { SubjectIds } from './subjects.ts'

/**
 * Locks the tasks' videos, and the folders of all subjects, until the transaction ends, so that a concurrent delete comes
 * before or waits. Videos before folders, both by id, as everywhere.
 */
export async function keepPlaces(tx: Tx, accountId: string, subjects: readonly SubjectIds[]): Promise<void> {
  const ids = (kind: keyof SubjectIds): string[] => [...new Set(subjects.flatMap((each) => each[kind] ?? []))]
  const [videos, versions, projects] = [ids('video'), ids('subtitle'), ids('project')]
  const { rows } = await sql<{ folder_id: string }>`
    select folder_id from video where account_id = ${accountId}
      and (id = any(${videos}::text[]) or id in (select video_id from subtitle where id = any(${versions}::text[])))
    order by id for key share`.execute(tx)
  const folders = [...new Set(rows.map(({ folder_id }) => folder_id))]
  await sql`
    select id from folder where account_id = ${accountId} and (
      id = any(${folders}::text[])
      or id in (select folder_id from subtitle where id = any(${versions}::text[]))
      or id in (select folder_id from project where id = any(${projects}::text[])))
    order by id for key share`.execute(tx)
}
