import { sql } from 'kysely'
import type { Db } from '../../store/db.ts'

/** Versions with their cues as JSON, one in memory at a time. */
export async function* versionRecords(db: Db, accountId: string): AsyncGenerator<string> {
  const ids = await db.selectFrom('subtitle').select('id').where('account_id', '=', accountId).orderBy('id').execute()
  let before = '['
  for (const { id } of ids) {
    const row = await db
      .selectFrom('subtitle')
      .select(['id', 'video_id', 'name', 'language', 'version', 'source', 'updated_at'])
      .select(sql<string>`cues::text`.as('cues'))
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) continue
    const { cues, ...rest } = row
    yield `${before}\n${JSON.stringify(rest).slice(0, -1)},"cues":${cues}}`
    before = ','
  }
  yield before === '[' ? '[]' : '\n]'
}

/** Rows of a page of the memory. */
const PAGE = 1000

/** The pairs of the user's translation memory as JSON, a page in memory at a time. */
export async function* memoryRecords(db: Db, accountId: string): AsyncGenerator<string> {
  let before = '['
  let last = 0
  for (;;) {
    const rows = await db
      .selectFrom('memory_pair')
      .innerJoin('memory', 'memory.id', 'memory_pair.memory_id')
      .select(['memory_pair.seq', 'source_language', 'target_language', 'source', 'target'])
      .select(['folder_id', 'video_id', 'video_name', 'at_ms', 'person', 'confirmed_at'])
      .where('account_id', '=', accountId)
      .where('memory_pair.seq', '>', last)
      .orderBy('memory_pair.seq')
      .limit(PAGE)
      .execute()
    for (const { seq, ...row } of rows) {
      yield `${before}\n${JSON.stringify(row)}`
      before = ','
      last = seq
    }
    if (rows.length < PAGE) break
  }
  yield before === '[' ? '[]' : '\n]'
}

/** The user's rows except versions and the memory, by table. Secrets and hashes are left out. */
export async function recordsOf(db: Db, accountId: string): Promise<Record<string, readonly object[]>> {
  const ofAccount = <T>(query: { where(column: 'account_id', operator: '=', value: string): T }): T =>
    query.where('account_id', '=', accountId)
  return {
    account: await db
      .selectFrom('account')
      .select(['id', 'name', 'email', 'nickname', 'company', 'mobile', 'ckey', 'auth_list', 'created_at'])
      .where('id', '=', accountId)
      .execute(),
    sessions: await ofAccount(
      db.selectFrom('session').select(['id', 'device', 'created_at', 'used_at', 'expires_at']),
    ).execute(),
    sign_ins: await ofAccount(db.selectFrom('login_log').select(['way', 'browser', 'created_at'])).execute(),
    page_views: await ofAccount(db.selectFrom('page_view').select(['path', 'title', 'created_at'])).execute(),
    failed_uploads: await ofAccount(db.selectFrom('upload_error').selectAll()).execute(),
    folders: await ofAccount(db.selectFrom('folder').select(['id', 'name', 'created_at'])).execute(),
    videos: await ofAccount(
      db.selectFrom('video').select(['id', 'folder_id', 'name', 'language', 'size', 'duration_ms', 'created_at']),
    ).execute(),
    speakers: await ofAccount(db.selectFrom('role').select(['id', 'folder_id', 'name', 'voices'])).execute(),
    people: await ofAccount(db.selectFrom('person').select(['id', 'folder_id', 'name', 'created_at'])).execute(),
    comments: await ofAccount(
      db
        .selectFrom('line_comment')
        .select(['id', 'subtitle_id', 'cue_id', 'content', 'person', 'created_at', 'resolved_by', 'resolved_at']),
    ).execute(),
    own_lists: await ofAccount(db.selectFrom('own_list').select(['kind', 'items', 'updated_at'])).execute(),
    shares: await db
      .selectFrom('video_share')
      .select(['id', 'video_id', 'role', 'created_at'])
      .where((eb) => eb.or([eb('account_id', '=', accountId), eb('guest_id', '=', accountId)]))
      .execute(),
    operations: await ofAccount(
      db
        .selectFrom('operation')
        .select(['id', 'folder_id', 'content', 'person', 'versions', 'changed_lines', 'created_at', 'undone_at']),
    ).execute(),
    projects: await ofAccount(db.selectFrom('project').selectAll()).execute(),
    batches: await ofAccount(
      db.selectFrom('batch').select(['id', 'folder_id', 'project_id', 'task_type', 'config', 'skipped', 'created_at']),
    ).execute(),
    chains: await ofAccount(
      db.selectFrom('chain').select(['id', 'project_id', 'choice', 'skipped', 'created_at', 'updated_at']),
    ).execute(),
    tasks: await ofAccount(
      db
        .selectFrom('task')
        .select(['id', 'name', 'type', 'config', 'language', 'state', 'credits', 'created_at', 'updated_at'])
        .where('is_internal', '=', false),
    ).execute(),
    credit_grants: await ofAccount(
      db.selectFrom('credit_grant').select(['id', 'source', 'reason', 'expires_at', 'created_at']),
    ).execute(),
    credit_entries: await ofAccount(
      db.selectFrom('credit_entry').select(['grant_id', 'kind', 'amount', 'ref_type', 'ref_id', 'created_at']),
    ).execute(),
    orders: await ofAccount(
      db
        .selectFrom('purchase_order')
        .select(['id', 'sku_id', 'credits', 'currency', 'amount', 'state', 'refunded', 'invoice_number', 'created_at'])
        .select(['paid_at', 'ended']),
    ).execute(),
    forms: await ofAccount(db.selectFrom('submission').select(['kind', 'content', 'language', 'created_at'])).execute(),
    api_keys: await ofAccount(
      db.selectFrom('api_key').select(['name', 'key', 'scopes', 'per_minute', 'month_credits', 'created_at']),
    ).execute(),
    webhooks: await ofAccount(db.selectFrom('webhook').select(['url', 'events', 'is_active', 'created_at'])).execute(),
  }
}
