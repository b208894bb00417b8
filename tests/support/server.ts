import { execFileSync } from 'node:child_process'
import { openAsBlob } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import type { Envelope } from '#core/contract/call.ts'
import { type CallName, contract, type DataOf, type InputOf } from '#core/contract/index.ts'
import { TaskState } from '#core/domain/task.ts'
import { type Config, readConfig } from '#server/config.ts'
import { buildApp } from '#server/http/app.ts'
import { createServices, type ServiceOptions, type Services } from '#server/services.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { openEmbedded, type Store } from '#server/store/db.ts'
import { EventHub } from '#server/store/events.ts'
import { knownAdapters } from './engines.ts'
import { databaseName, onDatabase, urlOf } from './postgres.ts'
import { keepPrepared, lendPrepared } from './prepared-videos.ts'

const root = join(import.meta.dirname, '../..')
const quiet = { info: () => undefined, error: () => undefined }

export interface TestServer {
  readonly app: FastifyInstance
  readonly services: Services
  readonly config: Config
  /** Delivers other processes' events to this one. */
  readonly hub: EventHub
  /** Lines of the log so far. */
  readonly log: readonly string[]
  call<N extends CallName>(name: N, input: InputOf<N>, token?: string, language?: string): Promise<Envelope<DataOf<N>>>
  /** Like `call`, but anything but success fails the test. */
  ok<N extends CallName>(name: N, input: InputOf<N>, token?: string): Promise<DataOf<N>>
  close(): Promise<void>
}

/** A data folder as after the first start, for processes. */
export async function newDataFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-test-'))
  const database = inject('emptyDatabase')
  if (database) await cp(database, join(folder, 'database'), { recursive: true })
  return folder
}

/** An installation for processes. */
export interface Installation {
  readonly env: Readonly<Record<string, string>>
  readonly remove: () => Promise<void>
}

