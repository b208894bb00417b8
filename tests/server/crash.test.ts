// Also on the embedded database: its folder, which a killed process leaves behind and one process holds.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { openEmbedded, openPostgres, type Store } from '#server/store/db.ts'
import { newId } from '#server/store/id.ts'
import { clientOf } from '#tests/support/client.ts'
import { freePort, type ServerProcess, spawnServer } from '#tests/support/process.ts'
import { newDataFolder, until } from '#tests/support/server.ts'

const folders: string[] = []
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

async function dataFolder(): Promise<string> {
  const folder = await newDataFolder()
  folders.push(folder)
  return folder
}

async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-crash-'))
  folders.push(folder)
  return folder
}

/** Some seconds of the sample: larger than what arrives before the server is killed. */
async function shortClip(): Promise<Buffer> {
  const path = join(await emptyFolder(), 'clip.mp4')
  const sample = join(import.meta.dirname, '../../assets/sample/harbour.mp4')
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-t', '8', '-i', sample, '-c', 'copy', path])
  return readFile(path)
}

const LINES = 1200
/** Lines of different text: twelve steps of translation. */
const manyLines = Array.from({ length: LINES }, (_, index) => {
  const at = (ms: number): string => new Date(ms).toISOString().slice(11, 23).replace('.', ',')
  return `${index + 1}\n${at(index * 30)} --> ${at(index * 30 + 25)}\nday ${index}`
}).join('\n\n')

const databaseUrl = process.env['DATABASE_URL']

/** All in one process on the embedded database; API and worker apart on PostgreSQL, where only the worker is killed. */
async function startRoles(env: Record<string, string>): Promise<{ api: ServerProcess; worker: ServerProcess }> {
  if (!databaseUrl) {
    const both = await spawnServer(env)
    return { api: both, worker: both }
  }
  const api = await spawnServer({ ...env, CUELANE_ROLE: 'api' })
  return { api, worker: await spawnServer({ ...env, CUELANE_ROLE: 'worker' }) }
}

test.concurrent(
  'a worker that is killed during all three tasks loses nothing, does nothing twice and charges once',
  async () => {
    const schema = `crash_${newId()
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')}`
    const env = {
      CUELANE_DATA: await dataFolder(),
      CUELANE_CONCURRENCY: '3',
      DATABASE_SCHEMA: schema,
      PORT: String(await freePort()),
    }
    let { api, worker } = await startRoles(env)
    const { ok, signIn } = clientOf(api.url)
    signIn(
      (await ok('registerAccount', { name: 'crash', email: 'crash@example.org', password: 'secret-123' })).access_token,
    )
    const sample = await ok('openSample', { sample_id: 'harbour' })
    await until(async () => (await ok('getVideo', { file_id: sample.video_id })).state === 1)
    const { file_id } = await ok('addVersion', { ...sample, name: 'many', language: 'en', content: manyLines })
    const run = { ...sample, source_language: 'en', idempotency_key: 'crash-extract' } as const
    const tasks = [
      await ok('runExtract', run),
      await ok('runTranslate', {
        file_id,
        source_language: 'en',
        to_language: 'es',
        idempotency_key: 'crash-translate',
      }),
      await ok('runSynthesis', { ...sample, file_id, idempotency_key: 'crash-synthesis' }),
    ]
    const states = async () => Promise.all(tasks.map(({ task_id }) => ok('getTask', { task_id })))
    const isUnderWay = ({ state, progress }: { state: number; progress: number }): boolean =>
      state === 3 && progress > 0.02
    // A rendering first looks for text in the picture, and may say how far it is after the others are done.
    await until(async () => {
      const all = await states()
      expect(all.every(({ state }) => state === 0 || state === 3)).toBe(true)
      return all.every(({ state }) => state === 3) && all.filter(isUnderWay).length >= 2
    }, 30)
    await worker.kill()

    if (databaseUrl) worker = await spawnServer({ ...env, PORT: String(await freePort()), CUELANE_ROLE: 'worker' })
    else ({ api, worker } = await startRoles(env))
    await until(async () => (await states()).every(({ state }) => state === 1 || state === 2), 300)
    expect((await states()).map(({ state, fail_msg }) => [state, fail_msg])).toEqual([
      [1, ''],
      [1, ''],
      [1, ''],
    ])
    const spent = tasks.reduce((sum, task) => sum + task.credits, 0)
    expect((await ok('getInfo', {})).credits).toBe(200 - spent)
    await worker.stop()
    if (api !== worker) await api.stop()

    const store: Store = databaseUrl ? await openPostgres(databaseUrl, schema) : await openEmbedded(env.CUELANE_DATA)
    const { db } = store
    const runs = await db
      .selectFrom('step_run')
      .selectAll()
      .where(
        'owner_id',
        'in',
        tasks.map(({ task_id }) => task_id),
      )
      .execute()
    const finishedTwice = runs.filter(
      ({ key, finished_at, id }) => finished_at && runs.some((other) => other.key === key && other.id > id),
    )
    expect(finishedTwice).toEqual([])
    expect(runs.filter(({ finished_at }) => !finished_at).length).toBeGreaterThan(0)
    const attempts = await db.selectFrom('task').select('attempts').where('is_internal', '=', false).execute()
    expect(attempts.map((row) => row.attempts)).toEqual([2, 2, 2])
    const entries = await db
      .selectFrom('credit_entry')
      .select(['ref_id', 'kind'])
      .where('ref_type', '=', 'task')
      .execute()
    for (const { task_id } of tasks) {
      expect(
        entries
          .filter((entry) => entry.ref_id === task_id)
          .map(({ kind }) => kind)
          .sort(),
      ).toEqual(['hold', 'settle'])
    }
    const made = await db
      .selectFrom('subtitle')
      .select(['source', 'cue_sum'])
      .where('task_id', 'is not', null)
      .orderBy('source')
      .execute()
    expect(made).toMatchObject([{ source: 'extract' }, { source: 'translate', cue_sum: LINES }])
    if (databaseUrl) {
      for (const name of [schema, `${schema}_jobs`]) await sql`drop schema ${sql.id(name)} cascade`.execute(db)
    }
    await store.close()
  },
  360_000,
)

