import { TaskState } from '#core/domain/task.ts'
import { nextTurn } from '#core/tasks/fair-share.ts'
import type { Tx } from '../../store/db.ts'
import { publishEvents } from '../../store/events.ts'
import { newId } from '../../store/id.ts'
import { type EntryRow, type Ledger, openLedger, tellCredits, writeEntries } from '../credits/ledger.ts'
import { heldFor } from '../credits/spend.ts'
import type { Deps } from '../deps.ts'
import { leftOfKey, noteKeyTasks } from '../keys/spending.ts'
import { Refusal } from '../refusal.ts'
import type { Starter } from '../scope.ts'
import { checkStart } from './check.ts'
import { insertTasks, type NewTask } from './insert.ts'
import type { StartableTask } from './kind.ts'
import { keepPlaces } from './places.ts'
import { refuseOngoing } from './same.ts'
import { StartSource } from './source.ts'
import type { Started } from './start.ts'
import type { SubjectIds } from './subjects.ts'
import { turnOf } from './turns.ts'

/** One of several tasks that start together. */
export interface ManyStart {
  readonly subjects: SubjectIds
  /** Parsed by the kind's own schema. */
  readonly config: unknown
  /** Idempotency key: a second start returns the first one's task. */
  readonly idempotencyKey: string
}

interface Begun {
  readonly rows: NewTask[]
  readonly entries: EntryRow[]
  /** For each start the task, or why there is none. */
  readonly outcomes: (Started | Refusal)[]
}

/**
 * Starts tasks of one kind in one transaction with few queries. One that can't start is answered with its Refusal; the
 * others start.
 */
export async function startTasks(
  deps: Deps,
  tx: Tx,
  { accountId, keyId }: Starter,
  { task, batchId, starts }: { task: StartableTask; batchId: string; starts: readonly ManyStart[] },
): Promise<(Started | Refusal)[]> {
  await keepPlaces(
    tx,
    accountId,
    starts.map(({ subjects }) => subjects),
  )
  // Locked from the start, so that of two equal requests the second finds the tasks of the first.
  const ledger = await openLedger(tx, accountId)
  const left = keyId === undefined ? undefined : await leftOfKey(tx, keyId)
  const { rows, entries, outcomes } = await begin(deps, ledger, { task, batchId, starts, left })
  if (!(await insertTasks(tx, accountId, rows))) throw new Refusal('refused', 'changed_meanwhile')
  if (keyId !== undefined) {
    await noteKeyTasks(
      tx,
      keyId,
      rows.map(({ id }) => id),
    )
  }
  await writeEntries(ledger, entries)
  if (entries.length > 0) await tellCredits(ledger)
  const jobs = rows.map(({ id: taskId, turn }) => ({ taskId, turn }))
  await deps.queue.sendAll(tx, task.kind.resources, jobs)
  const events = rows.map(
    ({ id }) => ({ kind: 'task', task_id: id, state: TaskState.queued, progress: 0, step: '' }) as const,
  )
  await publishEvents(tx, accountId, events)
  return outcomes
}

interface Wanted {
  readonly task: StartableTask
  readonly batchId: string
  readonly starts: readonly ManyStart[]
  /** The key's remaining credits; undefined without a cap. */
  readonly left: number | undefined
}

async function begin(deps: Deps, ledger: Ledger, { task, batchId, starts, left }: Wanted): Promise<Begun> {
  const { tx, accountId } = ledger
  const { kind } = task
  const source = new StartSource(tx, accountId)
  await source.readAhead(starts.map(({ subjects }) => subjects))
  const before = await startedBefore(ledger, starts)
  let turn = await turnOf(deps, tx, accountId, kind.resources)
  let room = left ?? Infinity
  const begun: Begun = { rows: [], entries: [], outcomes: [] }
  for (const { subjects, config, idempotencyKey } of starts) {
    const known = before.get(idempotencyKey)
    if (known) {
      begun.outcomes.push(known)
      continue
    }
    try {
      const checked = await checkStart(source, task, subjects, () => config)
      refuseOngoing(await source.same(kind, checked))
      const { credits, prepared } = checked
      const id = newId()
      if (credits > room) throw new Refusal('refused', 'key_cap', { needed: credits, left: room })
      if (credits > 0) begun.entries.push(...heldFor(ledger, { id, type: kind.type, name: prepared.name }, credits))
      room -= credits
      begun.rows.push({ ...checked, id, task, projectId: subjects.project, batchId, idempotencyKey, turn })
      begun.outcomes.push({ task_id: id, credits })
      turn = nextTurn({ running: undefined, waiting: undefined, own: turn })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      begun.outcomes.push(error)
    }
  }
  return begun
}

async function startedBefore(
  { tx, accountId }: Ledger,
  starts: readonly ManyStart[],
): Promise<ReadonlyMap<string, Started>> {
  const rows = await tx
    .selectFrom('task')
    .select(['id', 'credits', 'idempotency_key'])
    .where('account_id', '=', accountId)
    .where(
      'idempotency_key',
      'in',
      starts.map(({ idempotencyKey }) => idempotencyKey),
    )
    .execute()
  return new Map(rows.map(({ id, credits, idempotency_key }) => [idempotency_key, { task_id: id, credits }]))
}
