import type { Batch } from '#core/contract/batch.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { newId } from '../../store/id.ts'
import { balanceOf } from '../credits/grant.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Starter } from '../scope.ts'
import { describeSame } from '../tasks/same.ts'
import { startable } from '../tasks/check.ts'
import { type ManyStart, startTasks } from '../tasks/start-many.ts'
import type { Started } from '../tasks/start.ts'
import { type BatchChoice, type BatchPlan, planBatch } from './plan.ts'
import { type Priced, priceCells, skippedBy, withoutOngoing } from './price.ts'
import { getBatch } from './read.ts'
import { type Caller, describeSkipped, type Skipped } from './skipped.ts'
import { transact } from '../../store/deadlock.ts'

/** Tasks per transaction: bounds how long other transactions wait. */
export const STARTS_AT_ONCE = 100

/** A batch's price and what it would leave out. Throws a Refusal if nothing can start. */
export async function quoteBatch(
  deps: Deps,
  { accountId, language }: Caller,
  choice: BatchChoice,
): Promise<DataOf<'quoteBatch'>> {
  const { kind, cells, names } = await planBatch(deps, accountId, choice)
  const { wanted, prices, credits, skipped } = withoutOngoing(await priceCells(deps, accountId, kind, cells))
  return {
    task_sum: wanted.length,
    credits,
    skipped: describeSkipped(skipped, language),
    cells: wanted.map(({ videoId, language: made = '' }, at) => ({
      ...{ video_id: videoId, language: made },
      credits: prices[at]?.credits ?? 0,
      changed: prices[at]?.changed ?? null,
      same: describeSame(prices[at]?.same),
    })),
    files: [...names].map(([video_id, video_name]) => ({ video_id, video_name })),
  }
}

/**
 * Starts a batch; refused as a whole if the credits are too few. Each task has its own key, so that a repeated request
 * continues an interrupted one.
 */
export async function addBatch(deps: Deps, caller: Caller, input: ParsedInputOf<'addBatch'>): Promise<Batch> {
  const { accountId } = caller
  const { kind, config, cells, names: _, ...place } = await planBatch(deps, accountId, input)
  const priced = await priceCells(deps, accountId, kind, cells)
  // Read afterwards: the tasks of an equal request are no second ones.
  const before = await batchWithKey(deps, accountId, input.idempotency_key)
  if (before === undefined) await refuseUnlessPaid(deps, accountId, withoutOngoing(priced))
  const batchId = before ?? (await insertBatch(deps, accountId, input, { config, ...place }))
  const starts = priced.wanted.map((cell) => ({
    ...{ cell, subjects: cell.subjects, config: cell.config },
    idempotencyKey: `batch ${batchId} ${cell.videoId} ${cell.language ?? ''}`,
  }))
  const refused: Skipped[] = []
  for (let from = 0; from < starts.length; from += STARTS_AT_ONCE) {
    const some = starts.slice(from, from + STARTS_AT_ONCE)
    const outcomes = await startInBatch(deps, caller, { batchId, type: kind.type, starts: some })
    for (const [at, { cell }] of some.entries()) {
      const outcome = outcomes[at]
      if (outcome instanceof Refusal) refused.push(skippedBy(cell, outcome))
    }
  }
  const skipped = JSON.stringify([...priced.skipped, ...refused])
  await deps.db.updateTable('batch').set({ skipped }).where('id', '=', batchId).execute()
  return getBatch(deps, caller, batchId)
}

/** Starts some tasks of a batch; throws a Refusal if it was deleted meanwhile. */
async function startInBatch(
  deps: Deps,
  starter: Starter,
  { batchId, type, starts }: { batchId: string; type: string; starts: readonly ManyStart[] },
): Promise<(Started | Refusal)[]> {
  return transact(deps.db, async (tx) => {
    // A concurrent delete of the batch waits for its new tasks and deletes them too.
    const batch = await tx.selectFrom('batch').select('id').where('id', '=', batchId).forKeyShare().executeTakeFirst()
    if (!batch) throw notFound()
    return startTasks(deps, tx, starter, { task: startable(deps, type), batchId, starts })
  })
}

async function refuseUnlessPaid(deps: Deps, accountId: string, { wanted, credits, skipped }: Priced): Promise<void> {
  const [first] = skipped
  if (wanted.length === 0)
    throw first ? new Refusal('refused', first.key, first.params) : new Refusal('refused', 'batch_empty')
  const { total } = await balanceOf(deps.db, accountId)
  if (total < credits) throw new Refusal('refused', 'insufficient_credits', { needed: credits, left: total })
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
    // A concurrent request created it: its row is locked until both use the same id.
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doUpdateSet({ idempotency_key }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
