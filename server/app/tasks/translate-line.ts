import { setTimeout as wait } from 'node:timers/promises'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { describeTaskState, type TaskReport, TaskState } from '#core/domain/task.ts'
import { lineTranslate } from '#core/tasks/line-translate.ts'
import type { Deps } from '../deps.ts'
import { notFound, refusalOf } from '../refusal.ts'
import type { Starter } from '../scope.ts'
import { startTask } from './start.ts'
import { transact } from '../../store/deadlock.ts'

/** How long an answer waits for a result: the caller may ask again with the same key. */
const WAIT_MS = 15_000
const LOOK_EVERY_MS = 100

/** Starts the translation of one cue, or finds the one of the same key, and waits for it a while. Throws a Refusal. */
export async function translateLine(
  deps: Deps,
  { accountId, keyId }: Starter,
  { file_id, idempotency_key: idempotencyKey, ...config }: ParsedInputOf<'runLineTranslation'>,
): Promise<DataOf<'runLineTranslation'>> {
  const options = { type: lineTranslate.type, subjects: { subtitle: file_id }, config, idempotencyKey, keyId }
  const started = await transact(deps.db, (tx) => startTask(deps, tx, accountId, options))
  const report = await awaitReport(deps, accountId, started.task_id, ({ suggestion }) => suggestion !== undefined)
  return { ...started, suggestion: report?.suggestion ?? null }
}

/** The report of a task of one cue, once it has its result; undefined if that takes too long. Throws a Refusal. */
export async function awaitReport(
  deps: Deps,
  accountId: string,
  taskId: string,
  isThere: (report: TaskReport) => boolean,
): Promise<TaskReport | undefined> {
  const until = Date.now() + WAIT_MS
  for (;;) {
    const row = await deps.db
      .selectFrom('task')
      .select(['state', 'report', 'fail_msg'])
      .where('id', '=', taskId)
      .where('account_id', '=', accountId)
      .executeTakeFirst()
    if (!row) throw notFound()
    if (row.state === TaskState.failed) throw refusalOf(row.fail_msg)
    const report = row.report && isThere(row.report) ? row.report : undefined
    if (!describeTaskState(row.state).isOngoing && !report) throw notFound()
    if (report || Date.now() >= until) return report
    await wait(LOOK_EVERY_MS)
  }
}
