import type { Tx } from '../../store/db.ts'
import { importedFrom } from '../subtitles/imported.ts'
import type { CheckedStart, StartableTask } from './kind.ts'

/** A task to store. */
export interface NewTask extends CheckedStart {
  readonly id: string
  readonly task: StartableTask
  readonly projectId: string | undefined
  readonly batchId: string | undefined
  readonly chainId?: string | undefined
  readonly idempotencyKey: string
  readonly turn: number
}

const rowOf = (accountId: string, { task, prepared, ...row }: NewTask) => ({
  id: row.id,
  account_id: accountId,
  folder_id: prepared.folderId,
  batch_id: row.batchId ?? null,
  project_id: row.projectId ?? null,
  chain_id: row.chainId ?? null,
  name: prepared.name,
  type: task.kind.type,
  config: JSON.stringify({ ...row.config, ...prepared.notes }),
  language: prepared.language ?? '',
  previous_language: prepared.previousLanguage ?? '',
  credits: row.credits,
  idempotency_key: row.idempotencyKey,
  is_internal: task.kind.isInternal,
  turn: row.turn,
  work: prepared.facts?.durationMs ?? prepared.facts?.characters ?? 0,
})

/** Stores tasks with their subjects and frozen texts; false if a start with one of their keys came first. */
export async function insertTasks(tx: Tx, accountId: string, tasks: readonly NewTask[]): Promise<boolean> {
  if (tasks.length === 0) return true
  const inserted = await tx
    .insertInto('task')
    .values(tasks.map((task) => rowOf(accountId, task)))
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returning('id')
    .execute()
  if (inserted.length < tasks.length) return false
  const subjects = tasks.flatMap(({ id, subjects: { rows } }) => rows.map((row) => ({ task_id: id, ...row })))
  if (subjects.length > 0) await tx.insertInto('task_subject').values(subjects).execute()
  const frozen = tasks.filter(({ task }) => task.kind.freezes !== 'nothing').map(frozenOf)
  if (frozen.length > 0) await tx.insertInto('task_frozen').values(frozen).execute()
  return true
}

/** The text that a task starts with. */
function frozenOf({ id, subjects }: NewTask) {
  const { cues, style, ...version } = subjects.subtitle
  const { secondIfAny: second } = subjects
  return {
    task_id: id,
    cues: JSON.stringify(cues),
    style: style && JSON.stringify(style),
    second_cues: second ? JSON.stringify(second.cues) : null,
    second_language: second?.language ?? null,
    ...importedFrom(version),
  }
}
