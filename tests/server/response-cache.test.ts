// Also on the embedded database: answers are kept on it alone.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallName, InputOf } from '#core/contract/index.ts'
import { cachedCalls } from '#server/http/response-cache.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

type CachedCall = (typeof cachedCalls)[number]

/** Answers are kept on the embedded database alone. */
const onEmbedded = test.skipIf(process.env['DATABASE_URL'] !== undefined)

/** Read for a kept answer, and no part of it: who asks, and what is written together with its task and never after. */
const unreported = new Set(['session', 'account', 'setting', 'task_subject'])

let server: TestServer
let owner: string
let guest: string
let stranger: string
let place: { folder_id: string; video_id: string }
let project_id: string
let file_id: string
let inputs: { readonly [N in CachedCall]: InputOf<N> }
const ids = new Map<string, string>()
/** Accounts whose rows changed, as the database reports. */
const notified = new Set<string>()

beforeAll(async () => {
  server = await startServer({}, { worker: false })
  server.hub.onAccountChange((id) => notified.add(id))
  owner = await signUp(server)
  guest = await signUp(server)
  stranger = await signUp(server)
  for (const token of [owner, guest, stranger]) ids.set(token, (await server.ok('getInfo', {}, token)).user_id)
  place = await server.ok('openSample', { sample_id: 'harbour' }, owner)
  const { folder_id, video_id } = place
  const content = '1\n00:00:01,000 --> 00:00:02,000\none'
  file_id = (await server.ok('addVersion', { ...place, name: 'v', language: 'en', content }, owner)).file_id
  await server.ok('addRole', { folder_id, role_name: 'Mara' }, owner)
  await server.ok('shareVideo', { video_id, account: 'person2', role: 'review' }, owner)
  const project = {
    project_name: 'Season',
    task_type: 'video_erase',
    video_ids: [video_id],
    idempotency_key: 'season-1',
  }
  project_id = (await server.ok('addProject', project as InputOf<'addProject'>, owner)).project_id
  await addRows()
  inputs = {
    getBatch: { batch_id: 'batch1' },
    getInfo: {},
    getProFolder: { folder_id },
    getProject: { project_id },
    getTask: { task_id: 'task1' },
    getVersion: { file_id },
    getVideo: { file_id: video_id },
    listBatches: {},
    listConsumption: {},
    listFileIds: { folder_id },
    listFiles: { folder_id },
    listFolders: {},
    listOrders: {},
    listProFolders: {},
    listProjects: {},
    listProSubtitles: { folder_id },
    listProVideos: { folder_id },
    listRecentVideos: {},
    listRecharges: {},
    listRoles: { folder_id },
    listRunning: {},
    listTasks: {},
    listVersions: place,
    listVideos: { folder_id },
    sumTasks: {},
  }
})
afterAll(() => server.close())

/** A batch with a task that runs for the video, a person who works on the version, an order, and a cover. */
async function addRows(): Promise<void> {
  const { db } = server.services.deps
  const account = ids.get(owner) ?? ''
  const { folder_id, video_id } = place
  await db
    .insertInto('batch')
    .values({ id: 'batch1', account_id: account, folder_id, task_type: 'video_erase', config: '{}' })
    .execute()
  const change = sql`jsonb_build_object('id', 'task1', 'batch_id', 'batch1', 'project_id', ${project_id}::text, 'state', 3,
    'idempotency_key', 'task-1', 'is_internal', false, 'read', true, 'work', 1, 'result_subtitle_id', ${file_id}::text)`
  await sql`insert into task select (jsonb_populate_record(null::task, to_jsonb(row) || ${change})).*
    from (select * from task where account_id = ${account} limit 1) as row`.execute(db)
  for (const [kind, id] of [
    ['video', video_id],
    ['subtitle', file_id],
  ] as const)
    await db.insertInto('task_subject').values({ task_id: 'task1', kind, id }).execute()
  await sql`insert into purchase_order (id, account_id, sku_id, credits, currency, amount, validity_period, gateway,
      idempotency_key, from_path, success_url, fail_url, expires_at)
    select 'order1', ${account}, id, 500, 'USD', 1000, 180, 'test', 'order-1', '/', '/', '/', now() + interval '1 hour'
    from sku limit 1`.execute(db)
  await sql`insert into person (id, account_id, folder_id, name) values ('person', ${account}, ${folder_id}, 'Ines')`.execute(
    db,
  )
  await sql`update subtitle set assignee_id = 'person', task_id = 'task1' where id = ${file_id}`.execute(db)
  await sql`update video set content_hash = 'a1' where id = ${video_id}`.execute(db)
  await sql`insert into asset (content_hash, kind, version, blob_key) values ('a1', 'cover', '1', 'derived/a1/cover.jpg')`.execute(
    db,
  )
}

