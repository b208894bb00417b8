import { spawnSync } from 'node:child_process'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { EVENTS_PATH } from '#core/contract/event.ts'
import { connectPostgres, openPostgres } from '#server/store/db.ts'
import { schemaState } from '#server/store/migrate.ts'
import { clientOf, uploadTo } from '#tests/support/client.ts'
import { freePort, spawnServer } from '#tests/support/process.ts'
import { databaseName } from '#tests/support/postgres.ts'
import { newInstallation, until } from '#tests/support/server.ts'
import { sampleClip } from '#tests/support/small-video.ts'

const databaseUrl = process.env['DATABASE_URL']
/** So long a worker that is silent counts as there, here with a heartbeat each second. */
const GONE_MS = 2500

describe.skipIf(databaseUrl === undefined)('an API process without engines and a worker with them', () => {
  test('tasks run; when the worker is killed, prices and open pages say so', async () => {
    const installation = await newInstallation()
    const shared = { ...installation.env, CUELANE_HEARTBEAT_SECONDS: '1' }
    const none = { PATH: '', FFMPEG_PATH: '/none/ffmpeg', FFPROBE_PATH: '/none/ffprobe' }
    const api = await spawnServer({ ...shared, ...none, CUELANE_ROLE: 'api' })
    const client = clientOf(api.url)
    const { ok, signIn } = client
    const person = { name: 'fleet', email: 'fleet@example.org', password: 'secret-123' }
    const { access_token } = await ok('registerAccount', person)
    signIn(access_token)
    expect((await ok('getLanguages', {})).engines).toEqual([])

    const events: string[] = []
    const listening = new AbortController()
    void listen(`${api.url}${EVENTS_PATH}`, access_token, (event) => events.push(event), listening.signal)
    const worker = await spawnServer({ ...shared, PORT: String(await freePort()), CUELANE_ROLE: 'worker' })
    await until(async () => events.includes('engines'))
    expect((await ok('getLanguages', {})).translate_pairs['en']).toContain('es')

    const { folder_id } = await ok('addFolder', { folder_name: 'fleet' })
    // One spoken line.
    const video_id = await uploadTo(client, api.url, folder_id, sampleClip(3.4))
    const place = { folder_id, video_id }
    await until(async () => (await ok('getVideo', { file_id: video_id })).state === 1)
    const run = { video_id: place.video_id, source_language: 'en', idempotency_key: 'fleet-extract' } as const
    const { task_id } = await ok('runExtract', run)
    await until(async () => (await ok('getTask', { task_id })).state === 1)

    const question = { task_type: 'video_extract', video_id: place.video_id, source_language: 'en' } as const
    expect(await ok('quote', question)).toMatchObject({ available: true, detail: 'Moonshine' })
    const { list } = await ok('listVersions', place)
    const file_id = list[0]?.file_id ?? ''
    const render = { task_type: 'video_synthesis', video_id: place.video_id, file_id } as const
    expect(await ok('quote', render)).toMatchObject({ available: true, detail: 'FFmpeg' })
    events.length = 0
    const killed = Date.now()
    await worker.kill()
    await until(async () => !(await ok('quote', question)).available)
    expect(Date.now() - killed).toBeLessThan(GONE_MS + 1500)
    expect((await ok('quote', question)).detail).toContain('Speech recognition for English')
    expect((await ok('quote', render)).available).toBe(false)
    await until(async () => events.includes('engines'))
    expect(Date.now() - killed).toBeLessThan(GONE_MS + 4000)
    expect((await ok('getLanguages', {})).engines).toEqual([])
    await expect(ok('runExtract', { ...run, idempotency_key: 'fleet-again' })).rejects.toThrow('runExtract: 1001')

    listening.abort()
    expect(await api.stop()).toBe(0)
    await installation.remove()
  })

  test('the doctor names the state of a database, and leaves it as it is', async () => {
    const schema = databaseName()
    const env = { ...process.env, DATABASE_SCHEMA: schema }
    const { stdout } = spawnSync(process.execPath, ['server/doctor-report.ts'], { env, encoding: 'utf8' })
    expect(stdout).toContain('without tables')
    const db = connectPostgres(databaseUrl!, schema)
    const found = await sql<{ place: string | null }>`select to_regnamespace(${schema})::text as place`.execute(db)
    expect(found.rows).toEqual([{ place: null }])
    const store = await openPostgres(databaseUrl!, schema)
    expect(await schemaState(db, schema)).toBe('same')
    await sql`delete from kysely_migration where name = (select max(name) from kysely_migration)`.execute(db)
    expect(await schemaState(db, schema)).toBe('older')
    await sql`insert into kysely_migration (name, timestamp) values ('9999_later.sql', '')`.execute(db)
    expect(await schemaState(db, schema)).toBe('newer')
    await sql`drop schema ${sql.id(schema)} cascade`.execute(db)
    await Promise.all([db.destroy(), store.close()])
  })

  test('the database ends a statement that takes too long, and a transaction that says nothing', async () => {
    const schema = databaseName()
    const store = await openPostgres(databaseUrl!, schema, 6, 300)
    await expect(sql`select pg_sleep(60)`.execute(store.db)).rejects.toMatchObject({ code: '57014' })
    const silent = store.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
      const ended = sql`select 1 from pg_stat_activity where pid = ${rows[0]!.pid}`
      await until(async () => (await ended.execute(store.db)).rows.length === 0)
      await sql`select 1`.execute(tx)
    })
    await expect(silent).rejects.toThrow(/connection|terminat/i)
    expect((await sql<{ one: number }>`select 1 as one`.execute(store.db)).rows).toEqual([{ one: 1 }])
    await sql`drop schema ${sql.id(schema)} cascade`.execute(store.db)
    await store.close()
  })
})

async function listen(url: string, token: string, onEvent: (kind: string) => void, signal: AbortSignal): Promise<void> {
  try {
    const { body } = await fetch(url, { headers: { token }, signal })
    let rest = ''
    for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data !== undefined) onEvent((JSON.parse(data) as { kind: string }).kind)
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
