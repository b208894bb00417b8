import { type KyselyPlugin, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TaskState } from '#core/domain/task.ts'
import { MAX_BATCH_TASKS } from '#core/tasks/batch.ts'
import { getBatchMatrix } from '#server/app/batches/matrix.ts'
import { addBatch, quoteBatch, STARTS_AT_ONCE } from '#server/app/batches/start.ts'
import { grantCredits } from '#server/app/credits/grant.ts'
import { holdCredits } from '#server/app/credits/spend.ts'
import type { Deps } from '#server/app/deps.ts'
import { markPrepared, signUp, startServer, type TestServer } from '#tests/support/server.ts'

const LANGUAGES = ['es', 'fr', 'it', 'pt'] as const
const VIDEOS = MAX_BATCH_TASKS / LANGUAGES.length
const FEW = 60
const FEW_TASKS = FEW * LANGUAGES.length
/** Of a translation of the sample. */
const PRICE = 5
const CREDITS = 5000

let server: TestServer
let accountId: string
let token: string
let sample: { video_id: string }
let many: string
beforeAll(async () => {
  // Nothing takes the jobs: what was started stays as it is.
  server = await startServer({}, { worker: false })
  token = await signUp(server)
  accountId = (await server.ok('getInfo', {}, token)).user_id
  sample = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, sample.video_id)
  many = await folderOf(VIDEOS)
})
afterAll(() => server.close())

let grants = 0
/** Leaves an account with so many credits. */
async function setCredits(wanted: number): Promise<void> {
  const { db } = server.services.deps
  const { credits } = await server.ok('getInfo', {}, token)
  await db.transaction().execute(async (tx) => {
    if (credits > wanted) await holdCredits(tx, accountId, { id: `spent ${++grants}` }, credits - wanted)
    const grant = { source: 'purchase', reason: 'test', idempotencyKey: `test ${++grants}` } as const
    if (credits < wanted) await grantCredits(tx, accountId, { ...grant, amount: wanted - credits })
  })
}

/** A folder with copies of the sample, each with one line of English. */
async function folderOf(videos: number): Promise<string> {
  const { db } = server.services.deps
  const { folder_id } = await server.ok('addFolder', { folder_name: 'Series' }, token)
  await sql`insert into task select (jsonb_populate_record(null::task, to_jsonb(task) || jsonb_build_object(
      'id', ${folder_id} || n, 'folder_id', ${folder_id}::text, 'idempotency_key', ${folder_id} || n))).*
    from task join video on video.ingest_task_id = task.id, generate_series(1, ${videos}::int) as n
    where video.id = ${sample.video_id}`.execute(db)
  await sql`insert into video select (jsonb_populate_record(null::video, to_jsonb(video) || jsonb_build_object(
      'id', ${folder_id} || n, 'folder_id', ${folder_id}::text, 'sample_id', null, 'upload_id', null,
      'ingest_task_id', ${folder_id} || n, 'name', 'Episode ' || lpad(n::text, 3, '0')))).*
    from video, generate_series(1, ${videos}::int) as n where video.id = ${sample.video_id}`.execute(db)
  await sql`insert into subtitle select (jsonb_populate_record(null::subtitle, to_jsonb(one) || jsonb_build_object(
      'id', video.id || 'en', 'video_id', video.id, 'folder_id', video.folder_id, 'task_id', null,
      'language', 'en', 'version', 1, 'is_use', true))).*
    from video, (select * from subtitle where video_id = ${sample.video_id} order by version limit 1) as one
    where video.folder_id = ${folder_id}`.execute(db)
  return folder_id
}

/** The same services, whose queries are counted. */
function counted(): { deps: Deps; count: () => number } {
  const { deps } = server.services
  let queries = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { deps: { ...deps, db: deps.db.withPlugin(plugin) }, count: () => queries }
}