/** A data folder and a database as after the first start, for processes: creating the tables takes each seconds. */
export async function newInstallation(): Promise<Installation> {
  const folder = await newDataFolder()
  const { url, schema, drop } = await newPlace(folder, undefined)
  return {
    env: { CUELANE_DATA: folder, DATABASE_SCHEMA: schema, ...(url !== undefined && { DATABASE_URL: url }) },
    remove: async () => {
      await drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Replacements of a test, and the initial database. */
export interface ServerOptions extends Pick<ServiceOptions, 'adapters' | 'tasks'> {
  /** False: no jobs are taken, but engines are announced. */
  readonly worker?: boolean
  /** SQL of the initial database. */
  readonly database?: string
}

/** Where a test's database is. */
interface Place {
  readonly url: string | undefined
  readonly schema: string
  /** Removes it. */
  readonly drop: () => Promise<void>
}

/** A separate database: in its folder, or on DATABASE_URL as a copy of the template or a schema. */
async function newPlace(dataDir: string, database: string | undefined): Promise<Place> {
  const url = process.env['DATABASE_URL']
  const name = databaseName()
  if (!url) {
    if (database !== undefined) await makeEmbedded(dataDir, database)
    return { url, schema: name, drop: () => Promise.resolve() }
  }
  const template = inject('templateDatabase')
  if (template !== undefined && database === undefined) {
    await onDatabase(url, `create database ${name} template ${template}`)
    return { url: urlOf(name), schema: template, drop: () => end(url, `drop database ${name} with (force)`) }
  }
  if (database !== undefined) await onDatabase(url, `create schema ${name}; set search_path to ${name}; ${database}`)
  return { url, schema: name, drop: () => end(url, `drop schema if exists ${name}, ${name}_jobs cascade`) }
}

async function end(url: string, statement: string): Promise<void> {
  await onDatabase(url, statement)
}

async function makeEmbedded(dataDir: string, text: string): Promise<void> {
  const embedded = await PGlite.create(join(dataDir, 'database'))
  await embedded.exec(text)
  await embedded.close()
}

/** The embedded database as it is after the first start: read from disk once, opened in memory. */
let databaseDump: Promise<Blob> | undefined
async function openDump(path: string): Promise<Store> {
  databaseDump ??= openAsBlob(path).then(async (file) => new Blob([await file.arrayBuffer()]))
  return openEmbedded(await databaseDump)
}

/**
 * The whole server on a separate database and folder: embedded in memory, or on DATABASE_URL. With `CUELANE_DATA` or
 * initial SQL the embedded one is in the folder.
 */
export async function startServer(
  env: Record<string, string> = {},
  { worker = true, database, ...parts }: ServerOptions = {},
): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'cuelane-test-'))
  const dump = env['CUELANE_DATA'] === undefined && database === undefined ? inject('databaseDump') : undefined
  const { url, schema: databaseSchema, drop } = await newPlace(dataDir, database)
  const usual = { DATABASE_URL: url, CUELANE_DATA: dataDir, CUELANE_RETRY_SECONDS: '' }
  const variables = { ...usual, ...env }
  const config = {
    ...readConfig(variables, root),
    databaseSchema,
    webDir: join(dataDir, 'no-web'),
  }
  const services = await createServices(config, {
    env: variables,
    adapters: knownAdapters,
    onError: () => undefined,
    ...(dump !== undefined && { openStore: () => openDump(dump) }),
    ...parts,
  })
  const hub = new EventHub()
  await hub.start(services.store)
  const { deps } = services
  const { webDir, trustProxy, languages, google } = config
  const log: string[] = []
  const app = await buildApp({
    deps,
    hub,
    logLevel: 'info',
    webDir,
    mediaOrigins: [],
    trustProxy,
    languages,
    google,
    logStream: { write: (line) => void log.push(line) },
  })
  const { queues, retryPauses } = config
  if (worker) await startWorker(services.deps, quiet, { queues, retryPauses, tasks: services.tasks })
  const call: TestServer['call'] = async (name, input, token = '', language = 'en') => {
    const row = contract[name]
    const isPost = row.method === 'POST'
    const query = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))
    const response = await app.inject({
      method: row.method,
      url: row.path,
      headers: { token, language },
      ...(isPost ? { payload: input as object } : { query }),
    })
    return response.json()
  }
  return {
    app,
    services,
    log,
    config,
    hub,
    call,
    ok: async (name, input, token) => {
      const envelope = await call(name, input, token)
      if (envelope.code !== 0) throw new Error(`${name}: ${envelope.code} ${envelope.message}`)
      return envelope.data
    },
    close: async () => {
      await app.close()
      await hub.stop()
      await services.close()
      await drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const people = new WeakMap<TestServer, number>()

/** Signs up a new user and returns their token; the first one's name is `person1`. */
export async function signUp(server: TestServer): Promise<string> {
  const number = (people.get(server) ?? 0) + 1
  people.set(server, number)
  const name = `person${number}`
  const { access_token } = await server.ok('registerAccount', {
    name,
    email: `${name}@example.org`,
    password: 'secret-123',
  })
  return access_token
}

/** Opens the sample and waits until it is ready for tasks. The first server of a run prepares it. */
export async function readySample(server: TestServer, token: string): Promise<{ folder_id: string; video_id: string }> {
  await lendPrepared(server, 'sample')
  const opened = await server.ok('openSample', { sample_id: 'harbour' }, token)
  expectReady(await prepared(server, token, opened.video_id))
  await keepPrepared(server, 'sample', opened.video_id)
  return opened
}

function expectReady({ state, fail_msg }: DataOf<'getVideo'>): void {
  if (state !== 1) throw new Error(`The video was refused: ${fail_msg}`)
}

/** How a clip differs from the sample: a picture of fewer pixels and frames for tasks that encode it. */
interface SmallPicture {
  readonly width: number
  readonly rate: number
}

/** The beginning of the sample as a user's video, ready for tasks: less to encode. */
export async function readyClip(
  server: TestServer,
  token: string,
  seconds: number,
  small?: SmallPicture,
): Promise<{ folder_id: string; video_id: string }> {
  const name = small ? `clip-${seconds}-${small.width}-${small.rate}` : `clip-${seconds}`
  await lendPrepared(server, name)
  const path = join(server.config.dataDir, `${name}.mp4`)
  const sample = join(root, 'assets/sample/harbour.mp4')
  const look = small && ['-vf', `scale=${small.width}:-2,fps=${small.rate}`, '-preset', 'ultrafast', '-c:a', 'copy']
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-t', String(seconds), '-i', sample, ...(look ?? ['-c', 'copy']), path])
  const { folder_id } = await server.ok('addFolder', { folder_name: 'clips' }, token)
  const upload_id = await upload(server, token, 'clip.mp4', await readFile(path))
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id }, token)
  expectReady(await prepared(server, token, video_id))
  await keepPrepared(server, name, video_id)
  return { folder_id, video_id }
}

