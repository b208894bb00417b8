import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSchedule } from '#server/jobs/schedule.ts'
import { formSweep } from '#server/jobs/sweeps/forms.ts'
import { sweeps } from '#server/jobs/sweeps/index.ts'
import { artifactSweep } from '#server/jobs/sweeps/artifacts.ts'
import { stepSweep } from '#server/jobs/sweeps/steps.ts'
import { resultSweep } from '#server/jobs/sweeps/results.ts'
import { sessionSweep } from '#server/jobs/sweeps/sessions.ts'
import { clearEach, type Sweep } from '#server/jobs/sweeps/sweep.ts'
import { uploadSweep } from '#server/jobs/sweeps/uploads.ts'
import { videoSweep } from '#server/jobs/sweeps/videos.ts'
import { visitorSweep } from '#server/jobs/sweeps/visitors.ts'
import { workFolderSweep } from '#server/jobs/sweeps/work-folders.ts'
import { ownProcess, writeProcess } from '#server/store/process-name.ts'
import { openQueue } from '#server/store/queue.ts'
import { markPrepared, signUp, startServer, type TestServer, until } from '#tests/support/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
})
afterAll(() => server.close())

const hours = (count: number): Date => new Date(Date.now() + count * 3600 * 1000)
const run = (sweep: Pick<Sweep, 'run'>, now: Date): Promise<number> =>
  sweep.run(server.services.deps, now, (_, error) => {
    throw error
  })

test('a token that has expired is told so for a day, then its row goes', async () => {
  await server.ok('loginAnonymous', {})
  const live = async () => (await server.services.deps.db.selectFrom('session').selectAll().execute()).length
  const before = await live()
  expect(await run(sessionSweep, hours(29))).toBe(0)
  expect(await run(sessionSweep, hours(31))).toBe(before)
  expect(await live()).toBe(0)
  token = (await server.ok('loginAccount', { account: 'person1', password: 'secret-123' })).access_token
})

test('an upload that nobody goes on with goes after a day with what was sent of it', async () => {
  const { upload_id } = await server.ok(
    'getUploadToken',
    { file_name: 'a.mp4', class: 'video', size: 9_000_000 },
    token,
  )
  const { uploadurl } = await server.ok('uploadPart', { upload_id, part_number: 2 }, token)
  await server.app.inject({ method: 'PUT', url: uploadurl, payload: Buffer.alloc(9_000_000 - 8_388_608) })
  expect((await server.ok('uploadPart', { upload_id }, token)).parts).toEqual([2])
  expect(await run(uploadSweep, hours(23))).toBe(0)
  expect(await run(uploadSweep, hours(25))).toBe(1)
  expect((await server.call('uploadPart', { upload_id }, token)).code).toBe(1002)
  const left = await readdir(join(server.config.dataDir, 'blobs'), { recursive: true })
  expect(left.filter((name) => name.includes(upload_id))).toEqual([])
})

test('working folders of ended processes of this machine are cleared, and those of others after a day', async () => {
  const gone = spawn(process.execPath, ['-e', ''])
  await once(gone, 'exit')
  const { workDir } = server.services.deps
  const parent = dirname(workDir)
  const own = ownProcess()
  const made = async (name: string): Promise<unknown> => mkdir(join(parent, name, 'run-1'), { recursive: true })
  await made(writeProcess({ ...own, pid: gone.pid! }))
  // The number is taken again: by another process of this boot, and after another boot.
  await made(writeProcess({ ...own, start: '7' }))
  await made(writeProcess({ ...own, boot: '0123abcd' }))
  const elsewhere = writeProcess({ ...own, host: 'elsewhere' })
  await made(elsewhere)
  await made(String(gone.pid))
  expect(await run(workFolderSweep, hours(1))).toBe(3)
  expect((await readdir(parent)).toSorted()).toEqual([basename(workDir), elsewhere, String(gone.pid)].toSorted())
  // One's own folder stays, however old.
  await utimes(workDir, 0, 0)
  expect(await run(workFolderSweep, hours(25))).toBe(2)
  expect(await readdir(parent)).toEqual([basename(workDir)])
})

