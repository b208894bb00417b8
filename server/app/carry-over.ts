import { sql } from 'kysely'
import { VISITOR_TYPE } from '#core/domain/account.ts'
import type { Tx } from '../store/db.ts'
import type { TableOfAccounts } from '../store/schema.ts'
import { endAllSessions } from './session-list.ts'

/** What goes along when a visitor logs in to an account that is there already, and what stays with the visitor. */
export const goesAlong: Record<TableOfAccounts, boolean> = {
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
  operation: true,
  person: true,
  line_comment: true,
  submission: true,
  // A visitor can't share.
  video_share: false,
  // The visitor's browser joins them with those of the account.
  own_list: false,
  // Below, where the account has none of the same.
  asset: false,
  // A visitor has no keys, no credits, no orders and no notices, and what was looked at was looked at by a visitor.
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

/** What was carried over, and the hashes of the tokens that are over with it. */
export interface CarriedOver {
  readonly folders: number
  readonly ended: readonly string[]
}

/**
 * Gives an account what a visitor made, and ends the visitor's sessions. The caller has proven to be both: the visitor
 * by their token, the account by its password or by Google.
 */
export async function carryOver(tx: Tx, visitorId: string, accountId: string): Promise<CarriedOver> {
  const ids = [visitorId, accountId]
  const locked = await tx.selectFrom('account').selectAll().where('id', 'in', ids).orderBy('id').forUpdate().execute()
  const visitor = locked.find(({ id }) => id === visitorId)
  // Signed up, or was swept away, while this waited.
  if (visitor?.customer_type !== VISITOR_TYPE || locked.length < ids.length) return { folders: 0, ended: [] }
  await makeRoom(tx, visitorId, accountId)
  const { n: folders } = await tx
    .selectFrom('folder')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('account_id', '=', visitorId)
    .executeTakeFirstOrThrow()
  for (const [table, goes] of Object.entries(goesAlong)) {
    if (!goes) continue
    await sql`update ${sql.table(table)} set account_id = ${accountId} where account_id = ${visitorId}`.execute(tx)
  }
  await moveAssets(tx, visitorId, accountId)
  return { folders, ended: await endAllSessions(tx, visitorId) }
}

/** Tables whose rows an account has one of for each idempotency key, and which go along. */
export const oncePerKey = ['task', 'batch', 'operation', 'line_comment'] as const

/** What an account has once, and the visitor has too. */
async function makeRoom(tx: Tx, visitorId: string, accountId: string): Promise<void> {
  // The account opens its own copy of a sample; the visitor's is a video like any other from now on.
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

/** What the account has itself of the same content stays with the visitor, whose files are cleared away later. */
async function moveAssets(tx: Tx, visitorId: string, accountId: string): Promise<void> {
  await sql`
    update asset set account_id = ${accountId} where account_id = ${visitorId}
    and not exists (
      select from asset own where own.account_id = ${accountId} and own.content_hash = asset.content_hash
      and own.kind = asset.kind and own.version = asset.version
    )`.execute(tx)
}
