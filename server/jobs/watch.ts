import { wantedTask, type TaskRow } from '../app/tasks/attempts.ts'
import type { Deps } from '../app/deps.ts'
import { TaskFailed } from './run.ts'

/** How often an attempt checks whether its task is still wanted. */
const WATCH_EVERY_MS = 2000

/** The task was deleted, is over or belongs to another worker: the result is unwanted. */
export class TaskUnwanted extends Error {}

/** A signal that aborts an attempt soon after its task or video is deleted; `stop` ends the watching. */
export function watchTask(deps: Deps, task: TaskRow): { signal: AbortSignal; stop: () => void } {
  const control = new AbortController()
  const look = async (): Promise<void> => {
    const wanted = await wantedTask(deps.db, task)
    if (wanted === 'no') control.abort(new TaskUnwanted(`Task ${task.id} is gone`))
    if (wanted === 'video_gone') control.abort(new TaskFailed('video_gone'))
  }
  // Without an answer the work continues: its writes are fenced.
  const timer = setInterval(() => void look().catch(() => undefined), WATCH_EVERY_MS)
  return { signal: control.signal, stop: () => clearInterval(timer) }
}