test('a video goes after thirty days with its file; the day before the card says so', async () => {
  const { video_id } = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, video_id)
  const { db } = server.services.deps
  expect((await server.ok('getVideo', { file_id: video_id }, token)).days_left).toBe(30)
  await db
    .updateTable('video')
    .set({ created_at: hours(-29 * 24 - 1) })
    .where('id', '=', video_id)
    .execute()
  expect((await server.ok('getVideo', { file_id: video_id }, token)).days_left).toBe(1)
  expect(await run(videoSweep, new Date())).toBe(0)
  expect(await run(videoSweep, hours(24))).toBe(1)
  expect((await server.call('getVideo', { file_id: video_id }, token)).code).toBe(1002)
})

test('a video that a task works on waits for it, and the sweep goes on', async () => {
  const { video_id } = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, video_id)
  const start = { video_id, source_language: 'en', idempotency_key: 'sweep-1234' } as const
  const { task_id } = await server.ok('runExtract', start, token)
  const faults: string[] = []
  expect(await videoSweep.run(server.services.deps, hours(31 * 24), (id) => void faults.push(id))).toBe(0)
  expect(faults).toEqual([video_id])
  await server.ok('deleteTask', { task_id }, token)
  expect(await run(videoSweep, hours(31 * 24))).toBe(1)
})

const step = async (key: string, file: string, created_at: Date): Promise<string> => {
  const { db, blobs, workDir } = server.services.deps
  const blob = `derived/${key}/${file}`
  const path = join(workDir, key)
  await writeFile(path, 'content')
  await blobs.put(blob, path)
  await db
    .insertInto('artifact')
    .values({ key, step: 'made', value: JSON.stringify({ blob }), created_at })
    .execute()
  return blob
}

test('what a task made stays thirty days, what a deleted task made a day, what steps share thirty days', async () => {
  const { db, blobs } = server.services.deps
  const { video_id } = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, video_id)
  const start = { video_id, source_language: 'en', idempotency_key: 'sweep-5678' } as const
  const { task_id } = await server.ok('runExtract', start, token)
  const [made, left, shared] = await Promise.all([
    step('a'.repeat(40), 'result.mp4', hours(0)),
    step('b'.repeat(40), 'result.mp4', hours(0)),
    step('c'.repeat(40), 'speech.wav', hours(0)),
  ])
  await db.updateTable('task').set({ state: 1, result_blob: made }).where('id', '=', task_id).execute()
  const here = () => Promise.all([made, left, shared].map((blob) => blobs.has(blob)))

  await run(artifactSweep, hours(23))
  expect(await here()).toEqual([true, true, true])
  await run(artifactSweep, hours(25))
  expect(await here()).toEqual([true, false, true])
  expect(await run(resultSweep, hours(29 * 24))).toBe(0)
  expect(await run(resultSweep, hours(31 * 24))).toBe(1)
  expect((await server.ok('getTask', { task_id }, token)).task_video_url).toBe('')
  await run(artifactSweep, hours(31 * 24))
  expect(await here()).toEqual([false, false, false])
})

test('files of a step that was killed before its result was noted go after a day, unless it was done again', async () => {
  const { db, blobs } = server.services.deps
  const keys = ['d', 'e', 'f'].map((letter) => letter.repeat(40)) as [string, string, string]
  const [killed, again, done] = keys
  const files = await Promise.all(keys.map((key) => step(key, 'part.mp4', hours(0))))
  await db.deleteFrom('artifact').where('key', 'in', [killed, again]).execute()
  const begun = (key: string, started_at: Date) => ({
    owner_id: 'task',
    key,
    step: 'made',
    started_at,
    finished_at: null,
  })
  await db
    .insertInto('step_run')
    .values([begun(killed, hours(0)), begun(again, hours(0)), begun(again, hours(20)), begun(done, hours(0))])
    .execute()
  const here = () => Promise.all(files.map((blob) => blobs.has(blob)))
  expect(await run(stepSweep, hours(23))).toBe(0)
  expect(await run(stepSweep, hours(25))).toBe(1)
  expect(await here()).toEqual([false, true, true])
  expect(await run(stepSweep, hours(45))).toBe(1)
  expect(await here()).toEqual([false, false, true])
})

