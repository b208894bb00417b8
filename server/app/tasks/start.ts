import { describeTaskState, TaskState } from '#core/domain/task.ts'
import type { UsedMedia } from '#core/domain/used-media.ts'
import type { Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import { holdCredits, releaseCredits } from '../credits/spend.ts'
import type { Deps } from '../deps.ts'
import { spendByKey } from '../keys/spending.ts'
import { Refusal } from '../refusal.ts'
import type { Starter } from '../scope.ts'
import { checkStart, startable } from './check.ts'
import { notifyTask } from './events.ts'
import { insertTasks } from './insert.ts'
import type { ChangedLines, CheckedStart, Remark, StartableTask } from './kind.ts'
import { keepPlaces } from './places.ts'
import { lockStarts, refuseOngoing, type StartedRow } from './same.ts'
import { StartSource } from './source.ts'
import type { SubjectIds } from './subjects.ts'
import { turnOf } from './turns.ts'
import { transact } from '../../store/deadlock.ts'

/** A request to start a task of any kind: the ids of its subjects beside the fields of its config. */
export interface RunInput {
  readonly [field: string]: unknown
  readonly video_id?: string | undefined
  readonly file_id?: string | undefined
  /** A second version, for kinds that take one. */
  readonly second_file_id?: string | undefined
  readonly project_id?: string | undefined
}

/** A started task, or the one that the same key had started before. */
export interface Started {
  task_id: string
  credits: number
}

interface StartOptions {
  readonly type: string
  readonly subjects: SubjectIds
  /** Parsed by the kind's own schema. */
  readonly config: unknown
  /** Idempotency key: a second start returns the first one's task. */
  readonly idempotencyKey: string
  readonly batchId?: string
  /** The API key that started it. */
  readonly keyId?: string | undefined
  /** Id of the new task; random by default. */
  readonly taskId?: string
  /** For a step of a chain. */
  readonly chain?: ChainStart | undefined
}

/** What a chain gives to the task of a step. */
interface ChainStart {
  readonly id: string
  /** Credits that were held before, under the id that the task gets if its price is the same. */
  readonly held: { readonly taskId: string; readonly credits: number }
  /** Results of earlier steps that the task uses. */
  readonly given: UsedMedia
}

/** Starts a task of a public kind from a request. Throws a Refusal. */
export async function runTask(
  deps: Deps,
  { accountId, keyId }: Starter,
  type: string,
  input: RunInput & { idempotency_key: string },
): Promise<Started> {
  const { kind } = startable(deps, type)
  if (kind.isInternal) throw new Refusal('not_permitted', 'not_permitted')
  const options = { type, subjects: idsOf(input), config: input, idempotencyKey: input.idempotency_key, keyId }
  return transact(deps.db, (tx) => startTask(deps, tx, accountId, options))
}

/** Checks, prices, stores and queues a task and holds its credits, all or nothing. Throws a Refusal. */
export async function startTask(deps: Deps, tx: Tx, accountId: string, options: StartOptions): Promise<Started> {
  const { type, subjects, idempotencyKey, batchId, keyId, chain } = options
  const before = await startedBefore(tx, accountId, idempotencyKey)
  if (before) return before
  const task = startable(deps, type)
  await keepPlaces(tx, accountId, [subjects])
  if (!task.kind.isInternal) await lockStarts(tx, accountId)
  const meanwhile = await startedBefore(tx, accountId, idempotencyKey)
  if (meanwhile) return meanwhile
  const source = new StartSource(tx, accountId, chain?.given)
  const checked = await checkStart(source, task, subjects, () => options.config)
  const same = await source.same(task.kind, checked)
  // A chain waits for an equal task of the account.
  if (chain && same && describeTaskState(same.state).isOngoing) return { task_id: same.id, credits: 0 }
  refuseOngoing(same)
  const { credits, prepared } = checked
  const isHeld = chain !== undefined && chain.held.credits === credits
  const id = isHeld ? chain.held.taskId : (options.taskId ?? newId())
  const turn = await turnOf(deps, tx, accountId, task.kind.resources)
  const row = { ...checked, id, task, projectId: subjects.project, batchId, chainId: chain?.id, idempotencyKey, turn }
  if (!(await insertTasks(tx, accountId, [row])))
    return (await startedBefore(tx, accountId, idempotencyKey)) ?? { task_id: id, credits }
  // The account's row is locked before the key's, as everywhere, to avoid a deadlock.
  if (!isHeld) {
    if (chain) await releaseCredits(tx, chain.held.taskId)
    if (credits > 0) await holdCredits(tx, accountId, { id, type, name: prepared.name }, credits)
    if (keyId !== undefined) await spendByKey(tx, keyId, id, credits)
  }
  await deps.queue.send(tx, task.kind.resources, { taskId: id }, { turn })
  await notifyTask(tx, { id, account_id: accountId, is_internal: task.kind.isInternal }, { state: TaskState.queued })
  return { task_id: id, credits }
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

interface Quote {
  readonly credits: number
  readonly engine: string
  readonly changed: ChangedLines | undefined
  readonly remarks: readonly Remark[]
  readonly used: UsedMedia
  /** A task with the same result. */
  readonly same: StartedRow | undefined
}

/** A task's price and engine; a Refusal says why it can't run. */
export async function quote(deps: Deps, accountId: string, input: RunInput & { task_type: string }): Promise<Quote> {
  const source = new StartSource(deps.db, accountId)
  const task = startable(deps, input.task_type)
  const checked = await checkQuote(source, task, input)
  const { credits, prepared, used } = checked
  const same = await source.same(task.kind, checked)
  return { credits, engine: prepared.engine, changed: prepared.changed, remarks: prepared.remarks ?? [], used, same }
}

/** Checks and prices a start; settings may be left out. Throws a Refusal. */
export function checkQuote(source: StartSource, task: StartableTask, input: RunInput): Promise<CheckedStart> {
  return checkStart(source, task, idsOf(input), (subjects) => ({ ...task.defaults(subjects), ...input }))
}

function idsOf({ video_id, file_id, second_file_id, project_id }: RunInput): SubjectIds {
  return { video: video_id, subtitle: file_id, second: second_file_id, project: project_id }
}

/** Queues tasks that a migration found waiting in former queues. */
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
