import { join } from 'node:path'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { retryDeadlock } from '../../store/deadlock.ts'
import type { Db, Tx } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import type { Deps } from '../deps.ts'
import { inFolder, writtenText } from '../heavy/folder.ts'
import { Refusal } from '../refusal.ts'
import { storedText } from '../subtitles/read.ts'
import { own } from '../scope.ts'
import { VersionsChanged } from './present.ts'
import { namesOf } from './run.ts'

/**
 * Undoes an operation in all its versions; after later edits nothing is written and the answer names them, unless they
 * are to be skipped. Deleted versions are ignored.
 */
export async function undoOperation(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'undoOperation'>,
): Promise<{ stale: boolean; data: DataOf<'undoOperation'> }> {
  try {
    const data = await inFolder(deps.workDir, 'undo', (folder) => takeBack(deps, accountId, input, folder))
    return { stale: false, data }
  } catch (error) {
    if (!(error instanceof VersionsChanged)) throw error
    return { stale: true, data: { undone: 0, changed_meanwhile: error.versions } }
  }
}

/** The texts are made before the transaction, which checks the revisions again: revisions only grow. */
async function takeBack(
  deps: Deps,
  accountId: string,
  input: ParsedInputOf<'undoOperation'>,
  folder: string,
): Promise<DataOf<'undoOperation'>> {
  const { db } = deps
  const { id, undone_at } = await own({ db, accountId }, 'operation', input.operation_id)
  if (undone_at) throw new Refusal('notice', 'operation_undone')
  const { standing } = await versionsOf(db, accountId, id, input.skip_edited)
  const bytes = standing.reduce((most, { size }) => Math.max(most, size), 0)
  return deps.heavy.run(accountId, bytes, async (steps) => {
    for (const { id: fileId } of standing) {
      const row = await storedText(db, fileId)
      if (!row) continue
      const { undo } = await db
        .selectFrom('operation_version')
        .select('undo')
        .where('operation_id', '=', id)
        .where('subtitle_id', '=', fileId)
        .executeTakeFirstOrThrow()
      const fits = await steps.do('takeBack', { cues: row.cues, undo, path: join(folder, fileId) })
      if (!fits && (await storedText(db, fileId))?.revision === row.revision)
        throw new Error(`Operation ${id} can't be taken back in ${fileId}`)
    }
    return retryDeadlock(() => db.transaction().execute((tx) => writeBack(tx, accountId, input, folder)))
  })
}

/** The versions that stand as the operation left them, and those that were edited since; throws where that is not wanted. */
async function versionsOf(db: Db, accountId: string, operationId: string, skipEdited: boolean, lock = false) {
  const query = db
    .selectFrom('operation_version')
    .innerJoin('subtitle', 'subtitle.id', 'operation_version.subtitle_id')
    .select(['subtitle.id', 'subtitle.revision', 'subtitle.size', 'operation_version.revision as led_to'])
    .where('operation_id', '=', operationId)
    .orderBy('subtitle.id')
  const rows = await (lock ? query.forUpdate() : query).execute()
  const edited = rows.filter(({ revision, led_to }) => revision !== led_to).map(({ id }) => id)
  const present = new Map(rows.map(({ id }) => [id, true]))
  const meanwhile = edited.length > 0 ? await namesOf(db, accountId, edited, present) : []
  if (meanwhile.length > 0 && !skipEdited) throw new VersionsChanged(meanwhile)
  return { standing: rows.filter(({ revision, led_to }) => revision === led_to), meanwhile }
}

async function writeBack(
  tx: Tx,
  accountId: string,
  { operation_id, skip_edited }: ParsedInputOf<'undoOperation'>,
  folder: string,
): Promise<DataOf<'undoOperation'>> {
  const operation = await own({ db: tx, accountId }, 'operation', operation_id, { lock: true })
  if (operation.undone_at) throw new Refusal('notice', 'operation_undone')
  const { standing, meanwhile } = await versionsOf(tx, accountId, operation.id, skip_edited, true)
  for (const row of standing) {
    const { columns } = await writtenText(join(folder, row.id))
    const revision = row.revision + 1
    await tx
      .updateTable('subtitle')
      .set({ ...columns, revision, updated_at: new Date() })
      .where('id', '=', row.id)
      .execute()
    await publishEvent(tx, accountId, { kind: 'version', file_id: row.id, revision })
  }
  await tx.updateTable('operation').set({ undone_at: new Date() }).where('id', '=', operation.id).execute()
  await publishEvent(tx, accountId, { kind: 'folder', folder_id: operation.folder_id })
  return { undone: standing.length, changed_meanwhile: meanwhile }
}
