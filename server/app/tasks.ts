import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { InterfaceLanguage, LanguageCode } from '#core/domain/languages.ts'
import { price } from '#core/domain/prices.ts'
import { describeTaskState, TaskState, type TaskType } from '#core/domain/task.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Task } from '#core/contract/task.ts'
import { writeSrt } from '#core/subtitle/srt.ts'
import { offersOf } from '../engines/offers.ts'
import type { Db, Tx } from '../store/db.ts'
import { publishEvent } from '../store/events.ts'
import { newId } from '../store/id.ts'
import type { TaskTable } from '../store/schema.ts'
import { holdCredits, releaseCredits, settleCredits } from './credits.ts'
import type { Deps } from './deps.ts'
import type { Listed } from './folders.ts'
import { type Failure, failureMessage, failureText } from './messages.ts'
import { notFound, Refusal } from './refusal.ts'
import { cuesOf, findVersion, insertVersion, languageOf, type NewVersion } from './subtitles.ts'
import { findVideo, type VideoRow } from './videos.ts'

export type TaskRow = Selectable<TaskTable>
type Started = DataOf<'runExtract'>

/** What a new task needs, whatever its type. */
interface NewTask {
  type: TaskType
  video: VideoRow
  subtitleId: string | null
  config: Record<string, unknown>
  language: string
  previousLanguage: string
  credits: number
}

export async function startExtract(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'runExtract'>,
): Promise<Started> {
  const { video_id, idempotency_key, ...config } = input
  const video = await readyVideo(deps.db, accountId, video_id)
  if (!video.info.hasAudio) throw new Refusal('refused', 'video_no_audio')
  await speechEngineName(deps.db, config.source_language)
  return start(deps, accountId, idempotency_key, {
    type: 'video_extract',
    video,
    subtitleId: null,
    config,
    language: config.source_language,
    previousLanguage: '',
    credits: price('video_extract', { durationMs: video.duration_ms }),
  })
}

export async function startTranslate(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'runTranslate'>,
): Promise<Started> {
  const { file_id, idempotency_key, ...config } = input
  const version = await findVersion(deps.db, accountId, file_id)
  if (version.cue_sum === 0) throw new Refusal('refused', 'version_empty')
  await translationEngineName(deps.db, config.source_language, config.to_language)
  const video = await findVideo(deps.db, accountId, version.video_id)
  return start(deps, accountId, idempotency_key, {
    type: 'subtitle_translate',
    video,
    subtitleId: file_id,
    // The text is frozen: an edit after the start does not change what was paid for.
    config: { ...config, revision: version.revision, cues: version.cues },
    language: config.to_language,
    previousLanguage: config.source_language,
    credits: price('subtitle_translate', { characters: charactersOf(cuesOf(version)) }),
  })
}

export async function startSynthesis(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'runSynthesis'>,
): Promise<Started> {
  const { video_id, file_id, idempotency_key, ...config } = input
  const video = await readyVideo(deps.db, accountId, video_id)
  const version = await findVersion(deps.db, accountId, file_id)
  if (version.video_id !== video_id) throw notFound()
  if (version.cue_sum === 0) throw new Refusal('refused', 'version_empty')
  return start(deps, accountId, idempotency_key, {
    type: 'video_synthesis',
    video,
    subtitleId: file_id,
    config: { ...config, revision: version.revision, cues: version.cues, language: version.language },
    language: version.language,
    previousLanguage: video.language,
    credits: price('video_synthesis', { durationMs: video.duration_ms }),
  })
}

/** Price, hold, row and job in one transaction; the same key answers with the task it made before. */
async function start(deps: Deps, accountId: string, idempotencyKey: string, task: NewTask): Promise<Started> {
  return deps.db.transaction().execute(async (tx) => {
    const id = newId()
    const row = await tx
      .insertInto('task')
      .values({
        id,
        account_id: accountId,
        folder_id: task.video.folder_id,
        video_id: task.video.id,
        subtitle_id: task.subtitleId,
        name: task.video.name,
        type: task.type,
        config: JSON.stringify(task.config),
        language: task.language,
        previous_language: task.previousLanguage,
        credits: task.credits,
        idempotency_key: idempotencyKey,
      })
      .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
      .returning(['id', 'credits'])
      .executeTakeFirst()
    if (!row) return startedBefore(tx, accountId, idempotencyKey)
    await holdCredits(tx, accountId, id, task.credits)
    await deps.queue.send(tx, 'task', { taskId: id })
    await tellTask(tx, accountId, { id, state: TaskState.queued, progress: 0, step: '' })
    return { task_id: id, credits: row.credits }
  })
}