test('visitors go thirty days after their session with their files; people who registered stay', async () => {
  const { db } = server.services.deps
  const { access_token, userinfo } = await server.ok('loginAnonymous', {})
  await server.ok('openSample', { sample_id: 'harbour' }, access_token)
  const accounts = async () => (await db.selectFrom('account').select('id').execute()).map(({ id }) => id)
  await run(visitorSweep, hours(30 * 24 + 5))
  const before = await accounts()
  expect(await run(visitorSweep, hours(30 * 24 + 7))).toBeGreaterThan(0)
  const after = await accounts()
  expect(before).toContain(userinfo.user_id)
  expect(after).not.toContain(userinfo.user_id)
  const kept = await db.selectFrom('account').select('customer_type').execute()
  expect(kept.every(({ customer_type }) => customer_type !== -1)).toBe(true)
  expect(await db.selectFrom('folder').select('id').where('account_id', '=', userinfo.user_id).execute()).toEqual([])
})

test('one thing that can not be cleared does not keep the others', async () => {
  const faults: string[] = []
  const clear = async ({ id }: { id: string }): Promise<void> => {
    if (id === 'b') throw new Error('stuck')
  }
  expect(await clearEach([{ id: 'a' }, { id: 'b' }, { id: 'c' }], clear, (id) => faults.push(id))).toBe(2)
  expect(faults).toEqual(['b'])
})

test('a form goes a year after the last change of its state', async () => {
  const { db } = server.services.deps
  const form = { kind: 'contact' as const, content: JSON.stringify({ name: 'Ann' }), language: 'en' }
  const days = (count: number): Date => hours(-24 * count)
  for (const [id, age] of [
    ['old', 366],
    ['seen to', 364],
  ] as const)
    await db
      .insertInto('submission')
      .values({ ...form, id, digest: id, created_at: days(700), updated_at: days(age) })
      .execute()
  expect(await run(formSweep, new Date())).toBe(1)
  expect(await db.selectFrom('submission').select('id').execute()).toEqual([{ id: 'seen to' }])
})

test('the schedule runs sweeps on this database, says what failed and goes on; what is no longer known is forgotten', async () => {
  const said: string[] = []
  const log = {
    info: () => undefined,
    error: (fields: { sweep: string; err: Error }) => said.push(`${fields.sweep}: ${fields.err.message}`),
  }
  let runs = 0
  const work = async (): Promise<number> => {
    if (++runs === 1) throw new Error('first time')
    return 0
  }
  const counted: Sweep = { name: 'counted', cron: '* * * * *', run: work }
  const older = await openQueue(server.services.store, () => undefined)
  await older.repeat([{ name: 'of-an-older-version', cron: '0 0 1 1 *', run: async () => undefined }])
  await older.stop()
  const queue = await openQueue(server.services.store, () => undefined, { schedule: 1, due: 1 })
  await startSchedule({ ...server.services.deps, queue }, log, [counted])
  const jobs = server.services.store.kind === 'embedded' ? 'pgboss' : `${server.config.databaseSchema}_jobs`
  const planned = await sql<{ key: string }>`select key from ${sql.id(jobs, 'schedule')}`.execute(
    server.services.store.db,
  )
  expect(planned.rows.map((row) => row.key)).toEqual(['counted'])
  await until(async () => said.length > 0)
  expect(said).toEqual(['counted: first time'])
  await queue.stop()
}, 150_000)

test('every sweep has a name of its own and times that a schedule understands', () => {
  expect(new Set(sweeps.map(({ name }) => name)).size).toBe(sweeps.length)
  for (const { cron } of sweeps) expect(cron).toMatch(/^[\d*/,]+( [\d*/,]+){4}$/)
})
