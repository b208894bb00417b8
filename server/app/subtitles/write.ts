import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { fromWire, type WireCue } from '#core/subtitle/wire.ts'
import type { Page } from '../../store/events.ts'
import { retryDeadlock } from '../../store/deadlock.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { keepPlaces } from '../review/comments.ts'
import { keepReadings } from '../review/readings.ts'
import { mayEdit, reachText, reachVersion } from '../shares/reach.ts'
import { tellWorkers } from '../shares/tell.ts'
import { refuseLongEdit, refuseLongEdits } from './long-lines.ts'
import { describeSaved } from './present.ts'
import { cueColumns, cuesOf, type VersionText } from './rows.ts'

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
    const saved = await writeText(tx, accountId, { ...input, columns })
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
  { db, heavy }: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  { file_id: fileId, revision, changes, text_digest: digest, page_id: pageId }: ParsedInputOf<'patchVersion'>,
): Promise<Saved<DataOf<'editVersion'>>> {
  const stored = await reachText(db, accountId, fileId, 'edit')
  const patch = (cues: string) => ({ cues, changes, digest })
  if (stored.revision === revision) {
    const made = await heavy.save(accountId, stored.size, 'patch', patch(stored.cues))
    if (!made) throw new Refusal('refused', 'lines_unreadable')
    refuseLongEdit(made.longLine)
    const row = await db.transaction().execute(async (tx) => {
      const saved = await writeText(tx, accountId, { file_id: fileId, revision, columns: made.text })
      if (!saved) return undefined
      await keepPlaces(tx, fileId, made.gone)
      await tellSaved(tx, fileId, saved.revision, { accountId, pageId })
      return saved
    })
    if (row) return { stale: false, data: describeSaved(row) }
  }
  const now = stored.revision === revision ? await reachText(db, accountId, fileId, 'edit') : stored
  const isThere = await heavy.save(accountId, now.size, 'standsAs', patch(now.cues))
  if (isThere) return { stale: false, data: describeSaved(now) }
  return { stale: true, data: { ...describeSaved(now), current: JSON.parse(now.cues) as WireCue[] } }
}

interface TextWrite {
  readonly file_id: string
  /** At which it is written. */
  readonly revision: number
  readonly columns: VersionText
}

/** Undefined where the version is at another revision, or not the caller's to edit. */
async function writeText(tx: Tx, accountId: string, { file_id, revision, columns }: TextWrite) {
  return tx
    .updateTable('subtitle')
    .set({ ...columns, revision: revision + 1, updated_at: new Date() })
    .where('id', '=', file_id)
    .where(mayEdit(accountId))
    .where('revision', '=', revision)
    .returning(['cue_errors', 'role_state', 'revision'])
    .executeTakeFirst()
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

async function writeVersion(tx: Tx, accountId: string, write: TextWrite): Promise<void> {
  if (!(await writeText(tx, accountId, write))) throw new StaleVersion(write.file_id)
  await tellSaved(tx, write.file_id, write.revision + 1)
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