test.concurrent(
  'a chain goes on after each kill, and makes and charges every step once',
  async () => {
    const schema = `chain_${newId()
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')}`
    const env = { CUELANE_DATA: await dataFolder(), DATABASE_SCHEMA: schema, PORT: String(await freePort()) }
    let { api, worker } = await startRoles(env)
    const { ok, signIn } = clientOf(api.url)
    signIn(
      (await ok('registerAccount', { name: 'chain', email: 'chain@example.org', password: 'secret-123' })).access_token,
    )
    const restart = async (): Promise<void> => {
      await worker.kill()
      if (databaseUrl) worker = await spawnServer({ ...env, PORT: String(await freePort()), CUELANE_ROLE: 'worker' })
      else ({ api, worker } = await startRoles(env))
    }
    const clip = await shortClip()
    const { folder_id } = await ok('addFolder', { folder_name: 'chain' })
    const file = { file_name: 'clip.mp4', class: 'video', size: clip.length } as const
    const { upload_id, part_count, part_size } = await ok('getUploadToken', file)
    for (let part = 1; part <= part_count; part++) {
      const { uploadurl } = await ok('uploadPart', { upload_id, part_number: part })
      const body = new Uint8Array(clip.subarray((part - 1) * part_size, part * part_size))
      expect((await fetch(new URL(uploadurl, api.url), { method: 'PUT', body })).status).toBe(200)
    }
    const { video_id } = await ok('addVideo', { upload_id, folder_id })
    await until(async () => (await ok('getVideo', { file_id: video_id })).state === 1)
    const { chain_id, credits } = await ok('addChain', {
      ...{ video_ids: [video_id], source_language: 'en' as const, to_languages: ['es' as const], dub: true },
      idempotency_key: 'crash-of-a-chain',
    })
    // Before its first job or in its first task, and in its second one.
    await restart()
    const steps = async () => (await ok('getChain', { chain_id })).videos[0]?.steps ?? []
    const stateOf = async (key: string) => (await steps()).find((step) => step.key === key)?.state
    await until(async () => ['running', 'done'].includes((await stateOf('dub es')) ?? ''), 20)
    await restart()
    await until(async () => /done|failed|cancelled/.test((await ok('getChain', { chain_id })).state), 300)
    expect((await steps()).map(({ key, state, reason }) => [key, state, reason])).toEqual([
      ['extract en', 'done', ''],
      ['dub es', 'done', ''],
      ['check es', 'done', ''],
    ])
    expect((await ok('getInfo', {})).credits).toBe(200 - credits)
    await worker.stop()
    if (api !== worker) await api.stop()

    const store: Store = databaseUrl ? await openPostgres(databaseUrl, schema) : await openEmbedded(env.CUELANE_DATA)
    const { db } = store
    const tasks = await db.selectFrom('task').select(['id', 'type']).where('chain_id', '=', chain_id).execute()
    expect(tasks.map(({ type }) => type).toSorted()).toEqual(['video_dubbing', 'video_extract'])
    const entries = await db
      .selectFrom('credit_entry')
      .select(['ref_id', 'kind'])
      .where('ref_type', '=', 'task')
      .execute()
    for (const { id } of tasks)
      expect(
        entries
          .filter(({ ref_id }) => ref_id === id)
          .map(({ kind }) => kind)
          .sort(),
      ).toEqual(['hold', 'settle'])
    expect(entries).toHaveLength(4)
    if (databaseUrl) {
      for (const name of [schema, `${schema}_jobs`]) await sql`drop schema ${sql.id(name)} cascade`.execute(db)
    }
    await store.close()
  },
  360_000,
)

