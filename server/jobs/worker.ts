import type { FastifyBaseLogger } from 'fastify'
import { type Hindrance, retryAfter } from '#core/tasks/retry.ts'
import {
  beginAttempt,
  failTask,
  finishTask,
  frozenVersion,
  noteProgress,
  subjectId,
  type TaskRow,
} from '../app/tasks/attempts.ts'
import type { Deps } from '../app/deps.ts'
import { videoById } from '../app/videos/read.ts'
import { EngineError } from '../engines/engine-error.ts'
import { EngineMissing } from '../engines/registry.ts'
import { newId } from '../store/id.ts'
import type { QueueSlots } from '../store/queue.ts'
import type { ServerTask, TaskJob } from '../tasks/task.ts'
import { runBackgroundJob } from './background-jobs.ts'
import { preemptionSignal, requeueAtBack } from './preemption.ts'
import { failureOf } from './failure.ts'
import { requeueForCapableWorker } from './requeue.ts'
import { TaskFailed, withRun } from './run.ts'
import { sendAgain } from './send-again.ts'
import { TaskUnwanted, watchTask } from './watch.ts'

/** A task that ended its worker this often is not started again. */
const MAX_ATTEMPTS = 5
const PROGRESS_EVERY_MS = 400

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

/** Takes jobs of the given classes, each up to its concurrency, until the queue stops. */
export async function startWorker(
  deps: Deps,
  log: Log,
  { queues, ...rules }: WorkerRules & { queues: readonly QueueSlots[] },
): Promise<void> {
  for (const { resources, concurrency } of queues)
    await deps.queue.work(resources, concurrency, ({ taskId }, signal) => runTask(deps, log, rules, taskId, signal))
  await deps.queue.workBackgroundJobs((job, signal) => runBackgroundJob(deps, log, job, signal))
}

interface WorkerRules {
  readonly tasks: readonly ServerTask[]
  /** Seconds between the attempts at a task whose engines are out of order. */
  readonly retryPauses: readonly number[]
  /** Whether others than the operator use it: they don't see a service's answer, which may reveal its address. */
  readonly isForOthers?: boolean
}

async function runTask(
  deps: Deps,
  log: Log,
  { tasks, ...rules }: WorkerRules,
  taskId: string,
  stopping: AbortSignal,
): Promise<void> {
  const task = await beginAttempt(deps.db, taskId)
  if (!task) return
  const watch = watchTask(deps, task)
  const server = tasks.find(({ kind }) => kind.type === task.type)
  const preemption = preemptionSignal(deps, task, server?.kind.resources)
  const signal = AbortSignal.any([stopping, watch.signal, preemption.signal])
  log.info({ task: taskId, type: task.type, attempt: task.attempts }, 'task begins')
  try {
    if (!server) throw new Error(`No worker knows tasks of the type ${task.type}`)
    if (task.attempts - task.faults > MAX_ATTEMPTS) throw new TaskFailed('too_many_attempts', { n: MAX_ATTEMPTS })
    const onProgress = throttled((share, step) => noteProgress(deps.db, task, share, step))
    const onFault = (part: string, err: Error): void =>
      log.error({ task: taskId, part, err }, 'a part of a result is left out')
    const { beforeStep } = preemption
    const result = await withRun({ deps, ownerId: taskId, signal, onProgress, onFault, beforeStep }, (run) =>
      server.recipe(run, jobOf(deps, task)),
    )
    await finishTask(deps, task, result)
    log.info({ task: taskId }, 'task done')
  } catch (error) {
    if (
      error instanceof EngineMissing &&
      server &&
      (await requeueForCapableWorker(deps, task, server.kind.resources, error))
    )
      return
    if (stopping.aborted) throw error
    const reason: unknown = watch.signal.aborted ? watch.signal.reason : error
    if (server && preemption.signal.aborted && !watch.signal.aborted) {
      log.info({ task: taskId }, 'task yields')
      return requeueAtBack(deps, task, server.kind.resources)
    }
    if (reason instanceof TaskUnwanted) return log.info({ task: taskId }, 'task given up')
    await endTask(deps, log, task, reason, { server, ...rules })
  } finally {
    watch.stop()
  }
}

/** What a task's recipe can ask for. */
function jobOf(deps: Deps, task: TaskRow): Omit<TaskJob<unknown>, 'config'> {
  return {
    task,
    video: async () => {
      const id = await subjectId(deps.db, task.id, 'video')
      const video = id === undefined ? undefined : await videoById(deps.db, id)
      if (!video) throw new TaskFailed('video_gone')
      return video
    },
    frozenVersion: async () => {
      const version = await frozenVersion(deps.db, task.id)
      if (!version) throw new TaskFailed('lines_unreadable')
      return version
    },
  }
}

/** Ends a task with a permanent fault; otherwise queues it again. */
async function endTask(
  deps: Deps,
  log: Log,
  task: TaskRow,
  error: unknown,
  {
    server,
    retryPauses: pauses,
    isForOthers = false,
  }: Pick<WorkerRules, 'retryPauses' | 'isForOthers'> & { readonly server: ServerTask | undefined },
): Promise<void> {
  if (error instanceof TaskFailed) {
    const { key, params, isFinal } = error
    return failTask(deps, task, { key, params, ...(isFinal && { isFinal }) })
  }
  const logId = newId()
  log.error({ task: task.id, logId, err: error }, 'task failed')
  const failure = failureOf(error, { logId, isForOthers })
  const askedSeconds = error instanceof EngineError ? (error.retryAfterMs ?? 0) / 1000 : 0
  const hindrance = failure ? passing(error) : 'unknown'
  const faults = task.faults + 1
  const afterSeconds = hindrance && retryAfter(hindrance, faults, { pauses, askedSeconds })
  if (server && afterSeconds !== undefined) {
    return sendAgain(deps, task, server.kind.resources, { afterSeconds, attempts: task.attempts, faults })
  }
  await failTask(deps, task, failure ?? { key: server?.faultKey ?? 'task_fault', params: { id: logId } })
}

/** Whether an engine's fault may be temporary. */
function passing(error: unknown): Hindrance | undefined {
  return error instanceof EngineError && (error.fault === 'transient' || error.fault === 'rate') ? 'passing' : undefined
}

type Report = (share: number, step: string) => void

/** Writes the newest progress every 400 ms. A failed write is ignored: the next one follows. */
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