/** How often each table was looked into so far. */
async function scans(): Promise<Map<string, number>> {
  const { db } = server.services.deps
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string; n: number }>`
    select relname as name, (seq_scan + coalesce(idx_scan, 0))::int as n from pg_stat_user_tables
    where schemaname = 'public'`.execute(db)
  return new Map(rows.map(({ name, n }) => [name, n]))
}

/** The tables that a call looks into. */
async function tablesOf(name: CallName, token: string): Promise<string[]> {
  const before = await scans()
  await server.ok(name, inputs[name as CachedCall], token)
  const after = await scans()
  return [...after].filter(([table, n]) => n > (before.get(table) ?? 0)).map(([table]) => table)
}

async function forget(): Promise<void> {
  await sql`update folder set name = name`.execute(server.services.deps.db)
}

onEmbedded('every table that a kept answer shows tells of its changes', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where prosrc like '%cuelane_changes%'`.execute(server.services.deps.db)
  const telling = new Set(rows.map(({ name }) => name))
  const silent: string[] = []
  const read = new Set<string>()
  for (const name of cachedCalls) {
    await forget()
    for (const table of await tablesOf(name, owner)) {
      read.add(table)
      if (!telling.has(table) && !unreported.has(table)) silent.push(`${name}: ${table}`)
    }
    // Nothing changed: the answer is there.
    const again = await tablesOf(name, owner)
    expect(
      again.filter((table) => telling.has(table)),
      name,
    ).toEqual([])
  }
  expect(silent).toEqual([])
  expect([...read]).toEqual(
    expect.arrayContaining(['batch', 'project', 'project_file', 'role', 'person', 'asset', 'task']),
  )
})

/** A row of each reporting table, by a condition on it. */
const rowsOf = () => ({
  folder: sql`id = ${place.folder_id}`,
  video: sql`id = ${place.video_id}`,
  subtitle: sql`id = ${file_id}`,
  task: sql`id = 'task1'`,
  batch: sql`id = 'batch1'`,
  project: sql`id = ${project_id}`,
  project_file: sql`project_id = ${project_id}`,
  role: sql`folder_id = ${place.folder_id}`,
  person: sql`id = 'person'`,
  asset: sql`content_hash = 'a1'`,
  credit_grant: sql`account_id = ${ids.get(owner)}`,
  purchase_order: sql`account_id = ${ids.get(owner)}`,
})
const forGuests = new Set(['video', 'subtitle', 'role', 'asset'])

onEmbedded('a change of a row is reported to its account, to guests of the video, and to no other', async () => {
  const { db } = server.services.deps
  for (const [table, condition] of Object.entries(rowsOf())) {
    const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
      where table_schema = 'public' and table_name = ${table} and ordinal_position = 1`.execute(db)
    const column = sql.ref(rows[0]?.name ?? 'id')
    notified.clear()
    await sql`update ${sql.table(table)} set ${column} = ${column} where ${condition}`.execute(db)
    expect(notified.has(ids.get(owner) ?? ''), table).toBe(true)
    expect(notified.has(ids.get(guest) ?? ''), table).toBe(forGuests.has(table))
    expect(notified.has(ids.get(stranger) ?? ''), table).toBe(false)
  }
})

