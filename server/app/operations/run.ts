import { join } from 'node:path'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { ChangedMeanwhile } from '#core/contract/operation.ts'
import type { Operation } from '#core/domain/operation.ts'
import type { OperationFault } from '#core/operations/plan.ts'
import { retryDeadlock } from '../../store/deadlock.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { checkFolder } from '../folders.ts'
import { inFolder, writtenText } from '../heavy/folder.ts'
import type { Planned } from '../heavy/work.ts'
import type { Steps } from '../heavy/gate.ts'
import { folderSettings } from '../pro/settings.ts'
import { notFound, Refusal } from '../refusal.ts'
import { findHead, storedText } from '../subtitles/read.ts'
import { actorName } from '../workflow/people.ts'
import { describeOperation, describeOutcome, describeVersion, VersionsChanged } from './present.ts'
import { chosenTargets, type Target, TargetFacts, targetsById } from './targets.ts'

/** A pattern that runs longer is treated as catastrophic. */
const PATTERN_MS = 3000

/** What an operation would do to each chosen version of the caller's folder. */
export async function planInFolder(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'planOperation'>,
): Promise<DataOf<'planOperation'>> {
  await checkFolder(deps.db, accountId, input.folder_id)
  const targets = await chosenTargets(deps.db, accountId, input)
  const facts = new TargetFacts(deps, accountId, input.operation)
  const list: DataOf<'planOperation'>['list'] = []
  await deps.heavy.run(accountId, largest(targets), async (steps) => {
    for (const target of targets) {
      const made = await planOne(deps, steps, { target, facts, operation: input.operation })
      if (made) list.push(describeOutcome(target, made.revision, made.plan))
    }
  })
  const isAllowed = list.every(({ fault }) => fault === null)
  return { list, allowed: isAllowed, changed: list.reduce((sum, { changed }) => sum + changed, 0) }
}

/** One version at a time: memory is that of the largest. */
function largest(targets: readonly { readonly size: number }[]): number {
  return targets.reduce((most, { size }) => Math.max(most, size), 0)
}

interface Planning {
  readonly target: Target
  readonly facts: TargetFacts
  readonly operation: Operation
  /** Where the changed version is written. */
  readonly path?: string
}

/** Undefined if the version is gone. Throws a Refusal about a pattern. */
async function planOne(
  { db, heavy }: Pick<Deps, 'db' | 'heavy'>,
  steps: Steps,
  { target, facts, operation, path }: Planning,
): Promise<{ revision: number; plan: Planned } | undefined> {
  const known = await facts.of(target)
  const row = await heavy.inTurn(target.size, () => storedText(db, target.id))
  if (!row) return undefined
  const isPattern = operation.kind === 'replace' && operation.is_pattern
  const bounds = isPattern ? { ms: PATTERN_MS, slow: 'pattern_slow' } : { slow: 'operation_slow' }
  const plan = await steps.do('plan', { cues: row.cues, operation, ...known, path }, bounds)
  if (!plan) throw new Refusal('refused', 'pattern_unreadable')
  return { revision: row.revision, plan }
}

/** How many findings of the folder's profile one of the caller's versions has. Throws a Refusal if it is gone. */
export async function checkVersion(
  deps: Deps,
  accountId: string,
  fileId: string,
): Promise<{ error: number; warning: number; hint: number }> {
  const { folder_id } = await findHead(deps.db, accountId, fileId)
  const operation = { kind: 'check', profile: (await folderSettings(deps.db, folder_id)).profile || 'cuelane' } as const
  const [target] = await targetsById(deps.db, accountId, folder_id, [fileId])
  if (!target) throw notFound()
  const facts = new TargetFacts(deps, accountId, operation)
  const made = await deps.heavy.run(accountId, target.size, (steps) =>
    planOne(deps, steps, { target, facts, operation }),
  )
  if (!made) throw notFound()
  return made.plan.counts ?? { error: 0, warning: 0, hint: 0 }
}

/**
 * Runs an operation on versions at the revisions of its dry run, all or none: after a concurrent edit nothing is written,
 * and the answer names the version. The same key returns the first result.
 */
export async function runOperation(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'runOperation'>,
): Promise<{ stale: boolean; data: DataOf<'runOperation'> }> {
  const { db } = deps
  await checkFolder(db, accountId, input.folder_id)
  const made = (row: OperationRow) => ({
    stale: false,
    data: { operation: describeOperation(row), changed_meanwhile: [] },
  })
  const before = await storedOperation(db, accountId, input.idempotency_key)
  if (before) return made(before)
  try {
    return made(await inFolder(deps.workDir, 'operation', (folder) => makeOperation(deps, accountId, input, folder)))
  } catch (error) {
    if (!(error instanceof VersionsChanged)) throw error
    // The same request, sent twice at once, has changed them.
    const meanwhile = await storedOperation(db, accountId, input.idempotency_key)
    if (meanwhile) return made(meanwhile)
    return { stale: true, data: { operation: null, changed_meanwhile: error.versions } }
  }
}

