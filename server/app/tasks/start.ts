import { TaskState } from '#core/domain/task.ts'
import type { UsedMedia } from '#core/domain/used-media.ts'
import type { PriceFacts } from '#core/tasks/kind.ts'
import type { Db, Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import { holdCredits } from '../credits/spend.ts'
import type { Deps } from '../deps.ts'
import { spendByKey } from '../keys/spending.ts'
import { importedFrom } from '../subtitles/imported.ts'
import { Refusal } from '../refusal.ts'
import { withFolderSettings } from '../pro/settings.ts'
import { keptVoices } from '../roles.ts'
import type { Starter } from '../scope.ts'
import { usedMedia } from '../videos/used-media.ts'
import { earlierTask } from './earlier.ts'
import { engineFinder } from './engines.ts'
import { notifyTask } from './events.ts'
import { turnOf } from './turns.ts'
import type { ChangedLines, Prepared, StartableTask } from './kind.ts'
import { findSubjects, type SubjectIds, type Subjects } from './subjects.ts'

/** What a caller sends to start a task of any kind: the ids of its subjects and the fields of its config side by side. */
export interface RunInput {
  readonly [field: string]: unknown
  readonly video_id?: string | undefined
  readonly file_id?: string | undefined
  /** A second version, for kinds that take one. */
  readonly second_file_id?: string | undefined
  readonly project_id?: string | undefined
}

/** A task that was started, or that the same key had started before. */
export interface Started {
  task_id: string
  credits: number
}

interface StartOptions {
  readonly type: string
  readonly subjects: SubjectIds
  /** Read by the kind's own schema. */
  readonly config: unknown
  /** A second start with the same key answers with the first one's task. */
  readonly idempotencyKey: string
  readonly batchId?: string
  /** The key that a program started it by. */
  readonly keyId?: string | undefined
  /** Id of the new task; a random one where there is none. */
  readonly taskId?: string
}

/** Starts a task of a public kind from what came over the wire. Throws a Refusal. */
export async function runTask(
  deps: Deps,
  { accountId, keyId }: Starter,
  type: string,
  input: RunInput & { idempotency_key: string },
): Promise<Started> {
  const { kind } = startable(deps, type)
  if (kind.isInternal) throw new Refusal('not_permitted', 'not_permitted')
  const options = { type, subjects: idsOf(input), config: input, idempotencyKey: input.idempotency_key, keyId }
  return deps.db.transaction().execute((tx) => startTask(deps, tx, accountId, options))
}

/** Checks, prices and stores a task, holds its credits and queues it: all of it or nothing. Throws a Refusal. */
export async function startTask(deps: Deps, tx: Tx, accountId: string, options: StartOptions): Promise<Started> {
  const before = await startedBefore(tx, accountId, options.idempotencyKey)
  if (before) return before
  const task = startable(deps, options.type)
  const subjects = await findSubjects(tx, accountId, task.kind.subjects, options.subjects)
  const config = await readConfig(tx, task, subjects, options.config)
  const prepared = await task.precheck({ config, ...factsFor(tx, accountId, task, subjects) })
  const used = await usedOf(tx, task, subjects)
  const credits = task.kind.price(factsOf(prepared), config)
  const id = options.taskId ?? newId()
  const turn = await turnOf(deps, tx, accountId, task.kind.resources)
  const isNew = await insertTask(tx, accountId, {
    id,
    task,
    options,
    config: { ...config, ...used },
    prepared,
    credits,
    turn,
  })
  if (!isNew) return (await startedBefore(tx, accountId, options.idempotencyKey)) ?? { task_id: id, credits }
  await insertParts(tx, id, task, subjects)
  if (options.keyId !== undefined) await spendByKey(tx, options.keyId, id, credits)
  if (credits > 0) await holdCredits(tx, accountId, { id, type: options.type, name: prepared.name }, credits)
  await deps.queue.send(tx, task.kind.resources, { taskId: id }, { turn })
  await notifyTask(tx, { id, account_id: accountId, is_internal: task.kind.isInternal }, { state: TaskState.queued })
  return { task_id: id, credits }
}

interface NewTask {
  id: string
  task: StartableTask
  options: StartOptions
  config: Record<string, unknown>
  prepared: Prepared
  credits: number
  turn: number
}

/** False where a start with the same key came first. */
async function insertTask(tx: Tx, accountId: string, row: NewTask): Promise<boolean> {
  const { prepared, options } = row
  const inserted = await tx
    .insertInto('task')
    .values({
      id: row.id,
      account_id: accountId,
      folder_id: prepared.folderId,
      batch_id: options.batchId ?? null,
      project_id: options.subjects.project ?? null,
      name: prepared.name,
      type: row.task.kind.type,
      config: JSON.stringify({ ...row.config, ...prepared.notes }),
      language: prepared.language ?? '',
      previous_language: prepared.previousLanguage ?? '',
      credits: row.credits,
      idempotency_key: options.idempotencyKey,
      is_internal: row.task.kind.isInternal,
      turn: row.turn,
      work: prepared.facts?.durationMs ?? prepared.facts?.characters ?? 0,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}

/** What the task works on, and the text that it was started with. */
async function insertParts(tx: Tx, taskId: string, { kind }: StartableTask, subjects: Subjects): Promise<void> {
  const rows = subjects.rows.map((row) => ({ task_id: taskId, ...row }))
  if (rows.length > 0) await tx.insertInto('task_subject').values(rows).execute()
  if (kind.freezes === 'nothing') return
  const { cues, style, ...version } = subjects.subtitle
  const { secondIfAny: second } = subjects
  await tx
    .insertInto('task_frozen')
    .values({
      task_id: taskId,
      cues: JSON.stringify(cues),
      style: style && JSON.stringify(style),
      second_cues: second ? JSON.stringify(second.cues) : null,
      second_language: second?.language ?? null,
      ...importedFrom(version),
    })
    .execute()
}

async function startedBefore(tx: Tx, accountId: string, idempotencyKey: string): Promise<Started | undefined> {
  const row = await tx
    .selectFrom('task')
    .select(['id', 'credits'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirst()
  return row && { task_id: row.id, credits: row.credits }
}

/** What a task would cost and which engine would do it; a Refusal says why it can't run. */
export async function quote(
  deps: Deps,
  accountId: string,
  input: RunInput & { task_type: string },
): Promise<{ credits: number; engine: string; changed: ChangedLines | undefined; used: UsedMedia }> {
  const task = startable(deps, input.task_type)
  const subjects = await findSubjects(deps.db, accountId, task.kind.subjects, idsOf(input))
  const config = await readConfig(deps.db, task, subjects, { ...task.defaults(subjects), ...input })
  const prepared = await task.precheck({ config, ...factsFor(deps.db, accountId, task, subjects) })
  const used = await usedOf(deps.db, task, subjects)
  const { engine, changed } = prepared
  return { credits: task.kind.price(factsOf(prepared), config), engine, changed, used }
}

/** Results that stand in for the video's own picture and sound. */
async function usedOf(db: Db, { kind }: StartableTask, { videoIfAny: video }: Subjects): Promise<UsedMedia> {
  return video ? usedMedia(db, video, kind.uses) : {}
}

function startable(deps: Deps, type: string): StartableTask {
  const task = deps.tasks.find(({ kind }) => kind.type === type)
  if (!task) throw new Refusal('refused', 'operation_failed')
  return task
}

/** What was chosen with what the folder says, read by the kind's schema. */
async function readConfig(
  db: Db,
  { kind }: StartableTask,
  subjects: Subjects,
  value: unknown,
): Promise<Record<string, unknown>> {
  const { folderIfAny } = subjects
  const isObject = typeof value === 'object' && value !== null
  const whole = isObject && folderIfAny ? await withFolderSettings(db, folderIfAny, kind, { ...value }) : value
  const read = kind.config.safeParse(whole)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new Refusal('refused', 'invalid_input', { field: issue?.path.join('.') ?? '', detail: issue?.message ?? '' })
}

function idsOf({ video_id, file_id, second_file_id, project_id }: RunInput): SubjectIds {
  return { video: video_id, subtitle: file_id, second: second_file_id, project: project_id }
}

function factsFor(db: Db, accountId: string, { kind }: StartableTask, subjects: Subjects) {
  const { videoIfAny } = subjects
  return {
    subjects,
    engines: engineFinder(db, kind.resources),
    earlier: async (language: string) => videoIfAny && earlierTask(db, accountId, kind, videoIfAny.id, language),
    keptVoices: (folderId: string, language: string) => keptVoices(db, accountId, folderId, language),
  }
}

function factsOf({ facts }: Prepared): PriceFacts {
  return { durationMs: 0, characters: 0, ...facts }
}

/** Sends the jobs of tasks that a migration found waiting in queues which are no more. */
export async function sendWaitingTasks(deps: Pick<Deps, 'db' | 'queue' | 'tasks'>): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const waiting = await tx
      .deleteFrom('task_to_send')
      .using('task')
      .whereRef('task.id', '=', 'task_to_send.task_id')
      .returning(['task.id', 'task.type', 'task.turn'])
      .execute()
    for (const { id, type, turn } of waiting) {
      const task = deps.tasks.find(({ kind }) => kind.type === type)
      if (task) await deps.queue.send(tx, task.kind.resources, { taskId: id }, { turn })
    }
  })
}