const caller = () => ({ accountId, language: 'en' as const })
const choiceOf = (folder_id: string) => ({
  task_type: 'subtitle_translate',
  folder_id,
  to_languages: [...LANGUAGES],
  config: {},
})
let keys = 0
const key = (): string => `large-batch-key-${++keys}`

/** What the ledger holds for tasks that are there, and for those that are not. */
async function held(): Promise<{ tasks: number; withHold: number; orphans: number }> {
  const { db } = server.services.deps
  const { rows } = await sql<{ tasks: number; withHold: number; orphans: number }>`
    select (select count(*)::int from task where not is_internal) as tasks,
      (select count(*)::int from task where not is_internal
        and exists (select from credit_entry where ref_id = task.id and kind = 'hold')) as "withHold",
      (select count(*)::int from credit_entry as hold where kind = 'hold' and ref_id not like 'spent %'
        and not exists (select from task where task.id = hold.ref_id)
        and not exists (select from credit_entry as other where other.ref_id = hold.ref_id and other.kind = 'release')) as orphans`.execute(
    db,
  )
  return rows[0]!
}

test('3,000 tasks: priced and started by few queries, followed by one each time', async () => {
  await setCredits(20_000)
  const asked = counted()
  const quote = await quoteBatch(asked.deps, caller(), choiceOf(many))
  expect([quote.task_sum, quote.cells.length, quote.skipped.length]).toEqual([3000, 3000, 0])
  expect(asked.count()).toBeLessThan(100)
  const begun = counted()
  const batch = await addBatch(begun.deps, caller(), { ...choiceOf(many), idempotency_key: key() })
  expect(batch).toMatchObject({ file_sum: VIDEOS, task_sum: 3000, task_sum_ing: 3000, credits: quote.credits })
  // Some for each hundred of tasks, none for a single one.
  expect(begun.count()).toBeLessThan((3000 / STARTS_AT_ONCE) * 30)
  expect(await held()).toEqual({ tasks: 3000, withHold: 3000, orphans: 0 })
  expect((await server.ok('getInfo', {}, token)).credits).toBe(20_000 - quote.credits)

  const { batch_id } = batch
  const { db } = server.services.deps
  await sql`update task set updated_at = now() - interval '10 seconds' where batch_id = ${batch_id}`.execute(db)
  const whole = await server.ok('getBatchMatrix', { batch_id }, token)
  expect([whole.files?.length, whole.cells.length]).toEqual([VIDEOS, 3000])
  for (const progress of [0.2, 0.4]) {
    await sql`update task set state = ${TaskState.running}, progress = ${progress}::real, updated_at = now()
      where batch_id = ${batch_id}`.execute(db)
    const follow = counted()
    const next = await getBatchMatrix(follow.deps, caller(), { batch_id, after: whole.cursor })
    expect([next.files, next.cells.length, follow.count()]).toEqual([null, 3000, 1])
  }
  await sql`update task set state = ${TaskState.queued} where batch_id = ${batch_id}`.execute(db)
  await server.ok('deleteBatch', { batch_id }, token)
  expect(await held()).toEqual({ tasks: 0, withHold: 0, orphans: 0 })
  expect((await server.ok('getInfo', {}, token)).credits).toBe(20_000)
  const tooMany = { ...choiceOf(many), to_languages: [...LANGUAGES, 'de' as const] }
  expect((await server.call('quoteBatch', tooMany, token)).message).toContain('3000')
}, 120_000)

