import { TaskState } from '#core/domain/task.ts'
import type { DataOf } from './calls.ts'
import { type CallOptions, type Client, pause } from './client.ts'

const LOOK_EVERY_MS = 2000

type Task = DataOf<'getTask'>

/** A task that ended without a result; its credits were returned. */
export class TaskFailed extends Error {
  override readonly name = 'TaskFailed'
  readonly task: Task
  constructor(task: Task) {
    super(task.fail_msg)
    this.task = task
  }
}

export interface WaitOptions extends CallOptions {
  /** Polling interval in milliseconds; by default 2000. */
  readonly everyMs?: number
  /** Called after each poll: `progress` from 0 to 1, and the `step` in words. */
  readonly onProgress?: (task: Task) => void
}

/** Waits until a task has succeeded. Rejects with a TaskFailed; `signal` ends the waiting, not the task. */
export async function waitForTask(
  client: Client,
  taskId: string,
  { everyMs = LOOK_EVERY_MS, onProgress, signal }: WaitOptions = {},
): Promise<Task> {
  for (;;) {
    const task = await client.call('getTask', { task_id: taskId }, signal ? { signal } : {})
    onProgress?.(task)
    if (task.state === TaskState.succeeded) return task
    if (task.state === TaskState.failed) throw new TaskFailed(task)
    await pause(everyMs, signal)
  }
}
