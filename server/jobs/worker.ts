import type { FastifyBaseLogger } from 'fastify'
import { describeTaskState, TaskState } from '#core/domain/task.ts'
import type { Deps } from '../app/deps.ts'
import { beginAttempt, failTask, finishTask, noteProgress, type TaskRow } from '../app/tasks.ts'
import type { VideoRow } from '../app/videos.ts'
import { type Failure, failureText } from '../app/messages.ts'
import { ProgramMissing } from '../engines/program.ts'
import { ServiceFailed } from '../engines/service.ts'
import { isStorageFull } from '../store/storage-full.ts'
import { publishEvent } from '../store/events.ts'
import { newId } from '../store/id.ts'
import { prepareVideo } from '../tasks/video-ingest/recipe.ts'
import { recipes } from '../tasks/index.ts'
import { TaskFailed, withRun } from './run.ts'

/** A task that ended its worker this often is not begun again. */
const MAX_ATTEMPTS = 5
const PROGRESS_EVERY_MS = 400

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

/** Takes jobs until the queue stops. */
export async function startWorker(deps: Deps, log: Log, concurrency: number): Promise<void> {
  await deps.queue.work('ingest', concurrency, ({ videoId }, signal) => runIngest(deps, log, videoId, signal))
  await deps.queue.work('task', concurrency, ({ taskId }, signal) => runTask(deps, log, taskId, signal))
}

async function runTask(deps: Deps, log: Log, taskId: string, signal: AbortSignal): Promise<void> {
  const task = await beginAttempt(deps.db, taskId)
  if (!task) return
  log.info({ task: taskId, type: task.type, attempt: task.attempts }, 'task begins')
  try {
    if (task.attempts > MAX_ATTEMPTS) throw new TaskFailed('too_many_attempts', { n: MAX_ATTEMPTS })
    const video = await deps.db.selectFrom('video').selectAll().where('id', '=', task.video_id).executeTakeFirst()
    if (!video) throw new TaskFailed('video_gone')
    const report = throttled((share, step) => noteProgress(deps.db, task, share, step))
    const result = await withRun({ deps, ownerId: taskId, signal, onProgress: report }, (run) =>
      recipes[task.type](run, task, video),
    )
    await finishTask(deps.db, task, result)
    log.info({ task: taskId }, 'task done')
  } catch (error) {
    await endTask(deps, log, task, error, signal)
  }
}

/** Ends a task that can't be cured; throws to have the job handed out again otherwise. */
async function endTask(deps: Deps, log: Log, task: TaskRow, error: unknown, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw error
  if (error instanceof TaskFailed) return failTask(deps.db, task, { key: error.key, params: error.params })
  const logId = newId()
  log.error({ task: task.id, logId, err: error }, 'task failed')
  const failure = failureOf(error)
  if (failure) return failTask(deps.db, task, failure)
  if (task.attempts >= 2) return failTask(deps.db, task, { key: 'task_fault', params: { id: logId } })
  throw error
}

/** What is told about a fault that another attempt would meet again. */
function failureOf(error: unknown): Failure | undefined {
  if (isStorageFull(error)) return { key: 'storage_full' }
  if (error instanceof ServiceFailed) return { key: 'service_failed', params: { detail: error.message } }
  if (error instanceof ProgramMissing) return { key: 'engine_missing', params: { name: error.program } }
  return undefined
}

async function runIngest(deps: Deps, log: Log, videoId: string, signal: AbortSignal): Promise<void> {
  const video = await deps.db.selectFrom('video').selectAll().where('id', '=', videoId).executeTakeFirst()
  if (!video || !describeTaskState(video.state).isOngoing) return
  const report = throttled((progress) => setVideo(deps, video, { state: TaskState.running, progress }))
  try {
    const made = await withRun({ deps, ownerId: videoId, signal, onProgress: report }, (run) =>
      prepareVideo(run, video, (part, err) => log.error({ video: videoId, part, err }, 'a part of a film is left out')),
    )
    await setVideo(deps, video, {
      state: TaskState.succeeded,
      progress: 1,
      cover_key: made.cover,
      proxy_key: made.proxy,
      hls_key: made.hls,
      peaks_key: made.peaks ?? null,
      strip_key: made.strip ?? null,
      shots_key: made.shots ?? null,
    })
  } catch (error) {
    if (signal.aborted) throw error
    const logId = newId()
    log.error({ video: videoId, logId, err: error }, 'preparing a video failed')
    const failure = failureOf(error) ?? { key: 'ingest_failed', params: { id: logId } }
    await setVideo(deps, video, { state: TaskState.failed, fail_msg: failureText(failure) })
  }
}

async function setVideo(
  deps: Deps,
  video: VideoRow,
  values: Partial<Pick<VideoRow, 'state' | 'progress' | 'fail_msg' | (`${string}_key` & keyof VideoRow)>>,
): Promise<void> {
  // Late progress must not bring a finished video back to "in progress".
  const { numUpdatedRows } = await deps.db
    .updateTable('video')
    .set(values)
    .where('id', '=', video.id)
    .where('state', 'in', [TaskState.queued, TaskState.running])
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return
  await publishEvent(deps.db, video.account_id, {
    kind: 'video',
    video_id: video.id,
    folder_id: video.folder_id,
    state: values.state ?? video.state,
    progress: values.progress ?? 0,
  })
}

type Report = (share: number, step: string) => void

/** Passes on the newest report every 400 ms. One that can't be written does no harm: the next one follows. */
function throttled(write: (share: number, step: string) => Promise<void>): Report {
  let newest: Parameters<Report> | undefined
  let waiting = false
  const pass = (): void => {
    const report = newest
    newest = undefined
    waiting = report !== undefined
    if (report)
      void write(...report)
        .catch(() => undefined)
        .finally(() => setTimeout(pass, PROGRESS_EVERY_MS))
  }
  return (...report) => {
    newest = report
    if (!waiting) pass()
  }
}