/** Makes a video ready for tasks without a worker. */
export async function markPrepared(server: TestServer, videoId: string): Promise<void> {
  const { db } = server.services.deps
  const info = {
    durationMs: 40_000,
    width: 640,
    height: 360,
    rate: [25, 1] as const,
    format: 'mov',
    hasAudio: true,
    streams: [],
  }
  const { ingest_task_id } = await db
    .updateTable('video')
    .set({ content_hash: 'a'.repeat(64), duration_ms: info.durationMs, info: JSON.stringify(info) })
    .where('id', '=', videoId)
    .returning('ingest_task_id')
    .executeTakeFirstOrThrow()
  await db.updateTable('task').set({ state: 1 }).where('id', '=', ingest_task_id).execute()
}

export async function finished(server: TestServer, token: string, taskId: string): Promise<DataOf<'getTask'>> {
  await ended(server, taskId)
  return server.ok('getTask', { task_id: taskId }, token)
}

/** Waits until a video is prepared or refused, and reads it. */
export async function prepared(server: TestServer, token: string, videoId: string): Promise<DataOf<'getVideo'>> {
  const { db } = server.services.deps
  const video = db.selectFrom('video').select('ingest_task_id').where('id', '=', videoId)
  await ended(server, (await video.executeTakeFirstOrThrow()).ingest_task_id)
  return server.ok('getVideo', { file_id: videoId }, token)
}

/** The first pause between two looks at a task, and the longest one: each takes processor time from the task. */
const FIRST_PAUSE_MS = 40
const MOST_PAUSE_MS = 400

/** Waits until a task has succeeded or failed; the test's time limit ends it. */
async function ended({ services }: TestServer, taskId: string): Promise<void> {
  const task = services.deps.db.selectFrom('task').select('state').where('id', '=', taskId)
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(MOST_PAUSE_MS, pause * 1.3)) {
    const row = await task.executeTakeFirst()
    if (row?.state === TaskState.succeeded || row?.state === TaskState.failed) return
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Waits until a condition holds; the test's time limit ends it. */
export async function until(holds: () => Promise<boolean>, everyMs = 100): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, everyMs))
}

/** Uploads a file in parts, as the browser does. */
export async function upload(server: TestServer, token: string, fileName: string, bytes: Buffer): Promise<string> {
  const { upload_id, part_count, part_size } = await server.ok(
    'getUploadToken',
    { file_name: fileName, class: 'video', size: bytes.length },
    token,
  )
  for (let part = 1; part <= part_count; part++) {
    const { uploadurl } = await server.ok('uploadPart', { upload_id, part_number: part }, token)
    const payload = bytes.subarray((part - 1) * part_size, part * part_size)
    const { code } = (await server.app.inject({ method: 'PUT', url: uploadurl, payload })).json<Envelope>()
    if (code !== 0) throw new Error(`part ${part}: ${code}`)
  }
  return upload_id
}
