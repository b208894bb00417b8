import { sql } from 'kysely'
import type { Folder } from '#core/contract/folder.ts'
import type { Db } from '../store/db.ts'
import { newId } from '../store/id.ts'
import { type Listed, listPage, totalColumn } from './paging.ts'
import { countAlone, refuseMore } from './quota.ts'
import { notFound, Refusal } from './refusal.ts'

/** Folders of an account, newest first, with the numbers of files in each. */
export async function listFolders(
  db: Db,
  accountId: string,
  input: { page: number; page_size: number },
): Promise<Listed<Folder>> {
  const newestFirst = db
    .selectFrom('folder')
    .where('folder.account_id', '=', accountId)
    .select(['folder.id', 'folder.name', 'folder.created_at'])
    .select([
      sql<number>`(select count(*) from video where video.folder_id = folder.id)::int`.as('videos'),
      sql<number>`(
        select count(*) from subtitle where subtitle.folder_id = folder.id and subtitle.video_id is null
      )::int`.as('texts'),
    ])
    .select(totalColumn)
    .orderBy('folder.created_at', 'desc')
    .orderBy('folder.id')
  return listPage(newestFirst, input, (row) => ({
    folder_id: row.id,
    folder_name: row.name,
    file_sum: row.videos + row.texts,
    video_sum: row.videos,
    create_time: row.created_at.toISOString(),
  }))
}

/** Makes a folder and returns its id. */
export async function addFolder(db: Db, accountId: string, name: string): Promise<string> {
  const id = newId()
  await db.transaction().execute(async (tx) => {
    await countAlone(tx, accountId)
    await refuseMore(tx, accountId, 'folder')
    await tx.insertInto('folder').values({ id, account_id: accountId, name }).execute()
  })
  return id
}

/** Gives a folder another name. */
export async function renameFolder(db: Db, accountId: string, folderId: string, name: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('folder')
    .set({ name })
    .where('id', '=', folderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}

/** Throws a Refusal if the folder is not the caller's, or no longer exists. */
export async function checkFolder(db: Db, accountId: string, folderId: string): Promise<void> {
  const found = await db
    .selectFrom('folder')
    .select('id')
    .where('id', '=', folderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!found) throw new Refusal('not_found', 'folder_gone')
}
