import { Agent, get } from 'node:http'
import { parseArgs } from 'node:util'
import Fastify from 'fastify'
import { sql } from 'kysely'
import { type CallName, contract, type InputOf } from '#core/contract/index.ts'
import type { Db } from '#server/store/db.ts'
import { clientOf } from '#tests/support/client.ts'
import { listen, startEmbedded } from './embedded-server.ts'
import { printTable } from './table.ts'

const CONNECTIONS = 50
const SECONDS = 4
/** Files of one folder, and tasks, that an account has. */
const SIZES = [10, 10_000]

/**
 * Reads over HTTP by many busy connections, beside a bare route that reads one row of the same database. `--only
 * listTasks,getTask` selects.
 */
export async function benchHttp(): Promise<void> {
  const server = await startEmbedded()
  const { url, db } = server
  const bare = Fastify()
  bare.get('/', () => db.selectFrom('setting').selectAll().executeTakeFirst())
  bare.get('/none', async () => ({ key: 'x', value: 'y' }))
  try {
    const { token, paths } = await fill(url)
    const bareUrl = await listen(bare)
    const touch = () => sql`update folder set name = name`.execute(db)
    const targets = { 'Fastify, nothing read': `${bareUrl}/none`, 'Fastify, one row': `${bareUrl}/`, ...paths }
    for (const [at, rows] of SIZES.entries()) {
      await copyRows(db, SIZES[at - 1] ?? 1, rows)
      printTable(
        `Reads over HTTP, embedded database, ${rows} files and tasks`,
        ['50 connections', 'answers/s', 'p50 ms', 'p95 ms', 'p99 ms', 'p95 to one row', 'one after a write, ms'],
        await measure(targets, token, touch),
      )
    }
  } finally {
    await bare.close()
    await server.close()
  }
}

/** Each target's p95 relative to the bare route's, and a read of something just changed. */
async function measure(
  targets: Readonly<Record<string, string>>,
  token: string,
  touch: () => Promise<unknown>,
): Promise<string[][]> {
  const rows: string[][] = []
  let bare = 0
  for (const [name, address] of Object.entries(targets)) {
    const times = await load(address, token)
    const p95 = Number(times[2])
    if (address.endsWith('/')) bare = p95
    const fresh = await afterWrites(address, token, touch)
    rows.push([name, ...times, bare === 0 ? '' : (p95 / bare).toFixed(1), fresh.toFixed(1)])
  }
  return rows
}

/** Median of single reads, each right after a change that invalidates caches. */
async function afterWrites(address: string, token: string, touch: () => Promise<unknown>): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let run = 0; run < 21; run++) {
    await touch()
    times.push(await timeOne(address, token, agent))
  }
  agent.destroy()
  return times.toSorted((a, b) => a - b)[10] ?? Number.NaN
}

/** A user with 30 folders and a video, and the addresses to read. */
async function fill(url: string): Promise<{ token: string; paths: Record<string, string> }> {
  const { ok, signIn } = clientOf(url)
  const person = { name: 'bench', email: 'bench@example.org', password: 'secret-123' }
  const { access_token: token } = await ok('registerAccount', person)
  signIn(token)
  const { folder_id, video_id } = await ok('openSample', { sample_id: 'harbour' })
  for (let at = 0; at < 29; at++) await ok('addFolder', { folder_name: `folder ${at}` })
  const { list } = await ok('listVersions', { folder_id, video_id })
  const [version] = list
  if (!version) throw new RangeError('The sample has no subtitles')
  const reads: Reads = [
    read('listFolders', {}),
    read('listVideos', { folder_id }),
    read('listFiles', { folder_id, limit: 100 }),
    ['searchFiles', 'listFiles', { folder_id, search: 'harbour', sort: 'name', order: 'asc' }],
    read('listFileIds', { folder_id }),
    read('getVideo', { file_id: video_id }),
    read('listVersions', { folder_id, video_id }),
    read('getVersion', { file_id: version.file_id }),
    read('listTasks', {}),
    read('sumTasks', {}),
    read('listRunning', {}),
    read('getTask', { task_id: 'copy1' }),
    read('listBatches', {}),
    read('listProjects', { task_type: 'video_erase' }),
    read('listRecentVideos', {}),
    read('listRoles', { folder_id }),
    read('listProFolders', {}),
    read('getProFolder', { folder_id }),
    read('listProVideos', { folder_id }),
    read('getInfo', {}),
    read('getProfile', {}),
    read('listSessions', {}),
    read('listNotices', {}),
    read('listSkus', {}),
    read('listOrders', {}),
    read('listConsumption', {}),
    read('listRecharges', {}),
  ]
  const { values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
  const only = values.only?.split(',')
  const chosen = reads.filter(([label]) => only?.includes(label) ?? true)
  return {
    token,
    paths: Object.fromEntries(chosen.map(([label, name, input]) => [label, addressOf(url, name, input)])),
  }
}

/** A read's name in the table, and its call with input. */
type Reads = readonly (readonly [label: string, name: CallName, input: Readonly<Record<string, string | number>>])[]

function read<N extends CallName>(name: N, input: InputOf<N> & Reads[number][2]): Reads[number] {
  return [name, name, input]
}

function addressOf(url: string, name: CallName, input: Reads[number][2]): string {
  const query = new URLSearchParams(Object.entries(input).map(([field, value]) => [field, String(value)]))
  return `${url}${contract[name].path}?${query}`
}

/** Makes copies of the one video and its task until there are `count`. */
async function copyRows(db: Db, there: number, count: number): Promise<void> {
  const changes = sql`jsonb_build_object('id', 'copy' || n, 'ingest_task_id', 'copy' || n, 'sample_id', null, 'idempotency_key', 'copy-key-' || n, 'is_internal', false)`
  const first = sql`id not like 'copy%'`
  for (const name of ['task', 'video']) {
    await sql`insert into ${sql.table(name)} select (jsonb_populate_record(null::${sql.table(name)}, to_jsonb(row) || ${changes})).*
      from (select * from ${sql.table(name)} where ${first} limit 1) as row, generate_series(${sql.lit(there)}::int, ${sql.lit(count - 1)}::int) as n`.execute(
      db,
    )
  }
  await sql`analyze`.execute(db)
}

/** Answers a second, and the 50th, 95th and 99th percentile. */
async function load(address: string, token: string): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const run = async (seconds: number): Promise<number[]> => {
    const times: number[] = []
    const end = performance.now() + seconds * 1000
    const connection = async (): Promise<void> => {
      while (performance.now() < end) times.push(await timeOne(address, token, agent))
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, connection))
    return times.toSorted((a, b) => a - b)
  }
  await run(1)
  const times = await run(SECONDS)
  agent.destroy()
  const below = (part: number): string => (times[Math.floor(times.length * part)] ?? 0).toFixed(1)
  return [(times.length / SECONDS).toFixed(0), below(0.5), below(0.95), below(0.99)]
}

function timeOne(address: string, token: string, agent: Agent): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: { token } }, (response) => {
      response.resume()
      response.once('end', () => resolve(performance.now() - began))
    }).once('error', reject)
  })
}
