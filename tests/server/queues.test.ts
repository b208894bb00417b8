import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { z } from 'zod'
import { readConfig } from '#server/config.ts'
import { startHeartbeat } from '#server/engines/heartbeat.ts'
import { findEngines } from '#server/engines/registry.ts'
import { defineEngine } from '#server/engines/ports.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { openQueue } from '#server/store/queue.ts'
import { finished, markPrepared, signUp, startServer, type TestServer, until } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { worker: false })
})
afterAll(() => server.close())

test('which classes a worker takes, and how many of each', () => {
  const queues = (env: Record<string, string>) =>
    readConfig(env, '/').queues.map(({ resources, concurrency }) => `${resources} ${concurrency}`)
  expect(queues({})).toEqual(['io 2', 'cpu 2', 'gpu 2', 'net 4'])
  expect(queues({ CUELANE_CONCURRENCY: '6' })).toEqual(['io 6', 'cpu 6', 'gpu 6', 'net 6'])
  expect(queues({ CUELANE_QUEUES: 'cpu, net=8', CUELANE_CONCURRENCY: '3' })).toEqual(['cpu 3', 'net 8'])
  for (const CUELANE_QUEUES of ['cpu,disk', 'cpu=0', 'cpu=many', 'net='])
    expect(() => queues({ CUELANE_QUEUES })).toThrow(`CUELANE_QUEUES must name some of io, cpu, gpu, net`)
})

test('work that computes for hours at full number does not hold up work that waits for a service', async () => {
  const { queue, db } = server.services.deps
  const begun: string[] = []
  let end = (): void => undefined
  const long = new Promise<void>((resolve) => (end = resolve))
  await queue.work('cpu', 2, async ({ taskId }) => {
    begun.push(taskId)
    await long
  })
  await queue.work('net', 1, async ({ taskId }) => void begun.push(taskId))
  const send = (resources: 'cpu' | 'net', taskId: string) =>
    db.transaction().execute((tx) => queue.send(tx, resources, { taskId }, { turn: 1 }))
  for (const taskId of ['dub-1', 'dub-2', 'dub-3']) await send('cpu', taskId)
  await until(async () => begun.length === 2)
  const sent = Date.now()
  await send('net', 'translation')
  await until(async () => begun.includes('translation'), 10)
  expect(Date.now() - sent).toBeLessThan(2000)
  expect(begun).not.toContain('dub-3')
  end()
  await until(async () => begun.includes('dub-3'))
})

test('queues of an earlier version are gone after a start', async () => {
  const { store } = server.services
  const older = new PgBoss({ ...store.bossOptions, schedule: false })
  older.on('error', () => undefined)
  await older.start()
  await older.createQueue('ingest')
  await older.send('ingest', { videoId: 'x' })
  await older.stop({ graceful: false })
  const queue = await openQueue(store, () => undefined)
  await queue.stop()
  const jobs = store.kind === 'embedded' ? 'pgboss' : `${server.config.databaseSchema}_jobs`
  const { rows } = await sql<{ name: string }>`select name from ${sql.id(jobs, 'queue')}`.execute(store.db)
  expect(rows.map(({ name }) => name)).not.toContain('ingest')
})

/** Written as docs/recipes.md says: one adapter, and the list that names it. It gives up on `fail`. */
const shout = defineEngine({
  port: 'translate',
  name: 'shout',
  settings: z.object({ SHOUT_MARK: z.string().default('!') }),
  probe: async () => ({ serves: { pairs: { en: ['ja'] } }, detail: 'shout-1' }),
  open: ({ SHOUT_MARK }) => ({
    version: 'shout-1',
    translate: async ({ texts }) => texts.map((line) => (line === 'fail' ? null : `良い日${SHOUT_MARK}`)),
  }),
})

test('a worker with a sample engine runs a task by it; a line that it gives up is flagged, and paid back where it is all', async () => {
  const adapters = [...engineAdapters, shout]
  const fleet = await startServer({ SHOUT_MARK: '?' }, { adapters })
  try {
    const token = await signUp(fleet)
    const { folder_id, video_id } = await fleet.ok('openSample', { sample_id: 'harbour' }, token)
    await markPrepared(fleet, video_id)
    const failing = '\n\n2\n00:00:03,000 --> 00:00:04,000\nfail'
    const content = `1\n00:00:01,000 --> 00:00:02,000\ngood day${failing}`
    const { file_id } = await fleet.ok('addVersion', { folder_id, video_id, name: 'v', language: 'en', content }, token)
    const pair = { file_id, source_language: 'en', to_language: 'ja' } as const
    const quote = await fleet.ok('quote', { task_type: 'subtitle_translate', ...pair }, token)
    expect(quote).toMatchObject({ available: true, detail: 'shout' })
    expect((await fleet.ok('getLanguages', {})).translate_pairs['en']).toContain('ja')
    const { task_id } = await fleet.ok('runTranslate', { ...pair, idempotency_key: 'shout-1234' }, token)
    const task = await finished(fleet, token, task_id)
    expect(task.translate_subtitle_txt).toMatch(/良い日\?[^]*fail/)
    expect([task.flagged, task.task_info.lines.map(({ verdict }) => verdict)]).toEqual([1, ['not_translated']])
    const { credits } = await fleet.ok('getInfo', {}, token)
    const none = await fleet.ok('addVersion', { folder_id, name: 'none', language: 'en', content: failing }, token)
    const run = { ...pair, file_id: none.file_id, idempotency_key: 'shout-5678' }
    const failed = await finished(fleet, token, (await fleet.ok('runTranslate', run, token)).task_id)
    expect([failed.state, failed.fail_msg]).toEqual([2, expect.stringContaining('None of the lines')])
    expect((await fleet.ok('getInfo', {}, token)).credits).toBe(credits)
  } finally {
    await fleet.close()
  }
})

