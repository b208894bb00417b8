import type { Batch } from '#core/contract/batch.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { TaskState } from '#core/domain/task.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import { newId } from '../../store/id.ts'
import { balanceOf } from '../credits/grant.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { retryTask } from '../tasks/retry.ts'
import { quote, startTask } from '../tasks/start.ts'
import { type BatchChoice, type BatchPlan, planBatch, type PlannedCell } from './plan.ts'
import { getBatch } from './read.ts'
import { type Caller, describeSkipped, type Skipped } from './skipped.ts'

/** What a batch would cost, and what it would leave out. Throws a Refusal where nothing at all can be started. */
export async function quoteBatch(
  deps: Deps,
  { accountId, language }: Caller,
  choice: BatchChoice,
): Promise<DataOf<'quoteBatch'>> {
  const { kind, cells, names } = await planBatch(deps, accountId, choice)
  const { wanted, prices, credits, skipped } = await priceCells(deps, accountId, kind, cells)
  return {
    task_sum: wanted.length,
    credits,
    skipped: describeSkipped(skipped, language),
    cells: wanted.map(({ videoId, language: made = '' }, at) => ({
      ...{ video_id: videoId, language: made },
      credits: prices[at] ?? 0,
    })),
    files: [...names].map(([video_id, video_name]) => ({ video_id, video_name })),
  }
}

/**
 * Starts a batch: refused as a whole where the credits are not enough for all of it. Each task is started by itself under a
 * key of its own, so that the same request sent again goes on where the first one was cut off.
 */
export async function addBatch(deps: Deps, caller: Caller, input: ParsedInputOf<'addBatch'>): Promise<Batch> {
  const { accountId, keyId } = caller
  const { kind, config, cells, names: _, ...place } = await planBatch(deps, accountId, input)
  const before = await batchWithKey(deps, accountId, input.idempotency_key)
  const priced = await priceCells(deps, accountId, kind, cells)
  if (before === undefined) await refuseUnlessPaid(deps, accountId, priced)
  const batchId = before ?? (await insertBatch(deps, accountId, input, { config, ...place }))
  const refused: Skipped[] = []
  for (const cell of priced.wanted) {
    await startCell(deps, accountId, { batchId, kind, cell, keyId }).catch((error: unknown) => {
      refused.push(skippedBy(cell, error))
    })
  }
  const skipped = JSON.stringify([...priced.skipped, ...refused])
  await deps.db.updateTable('batch').set({ skipped }).where('id', '=', batchId).execute()
  return getBatch(deps, caller, batchId)
}

async function refuseUnlessPaid(deps: Deps, accountId: string, { wanted, credits, skipped }: Priced): Promise<void> {
  const [first] = skipped
  if (wanted.length === 0)
    throw first ? new Refusal('refused', first.key, first.params) : new Refusal('refused', 'batch_empty')
  const { total } = await balanceOf(deps.db, accountId)
  if (total < credits) throw new Refusal('refused', 'insufficient_credits', { needed: credits, left: total })
}

/** Starts the failed tasks of a batch again. One that can't be started stays as it is. */
export async function retryBatch(deps: Deps, caller: Caller, input: ParsedInputOf<'retryBatch'>): Promise<Batch> {
  const { accountId } = caller
  const { id } = await own({ db: deps.db, accountId }, 'batch', input.batch_id)
  const failed = await deps.db
    .selectFrom('task')
    .select('id')
    .where('batch_id', '=', id)
    .where('state', '=', TaskState.failed)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  for (const task of failed) {
    const again = { task_id: task.id, idempotency_key: `${input.idempotency_key} ${task.id}` }
    await retryTask(deps, caller, again).catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.key === 'insufficient_credits') throw error
    })
  }
  return getBatch(deps, caller, id)
}

interface Priced {
  readonly wanted: PlannedCell[]
  /** Of each of them. */
  readonly prices: number[]
  readonly credits: number
  readonly skipped: Skipped[]
}

/** Asks for each cell what its task would cost, and leaves out what can't run. */
async function priceCells(
  deps: Deps,
  accountId: string,
  kind: TaskKind,
  cells: readonly PlannedCell[],
): Promise<Priced> {
  const wanted: PlannedCell[] = []
  const skipped: Skipped[] = []
  const prices: number[] = []
  for (const cell of cells) {
    try {
      if (kind.subjects.includes('subtitle') && !cell.subjects.subtitle) throw new Refusal('refused', 'no_version')
      const { video: video_id, subtitle: file_id } = cell.subjects
      prices.push((await quote(deps, accountId, { ...cell.config, task_type: kind.type, video_id, file_id })).credits)
      wanted.push(cell)
    } catch (error) {
      skipped.push(skippedBy(cell, error))
    }
  }
  return { wanted, prices, credits: prices.reduce((sum, price) => sum + price, 0), skipped }
}

function skippedBy({ videoId, language = '' }: PlannedCell, error: unknown): Skipped {
  if (!(error instanceof Refusal)) throw error
  return { video_id: videoId, language, key: error.key, params: error.params }
}

async function startCell(
  deps: Deps,
  accountId: string,
  { batchId, kind, cell, keyId }: { batchId: string; kind: TaskKind; cell: PlannedCell; keyId: string | undefined },
): Promise<void> {
  const { subjects, config, videoId, language = '' } = cell
  const idempotencyKey = `batch ${batchId} ${videoId} ${language}`
  const options = { type: kind.type, subjects, config, idempotencyKey, batchId, keyId }
  await deps.db.transaction().execute((tx) => startTask(deps, tx, accountId, options))
}

async function batchWithKey(deps: Deps, accountId: string, key: string): Promise<string | undefined> {
  const row = await deps.db
    .selectFrom('batch')
    .select('id')
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row?.id
}

async function insertBatch(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'addBatch'>,
  { config, folderId, projectId }: Pick<BatchPlan, 'config' | 'folderId' | 'projectId'>,
): Promise<string> {
  const { task_type, to_languages, idempotency_key } = input
  const row = await deps.db
    .insertInto('batch')
    .values({
      id: newId(),
      account_id: accountId,
      folder_id: folderId,
      project_id: projectId ?? null,
      task_type,
      config: JSON.stringify({ ...config, ...(to_languages.length > 0 && { to_languages }) }),
      idempotency_key,
    })
    // A request that came at the same time made it: its row is locked until both agree on the id.
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doUpdateSet({ idempotency_key }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