async function startedBefore(tx: Tx, accountId: string, idempotencyKey: string): Promise<Started> {
  const row = await tx
    .selectFrom('task')
    .select(['id', 'credits'])
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', idempotencyKey)
    .executeTakeFirstOrThrow()
  return { task_id: row.id, credits: row.credits }
}

async function readyVideo(db: Db, accountId: string, videoId: string): Promise<VideoRow> {
  const video = await findVideo(db, accountId, videoId)
  if (video.state === TaskState.failed) throw new Refusal('refused', 'video_failed')
  if (video.state !== TaskState.succeeded) throw new Refusal('notice', 'video_not_ready')
  return video
}

/** Name of the engine that some worker would hear this language with; a Refusal where none can. */
async function speechEngineName(db: Db, language: LanguageCode): Promise<string> {
  const name = (await offersOf(db)).labelFor('asr', { language })
  if (name === undefined) throw new Refusal('refused', 'no_speech_engine', { language })
  return name
}

/** Name of the engine that some worker would translate this pair with; a Refusal where none can. */
async function translationEngineName(db: Db, from: LanguageCode, to: LanguageCode): Promise<string> {
  if (from === to) throw new Refusal('refused', 'same_language')
  const name = (await offersOf(db)).labelFor('translate', { from, to })
  if (name === undefined) throw new Refusal('refused', 'no_translate_engine', { from, to })
  return name
}

function charactersOf(cues: readonly { text: string }[]): number {
  return cues.reduce((sum, cue) => sum + cue.text.length, 0)
}

/** What a task would cost and which engine would do it; a Refusal says why it can't run. */
export async function quote(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'quote'>,
): Promise<{ credits: number; engine: string }> {
  if (input.task_type === 'subtitle_translate') {
    const version = await findVersion(deps.db, accountId, input.file_id ?? '')
    const from = input.source_language ?? languageOf(version)
    const to = input.to_language ?? from
    const engine = await translationEngineName(deps.db, from, to)
    const credits = price('subtitle_translate', { characters: charactersOf(cuesOf(version)) })
    return { credits, engine }
  }
  const video = await findVideo(deps.db, accountId, input.video_id ?? '')
  const credits = price(input.task_type, { durationMs: video.duration_ms })
  if (input.task_type === 'video_synthesis') return { credits, engine: 'ffmpeg' }
  if (!video.info.hasAudio) throw new Refusal('refused', 'video_no_audio')
  const language = input.source_language ?? languageOf(video)
  return { credits, engine: await speechEngineName(deps.db, language) }
}

/**
 * Marks a task as running and returns the row with its new attempt number, which fences every later write: a worker
 * whose job was handed to another writes nothing. Undefined when the task is over or gone.
 */
export async function beginAttempt(db: Db, taskId: string): Promise<TaskRow | undefined> {
  return db.transaction().execute(async (tx) => {
    const row = await tx
      .updateTable('task')
      .set({ state: TaskState.running, attempts: sql`attempts + 1`, updated_at: new Date() })
      .where('id', '=', taskId)
      .where('state', 'in', [TaskState.queued, TaskState.running])
      .returningAll()
      .executeTakeFirst()
    if (row) await tellTask(tx, row.account_id, row)
    return row
  })
}

export async function noteProgress(db: Db, task: TaskRow, progress: number, step: string): Promise<void> {
  const row = await db
    .updateTable('task')
    .set({ progress, step, updated_at: new Date() })
    .where('id', '=', task.id)
    .where('attempts', '=', task.attempts)
    .where('state', '=', TaskState.running)
    .returning('id')
    .executeTakeFirst()
  if (row) await tellTask(db, task.account_id, { ...task, progress, step })
}

export interface TaskResult {
  version?: Omit<NewVersion, 'account_id' | 'folder_id' | 'video_id' | 'task_id'>
  blob?: string
}

/** Result, state and settlement together. */
export async function finishTask(db: Db, task: TaskRow, result: TaskResult): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockAttempt(tx, task))) return
    const { id: taskId, account_id, folder_id, video_id } = task
    const version =
      result.version &&
      (await insertVersion(tx, { ...result.version, account_id, folder_id, video_id, task_id: taskId }))
    await tx
      .updateTable('task')
      .set({
        state: TaskState.succeeded,
        progress: 1,
        step: '',
        result_blob: result.blob ?? null,
        result_subtitle_id: version?.id ?? null,
        updated_at: new Date(),
      })
      .where('id', '=', taskId)
      .execute()
    await settleCredits(tx, taskId)
    await tellTask(tx, account_id, { id: taskId, state: TaskState.succeeded, progress: 1, step: '' })
  })
}

