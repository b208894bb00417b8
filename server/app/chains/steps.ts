import { type Selectable, sql } from 'kysely'
import type { ChainStepState } from '#core/domain/chain.ts'
import { TaskState } from '#core/domain/task.ts'
import { chainStateOf } from '#core/tasks/chain.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import type { ChainStepTable, ChainTable } from '../../store/tables/tasks.ts'
import type { Deps } from '../deps.ts'
import { announce } from '../webhooks/announce.ts'

export type ChainRow = Selectable<ChainTable>
export type StepRow = Selectable<ChainStepTable>

/** A stored step with what its task says; null if that is gone. */
export interface JoinedStep extends StepRow {
  readonly task_state: number | null
  readonly task_chain_id: string | null
  readonly task_fault: string | null
  readonly made_id: string | null
  /** Whether its video was not deleted. */
  readonly has_video: boolean
}

/** The steps of chains in order, with their tasks. */
export async function joinedSteps(db: Db, chainIds: readonly string[]): Promise<JoinedStep[]> {
  if (chainIds.length === 0) return []
  return db
    .selectFrom('chain_step')
    .leftJoin('task', 'task.id', 'chain_step.task_id')
    .selectAll('chain_step')
    .select(['task.state as task_state', 'task.chain_id as task_chain_id', 'task.fail_msg as task_fault'])
    .select('task.result_subtitle_id as made_id')
    .select(sql<boolean>`exists (select from video where video.id = chain_step.video_id)`.as('has_video'))
    .where('chain_step.chain_id', 'in', chainIds)
    .orderBy('chain_step.video_id')
    .orderBy('chain_step.position')
    .execute()
}

/** A step's state: of a started one that of its task, which was cancelled if it is gone. */
export function stateOfStep({ state, task_state }: Pick<JoinedStep, 'state' | 'task_state'>): ChainStepState {
  if (state !== 'started') return state
  switch (task_state) {
    case TaskState.queued:
      return 'queued'
    case TaskState.running:
      return 'running'
    case TaskState.succeeded:
      return 'done'
    case TaskState.failed:
      return 'failed'
    default:
      return 'cancelled'
  }
}

/** Queues what follows in a chain, as part of the transaction that changed it. */
export async function sendChain({ queue }: Pick<Deps, 'queue'>, tx: Tx, chainId: string): Promise<void> {
  await queue.sendBackgroundJob(tx, { kind: 'chain', id: chainId }, { group: chainId })
}

/** Queues what follows in the chains that wait for a task. */
export async function sendChainsOf(deps: Pick<Deps, 'queue'>, tx: Tx, taskId: string): Promise<void> {
  const rows = await tx
    .selectFrom('chain_step')
    .select('chain_id')
    .distinct()
    .where('task_id', '=', taskId)
    .where('state', '=', 'started')
    .execute()
  for (const { chain_id } of rows) await sendChain(deps, tx, chain_id)
}

/** Stores whether a chain has ended, and publishes its state; webhooks report its end and its waits. */
export async function noteChain(
  deps: Pick<Deps, 'queue'>,
  tx: Tx,
  { id, account_id }: Pick<ChainRow, 'id' | 'account_id'>,
): Promise<void> {
  const chain = await tx.selectFrom('chain').select('announced').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!chain) return
  const steps = await joinedSteps(tx, [id])
  const state = chainStateOf(steps.map((step) => ({ state: stateOfStep(step) })))
  const is_ended = state === 'done' || state === 'failed' || state === 'cancelled'
  const change = { is_ended, announced: state, updated_at: new Date() }
  await tx.updateTable('chain').set(change).where('id', '=', id).execute()
  await publishEvent(tx, account_id, { kind: 'chain', chain_id: id, state })
  if (chain.announced === state || state === 'running') return
  const credits = steps.reduce((sum, step) => sum + step.credits, 0)
  await announce(deps, tx, account_id, is_ended ? 'chain.ended' : 'chain.stopped', { chain_id: id, state, credits })
}
