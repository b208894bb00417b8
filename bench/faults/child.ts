/**
 * A worker of the fault run in a separate process that may be killed. Its order is JSON in the first argument, its answer
 * a line of JSON. Started by `run.ts`.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { copyFile, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TaskState } from '#core/domain/task.ts'
import { registerAccount } from '#server/app/accounts.ts'
import { grantCredits } from '#server/app/credits/grant.ts'
import { addFolder } from '#server/app/folders.ts'
import { failureMessage } from '#server/app/messages.ts'
import { addVersion } from '#server/app/subtitles/add.ts'
import { runTask } from '#server/app/tasks/start.ts'
import { insertVideo } from '#server/app/videos/write.ts'
import { readConfig } from '#server/config.ts'
import { EngineError } from '#server/engines/engine-error.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { ProgramFailed } from '#server/engines/program.ts'
import type { Run } from '#server/jobs/run.ts'
import { startWorker } from '#server/jobs/worker.ts'
import { createServices, type Services } from '#server/services.ts'
import { newId } from '#server/store/id.ts'
import { serverTasks } from '#server/tasks/index.ts'
import type { Fault, Order, Outcome, Place } from './order.ts'

const root = join(import.meta.dirname, '../..')
/** Every step is killed after this time, or when its work is done but not recorded. */
const KILL_AFTER_MS = 30
const order = JSON.parse(process.argv[2] ?? '') as Order
const killedFile = join(order.dataDir, `killed ${order.name}`)

/** A run whose every step kills this process once. */
function killing(run: Run): Run {
  const die = (name: string): never => {
    appendFileSync(killedFile, `${name}\n`)
    process.kill(process.pid, 'SIGKILL')
    throw new Error('Killed')
  }
  const isKilled = (name: string): boolean =>
    existsSync(killedFile) && readFileSync(killedFile, 'utf8').split('\n').includes(name)
  return {
    ...run,
    step: (step, work) =>
      run.step(step, async (folder) => {
        if (isKilled(step.name)) return work(folder)
        setTimeout(() => die(step.name), KILL_AFTER_MS)
        await work(folder)
        return die(step.name)
      }),
  }
}

const BUSY_MS = 60_000
let busySince: number | undefined

/** An engine that fails in one way: always, or for a minute. */
function failing<T extends object>(engine: T, fault: Fault): T {
  const fail = async (work: () => unknown): Promise<unknown> => {
    if (fault === 'crash') throw new ProgramFailed('engine', 'was ended by SIGSEGV', '')
    if (fault === 'hangs') return new Promise<never>(() => undefined)
    if (fault === 'half') return halfOf(await work())
    if (fault !== 'busy') throw new EngineError(fault, 'engine', `says ${fault}`)
    busySince ??= Date.now()
    const left = BUSY_MS - (Date.now() - busySince)
    if (left > 0) throw new EngineError('rate', 'engine', 'says 429', left)
    return work()
  }
  return new Proxy(engine, {
    get: (target, name): unknown => {
      const value: unknown = Reflect.get(target, name)
      // Another run's state of the engine is irrelevant here.
      if (name === 'version') return `${String(value)} ${fault}`
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => fail(() => Reflect.apply(value, target, args))
    },
  })
}

/** The first half of a list, of the samples of a sound; anything else is whole. */
function halfOf(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.slice(0, Math.floor(answer.length / 2))
  if (typeof answer !== 'object' || answer === null || !('samples' in answer)) return answer
  const { samples } = answer
  return samples instanceof Int16Array ? { ...answer, samples: samples.subarray(0, samples.length >> 1) } : answer
}

function adaptersOf({ port, fault }: Order): typeof engineAdapters {
  if (!port || !fault) return engineAdapters
  return engineAdapters.map((adapter) => {
    if (adapter.port !== port) return adapter
    const own = adapter as unknown as { open(...args: unknown[]): object }
    return { ...adapter, open: (...args: unknown[]) => failing(own.open(...args), fault) } as typeof adapter
  })
}

async function open(): Promise<Services> {
  const env = { ...process.env, DATABASE_URL: undefined, S3_BUCKET: undefined, CUELANE_DATA: order.dataDir }
  const config = readConfig({ ...env, CUELANE_ROLE: 'all' }, root)
  const tasks = serverTasks.map((task) =>
    order.kills && task.kind.type === order.type
      ? { ...task, recipe: (run: Run, job: Parameters<typeof task.recipe>[1]) => task.recipe(killing(run), job) }
      : task,
  )
  const services = await createServices(config, { env, tasks, adapters: adaptersOf(order), onError: () => undefined })
  const quiet = { info: () => undefined, error: () => undefined }
  await startWorker(services.deps, quiet, {
    queues: config.queues,
    tasks,
    retryPauses: order.fault === 'busy' ? [1, 1, 1] : [1],
  })
  return services
}