test.concurrent(
  'an import goes on where the server was killed',
  async () => {
    const clip = await shortClip()
    const parts: string[] = []
    let isHeld = true
    const elsewhere = createServer(({ headers: { range = '', ...rest } }, response) => {
      const [, from = '0', to = ''] = /bytes=(\d+)-(\d*)/.exec(range) ?? []
      if (to === '') parts.push(`${from} ${rest['if-range'] ?? ''}`)
      const part = clip.subarray(Number(from), to === '' ? undefined : Number(to) + 1)
      const place = `bytes ${from}-${Number(from) + part.length - 1}/${clip.length}`
      const headers = {
        etag: '"whole"',
        'content-length': part.length,
        ...(range !== '' && { 'content-range': place }),
      }
      response.writeHead(range === '' ? 200 : 206, headers)
      if (to === '' && isHeld) response.write(part.subarray(0, 200_000))
      else response.end(part)
    }).listen(0, '127.0.0.1')
    await once(elsewhere, 'listening')
    const env = {
      CUELANE_DATA: await dataFolder(),
      CUELANE_IMPORT_NETWORKS: '127.0.0.0/8',
      PORT: String(await freePort()),
      DATABASE_SCHEMA: `crash_import_${process.pid}`,
    }
    const { api, worker } = await startRoles(env)
    const { ok, signIn } = clientOf(api.url)
    const person = { name: 'importer', email: 'importer@example.org', password: 'secret-123' }
    signIn((await ok('registerAccount', person)).access_token)
    const { folder_id } = await ok('addFolder', { folder_name: 'from elsewhere' })
    const url = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/talk.mp4`
    const { list } = await ok('importFiles', { url, folder_id, idempotency_key: 'an import' })
    const file_id = list[0]!.video_id
    await until(async () => (await ok('getVideo', { file_id })).progress > 0)
    await worker.kill()
    isHeld = false
    const again = databaseUrl
      ? await spawnServer({ ...env, PORT: String(await freePort()), CUELANE_ROLE: 'worker' })
      : (await startRoles(env)).worker
    try {
      await until(async () => (await ok('getVideo', { file_id })).state === 1, 200)
      expect((await ok('getVideo', { file_id })).video_info.size).toBe(clip.length)
      expect(parts).toEqual(['0 ', expect.stringMatching(/^[1-9]\d* "whole"$/)])
    } finally {
      await again.stop()
      if (databaseUrl) await api.stop()
      elsewhere.closeAllConnections()
      elsewhere.close()
    }
  },
  300_000,
)

describe.skipIf(databaseUrl !== undefined)('starting (the embedded database)', () => {
  test('on a folder that another process uses is refused, and the other one goes on', async () => {
    const CUELANE_DATA = await dataFolder()
    const first = await spawnServer({ CUELANE_DATA })
    const second = await spawnServer({ CUELANE_DATA })
    expect(second.child.exitCode).toBe(1)
    expect(second.output).toContain(`in use by another Cuelane (process ${first.child.pid})`)
    expect(second.output).toContain('CUELANE_DATA=')
    expect(second.output).not.toMatch(/\n\s+at /)
    expect((await fetch(`${first.url}/health/ready`)).status).toBe(200)
    expect(await first.stop()).toBe(0)
  })

  test('on a port that is taken says so; the lock of a killed process is taken over', async () => {
    const CUELANE_DATA = await dataFolder()
    const first = await spawnServer({ CUELANE_DATA })
    const port = new URL(first.url).port
    const second = await spawnServer({ CUELANE_DATA: await dataFolder(), PORT: port })
    expect([second.child.exitCode, second.output.includes(`Port ${port} is in use`)]).toEqual([1, true])
    await first.kill()
    const third = await spawnServer({ CUELANE_DATA })
    expect(third.output).toContain('Cuelane is running')
    await third.stop()
  })

  test.each([
    [{ PORT: 'soon' }, 'PORT must be a whole number'],
    [{ CUELANE_ROLE: 'boss' }, 'CUELANE_ROLE must be one of'],
    [{ S3_BUCKET: 'b' }, 'S3_ACCESS_KEY_ID is needed'],
    [{ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }, "PostgreSQL can't be used"],
    [{ CUELANE_DATA: '/dev/null/nowhere' }, 'npm start'],
  ])('with %j explains itself without a stack trace', async (env, message) => {
    // None of them comes to the database.
    const { child, output } = await spawnServer({ CUELANE_DATA: await emptyFolder(), ...env })
    expect(child.exitCode).toBe(1)
    expect(output).toContain(message)
    expect(output).not.toMatch(/\n\s+at /)
  })
})
