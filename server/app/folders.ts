import { sql } from 'kysely'
import type { Folder } from '#core/contract/folder.ts'
import type { Db } from '../store/db.ts'
import { newId } from '../store/id.ts'
import { notFound } from './refusal.ts'

interface Page {
  page: number
  page_size: number
}

export interface Listed<T> {
  list: T[]
  total: number
  page: number
  page_size: number
}

export async function listFolders(db: Db, accountId: string, { page, page_size }: Page): Promise<Listed<Folder>> {
  const rows = await db
    .selectFrom('folder')
    .leftJoin('video', 'video.folder_id', 'folder.id')
    .select(['folder.id', 'folder.name', 'folder.created_at'])
    .select(sql<number>`count(video.id)::int`.as('files'))
    .where('folder.account_id', '=', accountId)
    .groupBy('folder.id')
    .orderBy('folder.created_at', 'desc')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  const { total } = await db
    .selectFrom('folder')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const list = rows.map((row) => ({
    folder_id: row.id,
    folder_name: row.name,
    file_sum: row.files,
    create_time: row.created_at.toISOString(),
  }))
  return { list, total, page, page_size }
}

export async function addFolder(db: Db, accountId: string, name: string): Promise<string> {
  const id = newId()
  await db.insertInto('folder').values({ id, account_id: accountId, name }).execute()
  return id
}

export async function renameFolder(db: Db, accountId: string, folderId: string, name: string): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('folder')
    .set({ name })
    .where('id', '=', folderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}

export async function checkFolder(db: Db, accountId: string, folderId: string): Promise<void> {
  const row = await db
    .selectFrom('folder')
    .select('id')
    .where('id', '=', folderId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw notFound()
}
