import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import { applyWireChanges } from '#core/subtitle/wire.ts'
import { retryDeadlock } from '../../store/deadlock.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import { Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { cueColumns, cuesOf } from '../subtitles/rows.ts'
import { VersionsChanged } from './present.ts'
import { namesOf } from './run.ts'

/**
 * Takes an operation back in all its versions. Where some were edited since, nothing is written and the answer names them;
 * asked to, it leaves these as they are and takes back the others. Versions that were deleted have nothing to take back.
 */
export async function undoOperation(
  db: Db,
  accountId: string,
  input: ParsedInputOf<'undoOperation'>,
): Promise<{ stale: boolean; data: DataOf<'undoOperation'> }> {
  try {
    return await retryDeadlock(() => db.transaction().execute((tx) => takeBack(tx, accountId, input)))
  } catch (error) {
    if (!(error instanceof VersionsChanged)) throw error
    return { stale: true, data: { undone: 0, changed_meanwhile: error.versions } }
  }
}

async function takeBack(
  tx: Tx,
  accountId: string,
  { operation_id, skip_edited }: ParsedInputOf<'undoOperation'>,
): Promise<{ stale: boolean; data: DataOf<'undoOperation'> }> {
  const operation = await own({ db: tx, accountId }, 'operation', operation_id, { lock: true })
  if (operation.undone_at) throw new Refusal('notice', 'operation_undone')
  const rows = await tx
    .selectFrom('operation_version')
    .innerJoin('subtitle', 'subtitle.id', 'operation_version.subtitle_id')
    .select(['subtitle.id', 'subtitle.revision', 'operation_version.revision as led_to'])
    .where('operation_id', '=', operation.id)
    .orderBy('subtitle.id')
    .forUpdate()
    .execute()
  const edited = rows.filter(({ revision, led_to }) => revision !== led_to).map(({ id }) => id)
  const present = new Map(rows.map(({ id }) => [id, true]))
  const meanwhile = edited.length > 0 ? await namesOf(tx, accountId, edited, present) : []
  if (meanwhile.length > 0 && !skip_edited) throw new VersionsChanged(meanwhile)
  const standing = rows.filter(({ revision, led_to }) => revision === led_to)
  for (const { id } of standing) await restore(tx, accountId, operation.id, id)
  await tx.updateTable('operation').set({ undone_at: new Date() }).where('id', '=', operation.id).execute()
  await publishEvent(tx, accountId, { kind: 'folder', folder_id: operation.folder_id })
  return { stale: false, data: { undone: standing.length, changed_meanwhile: meanwhile } }
}

async function restore(tx: Tx, accountId: string, operationId: string, fileId: string): Promise<void> {
  const row = await tx
    .selectFrom('operation_version')
    .innerJoin('subtitle', 'subtitle.id', 'operation_version.subtitle_id')
    .select(['subtitle.id', 'subtitle.cues', 'subtitle.revision', 'operation_version.undo'])
    .where('operation_id', '=', operationId)
    .where('subtitle_id', '=', fileId)
    .executeTakeFirstOrThrow()
  const before = applyWireChanges(cueList(cuesOf(row)), row.undo)
  if (!before) throw new Error(`Operation ${operationId} can't be taken back in ${fileId}`)
  const revision = row.revision + 1
  await tx
    .updateTable('subtitle')
    .set({ ...cueColumns(before.cues), revision, updated_at: new Date() })
    .where('id', '=', fileId)
    .execute()
  await publishEvent(tx, accountId, { kind: 'version', file_id: fileId, revision })
}