test('a worker that lacks the engine hands the task on while another has it, and fails it when nobody has', async () => {
  const lacking = await startServer({}, { adapters: [] })
  const { db } = lacking.services.deps
  const { reports } = await findEngines({}, [shout])
  const other = await startHeartbeat(db, { queues: ['net'], reports, heartbeatSeconds: 60, onError: () => undefined })
  try {
    const token = await signUp(lacking)
    const { folder_id, video_id } = await lacking.ok('openSample', { sample_id: 'harbour' }, token)
    await markPrepared(lacking, video_id)
    const content = '1\n00:00:01,000 --> 00:00:02,000\ngood day'
    const { file_id } = await lacking.ok(
      'addVersion',
      { folder_id, video_id, name: 'v', language: 'en', content },
      token,
    )
    const pair = { file_id, source_language: 'en', to_language: 'ja' } as const
    const { task_id } = await lacking.ok('runTranslate', { ...pair, idempotency_key: 'hand-on-1' }, token)
    const jobs = lacking.services.store.kind === 'embedded' ? 'pgboss' : `${lacking.config.databaseSchema}_jobs`
    const handedOn = sql<{ id: string }>`select id from ${sql.id(jobs, 'job')}
      where data ->> 'taskId' = ${task_id} and start_after > created_on + interval '1 second'`
    await until(async () => (await handedOn.execute(db)).rows.length > 0)
    const { attempts } = await db
      .selectFrom('task')
      .select('attempts')
      .where('id', '=', task_id)
      .executeTakeFirstOrThrow()
    expect(attempts).toBeLessThanOrEqual(1)
    expect([0, 3]).toContain((await lacking.ok('getTask', { task_id }, token)).state)
    await other.stop()
    const task = await finished(lacking, token, task_id)
    expect([task.state, task.fail_msg]).toEqual([2, expect.stringContaining('Translation from English to Japanese')])
    expect((await lacking.ok('getInfo', {}, token)).credits).toBe(200)
    expect(await lacking.ok('quote', { task_type: 'subtitle_translate', ...pair }, token)).toMatchObject({
      available: false,
      detail: expect.stringContaining('Translation from English to Japanese'),
    })
  } finally {
    await lacking.close()
  }
})

test('an attempt that ended with its worker is no fault of the task: the first fault after it is tried again', async () => {
  let calls = 0
  const stumbling = defineEngine({
    port: 'translate',
    name: 'stumbling',
    settings: z.object({}),
    probe: async () => ({ serves: { pairs: { en: ['ja'] } }, detail: 'stumbling-1' }),
    open: () => ({
      version: 'stumbling-1',
      translate: async ({ texts }) => {
        if (++calls === 1) throw new Error('stumbles once')
        return texts.map(() => '良い日')
      },
    }),
  })
  const fleet = await startServer({}, { adapters: [...engineAdapters, stumbling], worker: false })
  try {
    const { deps, tasks } = fleet.services
    const token = await signUp(fleet)
    const { folder_id } = await fleet.ok('addFolder', { folder_name: 'f' }, token)
    const content = '1\n00:00:01,000 --> 00:00:02,000\ngood day'
    const { file_id } = await fleet.ok('addVersion', { folder_id, name: 'v', language: 'en', content }, token)
    const run = { file_id, source_language: 'en', to_language: 'ja', idempotency_key: 'stumbles-1' } as const
    const { task_id } = await fleet.ok('runTranslate', run, token)
    // As a killed worker leaves it.
    await deps.db.updateTable('task').set({ attempts: 1, state: 3 }).where('id', '=', task_id).execute()
    const { queues, retryPauses } = fleet.config
    await startWorker(deps, { info: () => undefined, error: () => undefined }, { queues, retryPauses, tasks })
    expect([(await finished(fleet, token, task_id)).state, calls]).toEqual([1, 2])
  } finally {
    await fleet.close()
  }
})