type OperationRow = NonNullable<Awaited<ReturnType<typeof storedOperation>>>

/** Everything is planned before the transaction, which only checks revisions and writes. */
async function makeOperation(deps: Deps, accountId: string, input: ParsedInputOf<'runOperation'>, folder: string) {
  const { db } = deps
  const { folder_id, operation, versions } = input
  await refuseChanged(db, accountId, input, false)
  const ids = versions.map(({ file_id }) => file_id)
  const targets = await targetsById(db, accountId, folder_id, ids)
  const facts = new TargetFacts(deps, accountId, operation)
  return deps.heavy.run(accountId, largest(targets), async (steps) => {
    const changes: ChangedVersion[] = []
    for (const target of targets) {
      const path = join(folder, target.id)
      const made = await planOne(deps, steps, { target, facts, operation, path })
      if (!made) continue
      refuseFault(target, made.plan.fault)
      if (made.plan.changed > 0) changes.push({ id: target.id, path, changed: made.plan.changed })
    }
    // A version edited during planning has another revision than was sent.
    return retryDeadlock(() => db.transaction().execute((tx) => writeOperation(tx, accountId, input, changes)))
  })
}

interface ChangedVersion {
  readonly id: string
  /** Path of the changed version. */
  readonly path: string
  /** Number of changed cues. */
  readonly changed: number
}

async function writeOperation(
  tx: Tx,
  accountId: string,
  input: ParsedInputOf<'runOperation'>,
  changes: readonly ChangedVersion[],
) {
  const { folder_id, operation, idempotency_key } = input
  const id = newId()
  const row = await tx
    .insertInto('operation')
    .values({
      id,
      account_id: accountId,
      folder_id,
      content: JSON.stringify(operation),
      person: await actorName(tx, accountId, input.person),
      idempotency_key,
      versions: changes.length,
      changed_lines: changes.reduce((sum, { changed }) => sum + changed, 0),
      undone_at: null,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'idempotency_key']).doNothing())
    .returningAll()
    .executeTakeFirst()
  if (!row) return storedOperation(tx, accountId, idempotency_key).then(present)
  const revisions = await refuseChanged(tx, accountId, input, true)
  if (changes.length === 0) throw new Refusal('notice', 'operation_nothing')
  for (const change of changes) await writeChange(tx, accountId, id, change, (revisions.get(change.id) ?? 0) + 1)
  await publishEvent(tx, accountId, { kind: 'folder', folder_id })
  return row
}

function present<T>(row: T | undefined): T {
  if (row === undefined) throw new Error('An operation of this key is neither new nor there')
  return row
}

async function storedOperation(db: Db, accountId: string, key: string) {
  return db
    .selectFrom('operation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
}

/** Revisions of the versions, locked in one order if requested; throws VersionsChanged if one differs. */
async function refuseChanged(
  db: Db,
  accountId: string,
  { folder_id, versions }: Pick<ParsedInputOf<'runOperation'>, 'folder_id' | 'versions'>,
  lock: boolean,
): Promise<Map<string, number>> {
  const revisions = new Map(versions.map(({ file_id, revision }) => [file_id, revision]))
  const query = db
    .selectFrom('subtitle')
    .select(['id', 'revision'])
    .where('account_id', '=', accountId)
    .where('folder_id', '=', folder_id)
    .where('id', 'in', [...revisions.keys()])
    .orderBy('id')
  const rows = await (lock ? query.forUpdate() : query).execute()
  const now = new Map(rows.map(({ id, revision }) => [id, revision]))
  const changed = [...revisions].filter(([id, revision]) => now.get(id) !== revision).map(([id]) => id)
  if (changed.length > 0) throw new VersionsChanged(await namesOf(db, accountId, changed, now))
  return now
}

/** The existing versions with what distinguishes them, the others by id only. */
export async function namesOf(
  db: Db,
  accountId: string,
  ids: readonly string[],
  present: ReadonlyMap<string, unknown>,
) {
  const rows = await db
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

function refuseFault({ video_name, name }: Target, fault: OperationFault | undefined): void {
  if (!fault) return
  const params = { name: video_name ?? name, n: fault.number }
  throw new Refusal('refused', fault.reason === 'too_long' ? 'operation_line_too_long' : 'invalid_move_time', params)
}

async function writeChange(
  tx: Tx,
  accountId: string,
  operationId: string,
  { id, path }: ChangedVersion,
  revision: number,
): Promise<void> {
  const { columns, undo } = await writtenText(path)
  await tx
    .updateTable('subtitle')
    .set({ ...columns, revision, updated_at: new Date() })
    .where('id', '=', id)
    .execute()
  await tx
    .insertInto('operation_version')
    .values({ operation_id: operationId, subtitle_id: id, revision, undo })
    .execute()
  await publishEvent(tx, accountId, { kind: 'version', file_id: id, revision })
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
