import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { cueIn, type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { Digest } from '#core/subtitle/digest.ts'
import { applyWireChanges, fromWire, standsAsChanged, type WireChange } from '#core/subtitle/wire.ts'
import type { Page } from '../../store/events.ts'
import { retryDeadlock } from '../../store/deadlock.ts'
import type { Db, Tx } from '../../store/db.ts'
import { Refusal } from '../refusal.ts'
import { keepPlaces } from '../review/comments.ts'
import { keepReadings } from '../review/readings.ts'
import { mayEdit, reachVersion } from '../shares/reach.ts'
import { tellWorkers } from '../shares/tell.ts'
import { refuseLongEdits } from './long-lines.ts'
import { describeSaved } from './present.ts'
import { cueColumns, cuesOf } from './rows.ts'

/** What saving came to; a stale one wrote nothing, and its data carries what is stored. */
export interface Saved<T> {
  readonly stale: boolean
  readonly data: T
}

/**
 * Saves the lines of a version that stands at the given revision. A stale revision writes nothing: the answer carries
 * what is stored, for the editor to merge. The same content sent again is success, so a lost answer does no harm.
 */
export async function editVersion(
  db: Db,
  accountId: string,
  input: ParsedInputOf<'editVersion'>,
): Promise<Saved<DataOf<'editVersion'>>> {
  const cues = fromWire(input.subtitle_txt)
  if (!cues) throw new Refusal('refused', 'lines_unreadable')
  await refuseLongEdits(cues, async () => cuesOf(await reachVersion(db, accountId, input.file_id, 'edit')))
  const columns = cueColumns(cues)
  const gone = await commentedAndGone(db, input.file_id, cues)
  const row = await db.transaction().execute(async (tx) => {
    const saved = await tx
      .updateTable('subtitle')
      .set({ ...columns, revision: input.revision + 1, updated_at: new Date() })
      .where('id', '=', input.file_id)
      .where(mayEdit(accountId))
      .where('revision', '=', input.revision)
      .returning(['cue_errors', 'role_state', 'revision'])
      .executeTakeFirst()
    if (!saved) return undefined
    await keepPlaces(tx, input.file_id, gone)
    const lines = new Map(cues.map((cue) => [cue.id, cue]))
    await keepReadings(tx, input.file_id, lines, input.readings ?? [])
    await tellSaved(tx, input.file_id, saved.revision, { accountId, pageId: input.page_id })
    return saved
  })
  if (row) return { stale: false, data: describeSaved(row) }
  const stored = await reachVersion(db, accountId, input.file_id, 'edit')
  // Compared as cues: the database does not keep the order of an object's keys.
  const isThere = JSON.stringify(cuesOf(stored)) === JSON.stringify(cues)
  if (isThere) return { stale: false, data: describeSaved(stored) }
  return { stale: true, data: { ...describeSaved(stored), current: stored.cues } }
}

/**
 * The same for changed lines alone: what they lead to must be the text that the editor has. Changes that are stored
 * already, because an answer got lost, are success.
 */
export async function patchVersion(
  db: Db,
  accountId: string,
  { file_id: fileId, revision, changes, text_digest: digest, page_id: pageId }: ParsedInputOf<'patchVersion'>,
): Promise<Saved<DataOf<'editVersion'>>> {
  return db.transaction().execute(async (tx) => {
    const stored = await reachVersion(tx, accountId, fileId, 'edit', { lock: true })
    if (stored.revision !== revision) {
      const now = cuesOf(stored)
      // The digest says nothing of the order of lines.
      const isThere = Digest.of(now).text === digest && standsAsChanged(now, changes)
      if (isThere) return { stale: false, data: describeSaved(stored) }
      return { stale: true, data: { ...describeSaved(stored), current: stored.cues } }
    }
    const before = cueList(cuesOf(stored))
    const cues = applyWireChanges(before, changes)?.cues
    if (!cues || Digest.of(cues).text !== digest) throw new Refusal('refused', 'lines_unreadable')
    await refuseLongEdits(cues, () => Promise.resolve(before.cues))
    const row = await tx
      .updateTable('subtitle')
      .set({ ...cueColumns(cues), revision: revision + 1, updated_at: new Date() })
      .where('id', '=', fileId)
      .returning(['cue_errors', 'role_state', 'revision'])
      .executeTakeFirstOrThrow()
    await keepPlaces(tx, fileId, goneFrom(before, changes))
    await tellSaved(tx, fileId, row.revision, { accountId, pageId })
    return { stale: false, data: describeSaved(row) }
  })
}

/** The lines of a stored version that have comments and are not in a new text, as they are stored. */
async function commentedAndGone(db: Db, fileId: string, cues: readonly Cue[]): Promise<Cue[]> {
  const commented = await db.selectFrom('line_comment').select('cue_id').where('subtitle_id', '=', fileId).execute()
  if (commented.length === 0) return []
  const staying = new Set(cues.map(({ id }) => id))
  const lost = new Set(commented.map(({ cue_id }) => cue_id).filter((id) => !staying.has(id)))
  if (lost.size === 0) return []
  const stored = await db.selectFrom('subtitle').select(['id', 'cues']).where('id', '=', fileId).executeTakeFirst()
  return stored ? cuesOf(stored).filter(({ id }) => lost.has(id)) : []
}

/** The lines that changes remove, as they were. */
function goneFrom(before: CueList, changes: readonly WireChange[]): Cue[] {
  return changes.flatMap(({ cue_id, cue }) => (cue ? [] : (cueIn(before, cue_id) ?? [])))
}

/** Other pages than the one that saves, and have the version open, take over what was saved. */
async function tellSaved(db: Db, fileId: string, revision: number, by?: Page): Promise<void> {
  await tellWorkers(db, fileId, { kind: 'version', file_id: fileId, revision }, by)
}

/** Saves several versions, all or none: a stale one writes nothing anywhere and is named with what is stored. */
export async function editVersions(
  db: Db,
  accountId: string,
  { edits }: ParsedInputOf<'editVersions'>,
): Promise<Saved<DataOf<'editVersions'>>> {
  const writes = await Promise.all(
    edits.map(async ({ file_id, revision, subtitle_txt }) => {
      const cues = fromWire(subtitle_txt)
      if (!cues) throw new Refusal('refused', 'lines_unreadable')
      await refuseLongEdits(cues, async () => cuesOf(await reachVersion(db, accountId, file_id, 'edit')))
      return { file_id, revision, columns: cueColumns(cues) }
    }),
  )
  // Rows are locked in one order by everybody who saves several.
  writes.sort((a, b) => (a.file_id < b.file_id ? -1 : 1))
  try {
    await retryDeadlock(() =>
      db.transaction().execute(async (tx) => {
        for (const write of writes) await writeVersion(tx, accountId, write)
      }),
    )
    return { stale: false, data: { list: edits.map(({ file_id, revision }) => ({ file_id, revision: revision + 1 })) } }
  } catch (error) {
    if (!(error instanceof StaleVersion)) throw error
    const { id: file_id, revision } = await reachVersion(db, accountId, error.fileId, 'edit')
    return { stale: true, data: { list: [{ file_id, revision }] } }
  }
}

async function writeVersion(
  tx: Tx,
  accountId: string,
  { file_id, revision, columns }: { file_id: string; revision: number; columns: ReturnType<typeof cueColumns> },
): Promise<void> {
  const row = await tx
    .updateTable('subtitle')
    .set({ ...columns, revision: revision + 1, updated_at: new Date() })
    .where('id', '=', file_id)
    .where(mayEdit(accountId))
    .where('revision', '=', revision)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new StaleVersion(file_id)
  await tellSaved(tx, file_id, revision + 1)
}

class StaleVersion extends Error {
  readonly fileId: string
  constructor(fileId: string) {
    super(`${fileId} has changed`)
    this.fileId = fileId
  }
}

/** Takes a speaker from all lines of a folder's versions. */
export async function dropRole(tx: Tx, accountId: string, folderId: string, roleId: string): Promise<void> {
  const rows = await tx
    .selectFrom('subtitle')
    .selectAll()
    .where('folder_id', '=', folderId)
    .where('account_id', '=', accountId)
    .where('role_state', '!=', 0)
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const row of rows) {
    const cues = cuesOf(row)
    if (!cues.some((cue) => cue.roles.includes(roleId))) continue
    const left = cues.map((cue) => ({ ...cue, roles: cue.roles.filter((role) => role !== roleId) }))
    await tx
      .updateTable('subtitle')
      .set({ ...cueColumns(left), revision: row.revision + 1, updated_at: new Date() })
      .where('id', '=', row.id)
      .execute()
  }
}

/** Sets how a version looks in the picture, and whether its file's styles hold; its text and its revision stay. */
export async function styleVersion(
  db: Db,
  accountId: string,
  { file_id: fileId, style, file_styles }: ParsedInputOf<'styleVersion'>,
): Promise<void> {
  const version = await reachVersion(db, accountId, fileId, 'edit')
  await db
    .updateTable('subtitle')
    .set({
      ...(style && { style: JSON.stringify(style) }),
      ...(file_styles !== undefined && { file_styles }),
      updated_at: new Date(),
    })
    .where('id', '=', version.id)
    .execute()
}