onEmbedded('rows that come and go are reported like those that change', async () => {
  const { db } = server.services.deps
  const account = ids.get(owner) ?? ''
  const { folder_id } = place
  const heardAll = async (write: ReturnType<typeof sql>) => {
    notified.clear()
    await write.execute(db)
    return notified.has(account)
  }
  const batch = sql`insert into batch (id, account_id, folder_id, task_type, config) values ('b2', ${account}, ${folder_id}, 'video_erase', '{}')`
  const speaker = sql`insert into role (id, account_id, folder_id, name) values ('r2', ${account}, ${folder_id}, 'Ola')`
  const person = sql`insert into person (id, account_id, folder_id, name) values ('p2', ${account}, ${folder_id}, 'Ola')`
  const file = sql`insert into project_file (project_id, kind, id, position) values (${project_id}, 'subtitle', 'x', 9)`
  const asset = sql`insert into asset (content_hash, kind, version, blob_key) values ('a1', 'strip', '1', 'derived/a1/strip.jpg')`
  const entry = sql`insert into credit_entry (account_id, grant_id, kind, amount, balance_after, ref_type, ref_id)
    select account_id, id, 'hold', -1, 199, 'task', 'task1' from credit_grant where account_id = ${account} limit 1`
  for (const write of [batch, speaker, person, file, asset, entry]) expect(await heardAll(write)).toBe(true)
  for (const [table, condition] of [
    ['batch', sql`id = 'b2'`],
    ['role', sql`id = 'r2'`],
    ['person', sql`id = 'p2'`],
    ['project_file', sql`id = 'x'`],
    ['asset', sql`kind = 'strip' and content_hash = 'a1'`],
  ] as const)
    expect(await heardAll(sql`delete from ${sql.table(table)} where ${condition}`), table).toBe(true)
})

test('what a worker writes is in the next answer, also while the one before is kept', async () => {
  const { db } = server.services.deps
  const progress = async () => (await server.ok('getTask', { task_id: 'task1' }, owner)).progress
  for (const value of [0.25, 0.5]) {
    await sql`update task set progress = ${value} where id = 'task1'`.execute(db)
    expect(await progress()).toBe(value)
    expect(await progress()).toBe(value)
  }
  const running = async () => (await server.ok('listBatches', {}, owner)).list[0]?.task_sum_ing
  expect(await running()).toBe(1)
  await sql`update task set state = 1 where id = 'task1'`.execute(db)
  expect(await running()).toBe(0)
  const credits = async () => (await server.ok('getInfo', {}, owner)).credits
  const before = await credits()
  await sql`insert into credit_entry (account_id, grant_id, kind, amount, balance_after, ref_type, ref_id)
    select account_id, id, 'hold', -5, 190, 'task', 'task2' from credit_grant where account_id = ${ids.get(owner)} limit 1`.execute(
    db,
  )
  expect(await credits()).toBe(before - 5)
  const ordered = async () => (await server.ok('listOrders', {}, owner)).list[0]?.state
  expect(await ordered()).toBe('pending')
  await sql`update purchase_order set state = 'paid'`.execute(db)
  expect(await ordered()).toBe('paid')
  await server.ok('setProfile', { cname: 'Harbour Films' }, owner)
  expect((await server.ok('getInfo', {}, owner)).cname).toBe('Harbour Films')
  const named = async () => (await server.ok('listProjects', {}, owner)).list[0]?.project_name
  expect(await named()).toBe('Season')
  await sql`update project set name = 'Season 2' where id = ${project_id}`.execute(db)
  expect(await named()).toBe('Season 2')
  await server.ok('renameProject', { project_id, project_name: 'Season 3' }, owner)
  expect(await named()).toBe('Season 3')
})

test('a kept answer is of one account, in one language', async () => {
  await server.ok('getTask', { task_id: 'task1' }, owner)
  expect((await server.call('getTask', { task_id: 'task1' }, stranger)).code).toBe(1002)
  expect((await server.ok('listProjects', {}, stranger)).list).toEqual([])
  expect((await server.ok('listBatches', {}, stranger)).list).toEqual([])
  expect((await server.call('getProFolder', { folder_id: place.folder_id }, guest)).code).toBe(1002)
  const roles = { folder_id: place.folder_id }
  expect((await server.ok('listRoles', roles, guest)).list).toMatchObject([{ role_name: 'Mara' }])
  const { folder_role_id } = (await server.ok('listRoles', roles, owner)).list[0] ?? { folder_role_id: '' }
  await server.ok('editRole', { folder_role_id, role_name: 'Mara B.' }, owner)
  expect((await server.ok('listRoles', roles, guest)).list).toMatchObject([{ role_name: 'Mara B.' }])
  await sql`update task set state = 2, fail_msg = ${JSON.stringify({ key: 'operation_failed' })} where id = 'task1'`.execute(
    server.services.deps.db,
  )
  const said = async (language: string) =>
    (await server.call('getTask', { task_id: 'task1' }, owner, language)).data.fail_msg
  expect(await said('en')).not.toBe(await said('zh_cn'))
})
