import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { ChangedMeanwhile } from '#core/contract/operation.ts'
import type { OperationPlan } from '#core/operations/plan.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import { applyPatch, invertPatch } from '#core/subtitle/patch.ts'
import { toWireChanges } from '#core/subtitle/wire.ts'
import { retryDeadlock } from '../../store/deadlock.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { checkFolder } from '../folders.ts'
import { Refusal } from '../refusal.ts'
import { cueColumns, cuesOf } from '../subtitles/rows.ts'
import { actorName } from '../workflow/people.ts'
import { describeOperation, describeOutcome, describeVersion, VersionsChanged } from './present.ts'
import { Planner } from './planner.ts'
import { chosenTargets, type Target, TargetFacts, targetsById } from './targets.ts'

/** Versions whose lines are in memory at once. */
const AT_ONCE = 20

/** What an operation would do to each chosen version of the caller's folder. */
export async function planInFolder(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'planOperation'>,
): Promise<DataOf<'planOperation'>> {
  await checkFolder(deps.db, accountId, input.folder_id)
  const { operation } = input
  const targets = await chosenTargets(deps.db, accountId, input)
  const facts = new TargetFacts(deps, accountId, operation)
  const list: DataOf<'planOperation'>['list'] = []
  await withPlanner(async (planner) => {
    for (const some of inChunks(targets)) {
      const rows = await linesOf(deps.db, some)
      for (const target of some) {
        const row = rows.get(target.id)
        if (!row) continue
        const cues = cuesOf(row)
        const plan = await planner.plan({ cues, operation, facts: await facts.of(target) })
        list.push(describeOutcome(target, row.revision, cues.length, plan))
      }
    }
  })
  const isAllowed = list.every(({ fault }) => fault === null)
  return { list, allowed: isAllowed, changed: list.reduce((sum, { changed }) => sum + changed, 0) }
}