describe('what happens to a batch meanwhile', () => {
  let folder_id: string
  beforeEach(async () => {
    await setCredits(CREDITS)
    folder_id = await folderOf(FEW)
  })

  /** Services that do something after the first hundred of tasks was started. */
  function interrupted(then: (tx: Parameters<Deps['queue']['sendAll']>[0]) => Promise<void>): Deps {
    const { deps } = server.services
    let isFirst = true
    const sendAll: Deps['queue']['sendAll'] = async (tx, name, jobs) => {
      await deps.queue.sendAll(tx, name, jobs)
      if (isFirst) await then(tx)
      isFirst = false
    }
    return { ...deps, queue: { ...deps.queue, sendAll } }
  }

  test('credits that run out half-way: the others are left out with their reason, nothing is charged for them', async () => {
    const paid = STARTS_AT_ONCE * PRICE
    const { credits } = await server.ok('quoteBatch', choiceOf(folder_id), token)
    expect(credits).toBe(FEW_TASKS * PRICE)
    const deps = interrupted((tx) => holdCredits(tx, accountId, { id: 'spent elsewhere' }, CREDITS - paid))
    const batch = await addBatch(deps, caller(), { ...choiceOf(folder_id), idempotency_key: key() })
    expect(batch).toMatchObject({ task_sum: STARTS_AT_ONCE, credits: paid })
    expect(batch.skipped).toHaveLength(FEW_TASKS - STARTS_AT_ONCE)
    expect(new Set(batch.skipped.map(({ reason }) => reason.slice(0, 20)))).toEqual(new Set(['Insufficient credits']))
    expect((await server.ok('getInfo', {}, token)).credits).toBe(0)
    const { tasks, withHold, orphans } = await held()
    expect([tasks, orphans]).toEqual([withHold, 0])
    const refused = await server.call('addBatch', { ...choiceOf(folder_id), idempotency_key: key() }, token)
    expect(refused.message).toMatch(/Insufficient credits/)
    await server.ok('deleteBatch', { batch_id: batch.batch_id }, token)
    expect((await server.ok('getInfo', {}, token)).credits).toBe(paid)
  })

  test('started twice at once by one key: one batch, each task once', async () => {
    const input = { ...choiceOf(folder_id), idempotency_key: key() }
    const both = await Promise.all([server.ok('addBatch', input, token), server.ok('addBatch', input, token)])
    expect(both[0].batch_id).toBe(both[1].batch_id)
    const batch = await server.ok('getBatch', { batch_id: both[0].batch_id }, token)
    expect(batch).toMatchObject({ task_sum: FEW_TASKS, credits: FEW_TASKS * PRICE, skipped: [] })
    expect((await server.ok('getInfo', {}, token)).credits).toBe(CREDITS - FEW_TASKS * PRICE)

    const { db } = server.services.deps
    const { batch_id } = batch
    await sql`update task set state = ${TaskState.failed} where batch_id = ${batch_id}`.execute(db)
    const retry = () => server.ok('retryBatch', { batch_id, idempotency_key: key() }, token)
    await Promise.all([retry(), retry()])
    expect(await server.ok('getBatch', { batch_id }, token)).toMatchObject({ task_sum: FEW_TASKS, task_sum_fail: 0 })
    expect((await server.ok('getInfo', {}, token)).credits).toBe(CREDITS - 2 * FEW_TASKS * PRICE)
    await server.ok('deleteBatch', { batch_id }, token)
  })

  test('deleted while it is started: nothing of it is left, and its credits are back', async () => {
    let deletion: Promise<unknown> = Promise.resolve()
    const deps = interrupted(async (tx) => {
      const { batch_id } = await tx
        .selectFrom('task')
        .select('batch_id')
        .where('batch_id', 'is not', null)
        .where('folder_id', '=', folder_id)
        .executeTakeFirstOrThrow()
      deletion = server.ok('deleteBatch', { batch_id: batch_id ?? '' }, token)
    })
    const adding = addBatch(deps, caller(), { ...choiceOf(folder_id), idempotency_key: key() })
    await adding.catch((error: unknown) => expect(error).toMatchObject({ kind: 'not_found' }))
    await deletion
    const left = await server.services.deps.db
      .selectFrom('task')
      .select('id')
      .where('folder_id', '=', folder_id)
      .where('is_internal', '=', false)
      .execute()
    expect(left).toEqual([])
    expect((await held()).orphans).toBe(0)
    expect((await server.ok('getInfo', {}, token)).credits).toBe(CREDITS)
  })

  test('its videos and its folder stay as long as a task works on them; a version is used as it was', async () => {
    const file_id = `${folder_id}1en`
    const before = (await server.ok('getVersion', { file_id }, token)).subtitle_txt
    const input = { ...choiceOf(folder_id), video_ids: [`${folder_id}1`], idempotency_key: key() }
    const { batch_id, task_sum } = await server.ok('addBatch', input, token)
    expect(task_sum).toBe(4)
    const busy = /Being Generated/
    expect((await server.call('deleteVideo', { folder_id, video_id: `${folder_id}1` }, token)).message).toMatch(busy)
    expect((await server.call('deleteFolder', { folder_id }, token)).message).toMatch(busy)
    expect(await server.ok('getBatch', { batch_id }, token)).toMatchObject({ task_sum: 4 })

    const { revision } = await server.ok('getVersion', { file_id }, token)
    const edited = before.map((line) => ({ ...line, text: 'edited meanwhile' }))
    await server.ok('editVersion', { file_id, revision, subtitle_txt: edited }, token)
    const { db } = server.services.deps
    const frozen = await db
      .selectFrom('task_frozen')
      .innerJoin('task', 'task.id', 'task_frozen.task_id')
      .select('task_frozen.cues')
      .where('task.batch_id', '=', batch_id)
      .execute()
    expect(frozen).toHaveLength(4)
    for (const { cues } of frozen) expect(JSON.stringify(cues)).not.toContain('edited meanwhile')
    await server.ok('deleteBatch', { batch_id }, token)
  })

  test('its folder or a video deleted at the moment of its start: the task stays with its place, or there is none', async () => {
    const video_id = `${folder_id}1`
    const choice = { ...choiceOf(folder_id), video_ids: [video_id] }
    const busy = /Being Generated/
    for (const remove of [
      () => server.call('deleteFolder', { folder_id }, token),
      () => server.call('deleteVideo', { folder_id, video_id }, token),
    ]) {
      let deletion: ReturnType<typeof remove> | undefined
      const deps = interrupted(async () => {
        deletion = remove()
        await new Promise((resolve) => setTimeout(resolve, 300))
      })
      const { batch_id, task_sum } = await addBatch(deps, caller(), { ...choice, idempotency_key: key() })
      expect((await deletion)?.message).toMatch(busy)
      expect(task_sum).toBe(LANGUAGES.length)
      await server.ok('deleteBatch', { batch_id }, token)
    }

    const { db } = server.services.deps
    const run = { file_id: `${video_id}en`, source_language: 'en', to_language: 'es', idempotency_key: key() } as const
    let started: ReturnType<typeof server.call> | undefined
    await db.transaction().execute(async (tx) => {
      await sql`delete from video where folder_id = ${folder_id}`.execute(tx)
      await sql`delete from folder where id = ${folder_id}`.execute(tx)
      started = server.call('runTranslate', run, token)
      await new Promise((resolve) => setTimeout(resolve, 300))
    })
    expect((await started)?.code).toBe(1002)
    expect((await held()).orphans).toBe(0)
    expect((await server.ok('getInfo', {}, token)).credits).toBe(CREDITS)
  })

  test('its folder deleted in another tab: what is asked of that says so', async () => {
    await server.ok('deleteFolder', { folder_id }, token)
    for (const call of ['quoteBatch', 'addBatch'] as const) {
      const answer = await server.call(call, { ...choiceOf(folder_id), idempotency_key: key() }, token)
      expect([answer.code, answer.message]).toEqual([1002, 'No data'])
    }
    expect((await server.call('listProVideos', { folder_id }, token)).code).toBe(1002)
    expect((await held()).orphans).toBe(0)
    expect((await server.ok('getInfo', {}, token)).credits).toBe(CREDITS)
  })
})