/** An account with unlimited credits, a folder, a prepared video and a version of it. */
async function prepare({ deps }: Services): Promise<Place> {
  const person = { name: 'faults', email: 'faults@example.org', password: newId() }
  await registerAccount({ ...deps, device: '', network: '' }, person, undefined)
  const { id } = await deps.db
    .selectFrom('account')
    .select('id')
    .where('name', '=', person.name)
    .executeTakeFirstOrThrow()
  const grant = {
    source: 'gift',
    reason: 'faults',
    idempotencyKey: 'faults',
    amount: 100_000,
    days: undefined,
  } as const
  await deps.db.transaction().execute((tx) => grantCredits(tx, id, grant))
  const folder_id = await addFolder(deps.db, id, 'faults')
  const place = { account_id: id, folder_id }
  const { video_id, task_id } = await addVideo(deps, place)
  await ended(deps, task_id)
  const lines = ['good day', 'the house is red', 'we go home'].map(
    (text, at) => `${at + 1}\n00:00:0${at * 3 + 1},000 --> 00:00:0${at * 3 + 3},000\n${text}\n`,
  )
  const version = { folder_id, video_id, name: 'v', language: 'en', file_name: 'v.srt' } as const
  const content = lines.join('\n')
  const { file_id } = await addVersion(deps, id, { ...version, content, unroll: false, activate: true })
  return { ...place, video_id, file_id }
}

/** A distinct video each time, so that no step exists already; returns the task that prepares it. */
async function addVideo(
  deps: Services['deps'],
  place: { account_id: string; folder_id: string },
): Promise<{ video_id: string; task_id: string }> {
  const blob_key = `source/${newId()}/video.mp4`
  const copy = join(deps.workDir, 'video.mp4')
  await copyFile(order.video, copy)
  // Players skip the appended bytes; the content hash differs.
  const bytes = await readFile(copy)
  const free = Buffer.from(`\0\0\0\u0018free${newId()}`, 'latin1')
  await writeFile(copy, Buffer.concat([bytes, free]))
  const { size } = await stat(copy)
  await deps.blobs.put(blob_key, copy)
  const { account_id, folder_id } = place
  const video = {
    account_id,
    folder_id,
    upload_id: null,
    sample_id: null,
    name: 'film',
    language: 'en',
    blob_key,
    size,
  } as const
  const id = await deps.db.transaction().execute((tx) => insertVideo(deps, tx, video))
  const row = await deps.db.selectFrom('video').select('ingest_task_id').where('id', '=', id).executeTakeFirstOrThrow()
  return { video_id: id, task_id: row.ingest_task_id }
}

async function ended({ db }: Services['deps'], taskId: string) {
  for (;;) {
    const task = await db.selectFrom('task').selectAll().where('id', '=', taskId).executeTakeFirstOrThrow()
    if (task.state === TaskState.failed || task.state === TaskState.succeeded) return task
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Starts the task, or resumes one that was killed. */
async function begin(services: Services, place: Place): Promise<string> {
  const { deps } = services
  const noted = join(order.dataDir, `task ${order.name}`)
  if (existsSync(noted)) {
    const taskId = readFileSync(noted, 'utf8')
    // As the queue does some ten seconds later, without counting: interruptions are limited.
    const kind = serverTasks.find((task) => task.kind.type === order.type)?.kind
    await deps.db.updateTable('task').set({ attempts: 0 }).where('id', '=', taskId).execute()
    if (kind) await deps.db.transaction().execute((tx) => deps.queue.send(tx, kind.resources, { taskId }, { turn: 0 }))
    return taskId
  }
  if (order.type === 'video_ingest') {
    const { task_id } = await addVideo(deps, place)
    await writeFile(noted, task_id)
    return task_id
  }
  const { video_id, file_id } = place
  const input = { ...order.config, video_id, file_id, idempotency_key: `faults ${order.name}` }
  const { task_id } = await runTask(deps, { accountId: place.account_id }, order.type, input)
  await writeFile(noted, task_id)
  return task_id
}

async function outcomeOf({ deps }: Services, taskId: string): Promise<Outcome> {
  const task = await ended(deps, taskId)
  const entries = await deps.db
    .selectFrom('credit_entry')
    .select('kind')
    .where('ref_type', '=', 'task')
    .where('ref_id', '=', taskId)
    .orderBy('id')
    .execute()
  const runs = await deps.db.selectFrom('step_run').selectAll().where('owner_id', '=', taskId).execute()
  const finished = runs.filter((run) => run.finished_at).map((run) => run.key)
  return {
    state: task.state,
    message: failureMessage('en', task.fail_msg),
    flagged: task.report?.flagged ?? 0,
    credits: entries.map(({ kind }) => kind),
    steps: runs.length,
    interrupted: runs.length - finished.length,
    twice: finished.length - new Set(finished).size,
  }
}

const services = await open()
const placeFile = join(order.dataDir, 'place.json')
if (order.type === 'prepare') {
  await writeFile(placeFile, JSON.stringify(await prepare(services)))
} else {
  const place = JSON.parse(await readFile(placeFile, 'utf8')) as Place
  process.stdout.write(`${JSON.stringify(await outcomeOf(services, await begin(services, place)))}\n`)
}
await services.close()