async function linesOf(db: Db, targets: readonly Target[]) {
  const ids = targets.map(({ id }) => id)
  const rows = await db.selectFrom('subtitle').select(['id', 'cues', 'revision']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * Makes an operation in versions at the revisions of its dry run, in all or in none: where one was edited or deleted since,
 * nothing is written and the answer names it. The same key again answers with what the first request did.
 */
export async function runOperation(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'runOperation'>,
): Promise<{ stale: boolean; data: DataOf<'runOperation'> }> {
  await checkFolder(deps.db, accountId, input.folder_id)
  try {
    const row = await withPlanner((planner) =>
      retryDeadlock(() =>
        deps.db.transaction().execute((tx) => makeOperation({ ...deps, db: tx, tx }, accountId, input, planner)),
      ),
    )
    return { stale: false, data: { operation: describeOperation(row), changed_meanwhile: [] } }
  } catch (error) {
    if (!(error instanceof VersionsChanged)) throw error
    return { stale: true, data: { operation: null, changed_meanwhile: error.versions } }
  }
}

type InTransaction = Deps & { readonly tx: Tx }

async function makeOperation(
  deps: InTransaction,
  accountId: string,
  input: ParsedInputOf<'runOperation'>,
  planner: Planner,
) {
  const { tx } = deps
  const { folder_id, operation, idempotency_key } = input
  const id = newId()
  const isNew = await tx
    .insertInto('operation')
    .values({
      id,
      account_id: accountId,
      folder_id,
      content: JSON.stringify(operation),
      person: await actorName(tx, accountId, input.person),
      idempotency_key,
      versions: 0,
      changed_lines: 0,
      undone_at: null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isNew) return storedOperation(tx, accountId, idempotency_key)
  const ids = await lockAtRevisions(tx, accountId, folder_id, input.versions)
  const facts = new TargetFacts(deps, accountId, operation)
  let changed = 0
  let versions = 0
  for (const some of inChunks(ids)) {
    for (const target of await targetsById(tx, accountId, folder_id, some)) {
      const [row] = (await linesOf(tx, [target])).values()
      if (!row) continue
      const plan = await planner.plan({ cues: cuesOf(row), operation, facts: await facts.of(target, tx) })
      refuseFault(target, plan)
      if (plan.patch.length === 0) continue
      await writePlan(tx, accountId, { operationId: id, target: row, plan })
      changed += plan.patch.length
      versions++
    }
  }
  if (versions === 0) throw new Refusal('notice', 'operation_nothing')
  await publishEvent(tx, accountId, { kind: 'folder', folder_id })
  return tx
    .updateTable('operation')
    .set({ versions, changed_lines: changed })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

async function storedOperation(tx: Tx, accountId: string, key: string) {
  return tx
    .selectFrom('operation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirstOrThrow()
}

/** Locks the versions in one order; throws VersionsChanged where one is not as it was looked at. */
async function lockAtRevisions(
  tx: Tx,
  accountId: string,
  folderId: string,
  wanted: readonly { file_id: string; revision: number }[],
): Promise<string[]> {
  const revisions = new Map(wanted.map(({ file_id, revision }) => [file_id, revision]))
  const rows = await tx
    .selectFrom('subtitle')
    .select(['id', 'revision'])
    .where('account_id', '=', accountId)
    .where('folder_id', '=', folderId)
    .where('id', 'in', [...revisions.keys()])
    .orderBy('id')
    .forUpdate()
    .execute()
  const now = new Map(rows.map(({ id, revision }) => [id, revision]))
  const changed = [...revisions].filter(([id, revision]) => now.get(id) !== revision).map(([id]) => id)
  if (changed.length > 0) throw new VersionsChanged(await namesOf(tx, accountId, changed, now))
  return [...now.keys()]
}

/** The versions that are still there by what tells them from others, the others by their ids alone. */
export async function namesOf(
  tx: Tx,
  accountId: string,
  ids: readonly string[],
  present: ReadonlyMap<string, unknown>,
) {
  const rows = await tx
    .selectFrom('subtitle')
    .leftJoin('video', 'video.id', 'subtitle.video_id')
    .select(['subtitle.id', 'subtitle.video_id', 'subtitle.name', 'subtitle.language', 'subtitle.source'])
    .select(['subtitle.version', 'subtitle.is_use', 'video.name as video_name'])
    .where('subtitle.account_id', '=', accountId)
    .where('subtitle.id', 'in', ids)
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  return ids.map((id): ChangedMeanwhile => {
    const row = present.has(id) && known.get(id)
    return row ? { ...describeVersion(row), reason: 'edited' } : { file_id: id, reason: 'gone' }
  })
}

function refuseFault({ video_name, name }: Target, { fault }: OperationPlan): void {
  if (!fault) return
  const params = { name: video_name ?? name, n: fault.number }
  throw new Refusal('refused', fault.reason === 'too_long' ? 'operation_line_too_long' : 'invalid_move_time', params)
}

async function writePlan(
  tx: Tx,
  accountId: string,
  {
    operationId,
    target,
    plan,
  }: {
    operationId: string
    target: { id: string; cues: Parameters<typeof cuesOf>[0]['cues']; revision: number }
    plan: OperationPlan
  },
): Promise<void> {
  const after = applyPatch(cueList(cuesOf(target)), plan.patch)
  const revision = target.revision + 1
  await tx
    .updateTable('subtitle')
    .set({ ...cueColumns(after.cues), revision, updated_at: new Date() })
    .where('id', '=', target.id)
    .execute()
  const undo = JSON.stringify(toWireChanges(invertPatch(plan.patch)))
  await tx
    .insertInto('operation_version')
    .values({ operation_id: operationId, subtitle_id: target.id, revision, undo })
    .execute()
  await publishEvent(tx, accountId, { kind: 'version', file_id: target.id, revision })
}

/** The newest operations in the caller's folder. */
export async function listOperations(db: Db, accountId: string, folderId: string): Promise<DataOf<'listOperations'>> {
  await checkFolder(db, accountId, folderId)
  const rows = await db
    .selectFrom('operation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('folder_id', '=', folderId)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(50)
    .execute()
  return { list: rows.map(describeOperation) }
}

async function withPlanner<T>(work: (planner: Planner) => Promise<T>): Promise<T> {
  const planner = new Planner()
  try {
    return await work(planner)
  } finally {
    await planner.close()
  }
}

function inChunks<T>(items: readonly T[]): T[][] {
  const chunks: T[][] = []
  for (let at = 0; at < items.length; at += AT_ONCE) chunks.push(items.slice(at, at + AT_ONCE))
  return chunks
}
