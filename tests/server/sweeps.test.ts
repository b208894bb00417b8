import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSchedule } from '#server/jobs/schedule.ts'
import { sweeps } from '#server/jobs/sweeps/index.ts'
import { sessionSweep } from '#server/jobs/sweeps/sessions.ts'
import { clearEach, type Sweep } from '#server/jobs/sweeps/sweep.ts'
import { uploadSweep } from '#server/jobs/sweeps/uploads.ts'
import { workFolderSweep } from '#server/jobs/sweeps/work-folders.ts'
import { openQueue } from '#server/store/queue.ts'
import { signUp, startServer, type TestServer, until } from '#tests/support/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
})
afterAll(() => server.close())

const hours = (count: number): Date => new Date(Date.now() + count * 3600 * 1000)
const run = (sweep: Sweep, now: Date): Promise<number> =>
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

test('working folders of processes that are gone are cleared once nothing in them changed for a day', async () => {
  const gone = spawn(process.execPath, ['-e', ''])
  await once(gone, 'exit')
  const parent = dirname(server.services.deps.workDir)
  const folder = join(parent, String(gone.pid))
  await mkdir(join(folder, 'run-1'), { recursive: true })
  expect(await run(workFolderSweep, hours(1))).toBe(0)
  expect(await run(workFolderSweep, hours(25))).toBe(1)
  expect(await readdir(parent)).toEqual([String(process.pid)])
  // One's own folder stays, however old.
  await utimes(server.services.deps.workDir, 0, 0)
  expect(await run(workFolderSweep, hours(25))).toBe(0)
})

test('one thing that can not be cleared does not keep the others', async () => {
  const faults: string[] = []
  const clear = async ({ id }: { id: string }): Promise<void> => {
    if (id === 'b') throw new Error('stuck')
  }
  expect(await clearEach([{ id: 'a' }, { id: 'b' }, { id: 'c' }], clear, (id) => faults.push(id))).toBe(2)
  expect(faults).toEqual(['b'])
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
  await startSchedule(server.services.deps, log, [counted])
  const jobs = server.services.store.kind === 'embedded' ? 'pgboss' : `${server.config.databaseSchema}_jobs`
  const planned = await sql<{ key: string }>`select key from ${sql.id(jobs, 'schedule')}`.execute(
    server.services.store.db,
  )
  expect(planned.rows.map((row) => row.key)).toEqual(['counted'])
  await until(async () => runs >= 1)
  expect(said).toEqual(['counted: first time'])
}, 150_000)

test('every sweep has a name of its own and times that a schedule understands', () => {
  expect(new Set(sweeps.map(({ name }) => name)).size).toBe(sweeps.length)
  for (const { cron } of sweeps) expect(cron).toMatch(/^[\d*/,]+( [\d*/,]+){4}$/)
})