/** Ends a task without a result and gives its credits back. */
export async function failTask(db: Db, task: TaskRow, failure: Failure): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (!(await lockAttempt(tx, task))) return
    await tx
      .updateTable('task')
      .set({ state: TaskState.failed, fail_msg: failureText(failure), step: '', updated_at: new Date() })
      .where('id', '=', task.id)
      .execute()
    await releaseCredits(tx, task.id)
    await tellTask(tx, task.account_id, { ...task, state: TaskState.failed, step: '' })
  })
}

async function lockAttempt(tx: Tx, task: TaskRow): Promise<boolean> {
  const row = await tx
    .selectFrom('task')
    .select('id')
    .where('id', '=', task.id)
    .where('attempts', '=', task.attempts)
    .where('state', '=', TaskState.running)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

async function tellTask(
  db: Db,
  accountId: string,
  task: { id: string; state: number; progress: number; step: string },
): Promise<void> {
  const { id: task_id, state, progress, step } = task
  await publishEvent(db, accountId, { kind: 'task', task_id, state, progress, step })
}

export async function listTasks(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
  input: { video_id?: string | undefined; page: number; page_size: number },
): Promise<Listed<Task>> {
  let matching = deps.db.selectFrom('task').where('task.account_id', '=', accountId)
  if (input.video_id) matching = matching.where('task.video_id', '=', input.video_id)
  const rows = await matching
    .leftJoin('video', 'video.id', 'task.video_id')
    .selectAll('task')
    .select('video.cover_key')
    .orderBy('task.created_at', 'desc')
    .limit(input.page_size)
    .offset((input.page - 1) * input.page_size)
    .execute()
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow()
  return {
    list: rows.map((row) => describeTask(deps, row, language)),
    total,
    page: input.page,
    page_size: input.page_size,
  }
}

export async function sumTasks(db: Db, accountId: string): Promise<DataOf<'sumTasks'>> {
  return db
    .selectFrom('task')
    .select([
      sql<number>`count(*)::int`.as('total'),
      sql<number>`(count(*) filter (where state in (0, 3)))::int`.as('processing'),
      sql<number>`(count(*) filter (where not read and state in (1, 2)))::int`.as('unread'),
    ])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
}

async function findTask(db: Db, accountId: string, taskId: string) {
  const row = await db
    .selectFrom('task')
    .leftJoin('video', 'video.id', 'task.video_id')
    .selectAll('task')
    .select('video.cover_key')
    .where('task.id', '=', taskId)
    .where('task.account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

export async function getTask(
  deps: Deps,
  accountId: string,
  language: InterfaceLanguage,
  taskId: string,
): Promise<DataOf<'getTask'>> {
  const row = await findTask(deps.db, accountId, taskId)
  await deps.db.updateTable('task').set({ read: true }).where('id', '=', taskId).execute()
  const made = row.result_subtitle_id
    ? await deps.db.selectFrom('subtitle').selectAll().where('id', '=', row.result_subtitle_id).executeTakeFirst()
    : undefined
  const text = made ? writeSrt(cuesOf(made)) : ''
  return {
    ...describeTask(deps, row, language),
    source_subtitle_txt: row.type === 'video_extract' ? text : '',
    translate_subtitle_txt: row.type === 'subtitle_translate' ? text : '',
  }
}

/** A running task can't be cancelled; a queued one is taken back and its credits with it. */
export async function deleteTask(deps: Deps, accountId: string, taskId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('task')
      .selectAll()
      .where('id', '=', taskId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound()
    if (!describeTaskState(row.state).canDelete) throw new Refusal('notice', 'being_generated')
    if (row.state === TaskState.queued) await releaseCredits(tx, taskId)
    await tx.deleteFrom('task').where('id', '=', taskId).execute()
  })
}

function describeTask(deps: Deps, row: TaskRow & { cover_key: string | null }, language: InterfaceLanguage): Task {
  const { cues: _, ...config } = row.config
  const extension = row.result_blob?.split('.').pop() ?? 'mp4'
  return {
    task_id: row.id,
    task_name: row.name,
    task_type: row.type,
    state: row.state,
    progress: row.progress,
    step: row.step,
    fail_msg: failureMessage(language, row.fail_msg),
    credits: row.credits,
    cover: deps.signedUrls.media(row.cover_key),
    video_id: row.video_id,
    folder_id: row.folder_id,
    language: row.language,
    previous_language: row.previous_language,
    create_time: row.created_at.toISOString(),
    update_time: row.updated_at.toISOString(),
    task_video_url: deps.signedUrls.media(row.result_blob, `${row.name} (${row.language}).${extension}`),
    file_id: row.result_subtitle_id ?? '',
    task_config: config,
  }
}
