import { sql } from 'kysely'
import { VISITOR_TYPE } from '#core/domain/account.ts'
import type { Tx } from '../store/db.ts'
import type { TableOfAccounts } from '../store/schema.ts'
import { endAllSessions } from './session-list.ts'

/** Which tables' rows move to the account when a visitor logs in to an existing one. */
export const movesToAccount: Record<TableOfAccounts, boolean> = {
  folder: true,
  folder_zip: true,
  task_zip: true,
  upload: true,
  video: true,
  subtitle: true,
  imported_file: true,
  role: true,
  avatar: true,
  project: true,
  batch: true,
  task: true,
  // A visitor has no credits for one.
  chain: false,
  operation: true,
  person: true,
  line_comment: true,
  submission: true,
  // A visitor can't share.
  video_share: false,
  // The browser merges these lists with those of the account.
  own_list: false,
  memory: true,
  // `moveAssets` moves those that the account lacks.
  asset: false,
  // A visitor has no keys, credits, orders or notices; page views stay the visitor's.
  api_key: false,
  webhook: false,
  webhook_delivery: false,
  data_export: false,
  credit_grant: false,
  credit_entry: false,
  purchase_order: false,
  notice_read: false,
  page_view: false,
  login_log: false,
  upload_error: false,
  session: false,
  google_sign_in: false,
  // A visitor has no address.
  email_link: false,
}

/** How many folders moved, and the hashes of the visitor's ended session tokens. */
export interface MergedVisitor {
  readonly folders: number
  readonly ended: readonly string[]
}

/**
 * Moves a visitor's data to an account and ends the visitor's sessions. The caller has proved to be both: the visitor
 * by the token, the account by its password or Google.
 */
export async function mergeVisitor(tx: Tx, visitorId: string, accountId: string): Promise<MergedVisitor> {
  const ids = [visitorId, accountId]
  const locked = await tx.selectFrom('account').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const visitor = locked.find(({ id }) => id === visitorId)
  // Another request registered the visitor, or a sweep deleted them, before the lock.
  if (visitor?.customer_type !== VISITOR_TYPE || locked.length < ids.length) return { folders: 0, ended: [] }
  await resolveDuplicates(tx, visitorId, accountId)
  const { n: folders } = await tx
    .selectFrom('folder')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('account_id', '=', visitorId)
    .executeTakeFirstOrThrow()
  for (const [table, goes] of Object.entries(movesToAccount)) {
    if (!goes) continue
    await sql`update ${sql.table(table)} set account_id = ${accountId} where account_id = ${visitorId}`.execute(tx)
  }
  await moveAssets(tx, visitorId, accountId)
  return { folders, ended: await endAllSessions(tx, visitorId) }
}

/** Moving tables in which an account has at most one row per idempotency key. */
export const oncePerKey = ['task', 'batch', 'operation', 'line_comment'] as const

/** Resolves what is unique per account and exists in both. */
async function resolveDuplicates(tx: Tx, visitorId: string, accountId: string): Promise<void> {
  // The account keeps its own copy of a sample; the visitor's copy becomes an ordinary video.
  await sql`
    update video set sample_id = null where account_id = ${visitorId}
    and sample_id in (select sample_id from video where account_id = ${accountId})`.execute(tx)
  for (const name of oncePerKey) {
    const table = sql.table(name)
    await sql`
      update ${table} set idempotency_key = id where account_id = ${visitorId}
      and idempotency_key in (select idempotency_key from ${table} where account_id = ${accountId})`.execute(tx)
  }
}

/** An asset that the account has already stays with the visitor; a sweep deletes it later. */
async function moveAssets(tx: Tx, visitorId: string, accountId: string): Promise<void> {
  await sql`
    update asset set account_id = ${accountId} where account_id = ${visitorId}
    and not exists (
      select from asset own where own.account_id = ${accountId} and own.content_hash = asset.content_hash
      and own.kind = asset.kind and own.version = asset.version
    )`.execute(tx)
}
