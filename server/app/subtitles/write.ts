import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { sql } from 'kysely'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { fromWire, readFields, type WireCue } from '#core/subtitle/cue/wire.ts'
import type { Page } from '../../store/events.ts'
import { retryDeadlock } from '../../store/deadlock.ts'
import type { Db, Tx } from '../../store/db.ts'
import type { Deps } from '../deps.ts'
import type { Steps } from '../heavy/gate.ts'
import { rememberSaved } from '../memory/confirm.ts'
import { Refusal } from '../refusal.ts'
import { keepPlaces } from '../review/comments.ts'
import { keepReadings } from '../review/readings.ts'
import { mayEdit, accessToVersion, accessibleText, accessibleVersion } from '../shares/access-level.ts'
import { notifyCollaborators } from '../shares/notify-collaborators.ts'
import { refuseLongEdit, refuseLongEdits } from './long-lines.ts'
import { describeSaved } from './present.ts'
import { storedText } from './read.ts'
import { cuesOf, type VersionText } from './rows.ts'

/** The result of a save; a stale one wrote nothing and carries the stored state. */
export interface Saved<T> {
  readonly stale: boolean
  readonly data: T
}

/**
 * Saves a version's cues at the given revision. A stale revision writes nothing and returns the stored state for the
 * editor to merge; repeated content is a success.
 */
export async function editVersion(
  deps: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  input: ParsedInputOf<'editVersion'>,
): Promise<Saved<DataOf<'editVersion'>>> {
  const { db } = deps
  const { subtitle_txt: lines, readings = [] } = input
  const [columns] = await textsOf(deps, accountId, [input])
  if (!columns) throw new RangeError('A text for each edit')
  const gone = await commentedAndGone(db, input.file_id, lines)
  const byHand = new Set(input.confirmed?.lines.map(({ cue_id }) => cue_id))
  const confirmedCues = fromWire(lines.filter(({ cue_id }) => byHand.has(cue_id))) ?? []
  const read = new Set(readings.map(({ cue_id }) => cue_id))
  const ofReadings = new Map(fromWire(lines.filter(({ cue_id }) => read.has(cue_id)))?.map((cue) => [cue.id, cue]))
  const row = await db.transaction().execute(async (tx) => {
    const saved = await writeText(tx, accountId, { ...input, columns })
    if (!saved) return undefined
    await keepPlaces(tx, input.file_id, gone)
    await keepReadings(tx, input.file_id, ofReadings, readings)
    await rememberSaved(tx, accountId, input.file_id, input.confirmed, confirmedCues)
    await tellSaved(tx, input.file_id, saved.revision, { accountId, pageId: input.page_id })
    return saved
  })
  if (row) return { stale: false, data: describeSaved(row) }
  const stored = await accessibleVersion(db, accountId, input.file_id, 'edit')
  const { isThere } = await db
    .selectFrom('subtitle')
    .select(sql<boolean>`cues::jsonb = ${columns.cues}::jsonb`.as('isThere'))
    .where('id', '=', stored.id)
    .executeTakeFirstOrThrow()
  if (isThere) return { stale: false, data: describeSaved(stored) }
  return { stale: true, data: { ...describeSaved(stored), current: stored.cues } }
}

/** What is written for versions in a request. Throws a Refusal for invalid or too long cues. */
async function textsOf(
  { db, heavy }: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  edits: readonly Pick<ParsedInputOf<'editVersion'>, 'file_id' | 'subtitle_txt'>[],
): Promise<VersionText[]> {
  const total = edits.reduce((sum, { subtitle_txt }) => sum + sizeOfLines(subtitle_txt), 0)
  const make = async (steps: Steps): Promise<VersionText[]> => {
    const texts: VersionText[] = []
    for (const { file_id, subtitle_txt: lines } of edits) {
      const made = await steps.do('write', { lines })
      if (!made) throw new Refusal('refused', 'lines_unreadable')
      const stored = async () => cuesOf(await accessibleVersion(db, accountId, file_id, 'edit'))
      if (made.hasLong) await refuseLongEdits(fromWire(lines) ?? [], stored)
      texts.push(made.text)
    }
    return texts
  }
  return heavy.run(accountId, total, make, { total, isSave: true })
}

const sizeOfLines = (lines: readonly WireCue[]): number =>
  lines.reduce((sum, { text, time }) => sum + text.length + time.length, 0)

/**
 * The same for changed cues only: the result must be the editor's text. Changes that are stored already are a success, as
 * their answer may have been lost.
 */
export async function patchVersion(
  { db, heavy }: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  {
    file_id: fileId,
    revision,
    changes,
    text_digest: digest,
    page_id: pageId,
    confirmed,
  }: ParsedInputOf<'patchVersion'>,
): Promise<Saved<DataOf<'editVersion'>>> {
  const stored = await accessibleText(db, accountId, fileId, 'edit')
  const patch = (cues: string) => ({ cues, changes, digest })
  const stale = (row: typeof stored): Saved<DataOf<'editVersion'>> => ({
    stale: true,
    data: { ...describeSaved(row), current: JSON.parse(row.cues) as WireCue[] },
  })
  if (stored.revision === revision) {
    const made = await heavy.save(accountId, stored.size, 'patch', patch(stored.cues))
    if (!made) throw new Refusal('refused', 'lines_unreadable')
    refuseLongEdit(made.longLine)
    const changed = changes.flatMap(({ cue_id, cue }) => (cue ? (readFields(cue_id, cue) ?? []) : []))
    const write = { file_id: fileId, revision, columns: made.text }
    const row = await saveText(db, { accountId, pageId }, write, made.gone, (tx) =>
      rememberSaved(tx, accountId, fileId, confirmed, changed),
    )
    if (row) return { stale: false, data: describeSaved(row) }
  }
  const now = stored.revision === revision ? await accessibleText(db, accountId, fileId, 'edit') : stored
  const isThere = await heavy.save(accountId, now.size, 'standsAs', patch(now.cues))
  if (isThere) return { stale: false, data: describeSaved(now) }
  return stale(now)
}

/** Writes a version's text with some cues deleted; undefined if its revision differs. */
async function saveText(db: Db, by: Page, write: TextWrite, gone: readonly Cue[], alsoKeep: (tx: Tx) => Promise<void>) {
  return db.transaction().execute(async (tx) => {
    const saved = await writeText(tx, by.accountId, write)
    if (!saved) return undefined
    await keepPlaces(tx, write.file_id, gone)
    await alsoKeep(tx)
    await tellSaved(tx, write.file_id, saved.revision, by)
    return saved
  })
}

interface TextWrite {
  readonly file_id: string
  /** The revision to write at. */
  readonly revision: number
  readonly columns: VersionText
}

/** Undefined if the revision differs, or the caller may not edit the version. */
async function writeText(db: Db, accountId: string, { file_id, revision, columns }: TextWrite) {
  return db
    .updateTable('subtitle')
    .set({ ...columns, revision: revision + 1, updated_at: new Date() })
    .where('id', '=', file_id)
    .where(mayEdit(accountId))
    .where('revision', '=', revision)
    .returning(['cue_errors', 'role_state', 'revision'])
    .executeTakeFirst()
}

/** Stored cues with comments that a new text lacks. */
async function commentedAndGone(db: Db, fileId: string, lines: readonly WireCue[]): Promise<Cue[]> {
  const commented = await db.selectFrom('line_comment').select('cue_id').where('subtitle_id', '=', fileId).execute()
  if (commented.length === 0) return []
  const staying = new Set(lines.map(({ cue_id }) => cue_id))
  const lost = new Set(commented.map(({ cue_id }) => cue_id).filter((id) => !staying.has(id)))
  if (lost.size === 0) return []
  const stored = await db.selectFrom('subtitle').select(['id', 'cues']).where('id', '=', fileId).executeTakeFirst()
  return stored ? cuesOf(stored).filter(({ id }) => lost.has(id)) : []
}

/** Notifies the other pages that have the version open. */
async function tellSaved(db: Db, fileId: string, revision: number, by?: Page): Promise<void> {
  await notifyCollaborators(db, fileId, { kind: 'version', file_id: fileId, revision }, by)
}

/** Saves several versions, all or none: a stale one writes nothing and is returned with its stored state. */
export async function editVersions(
  deps: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  { edits }: ParsedInputOf<'editVersions'>,
): Promise<Saved<DataOf<'editVersions'>>> {
  const { db } = deps
  const moved = await anyMoved(db, edits)
  if (moved !== undefined) return staleOne(db, accountId, moved)
  const writes = (await textsOf(deps, accountId, edits)).flatMap((columns, at) => {
    const edit = edits[at]
    return edit ? [{ file_id: edit.file_id, revision: edit.revision, columns }] : []
  })
  // Rows are locked in one order wherever several are saved.
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
    return staleOne(db, accountId, error.fileId)
  }
}

/** The first version whose revision differs from the one to save at. */
async function anyMoved(db: Db, edits: ParsedInputOf<'editVersions'>['edits']): Promise<string | undefined> {
  const ids = edits.map(({ file_id }) => file_id)
  const rows = await db.selectFrom('subtitle').select(['id', 'revision']).where('id', 'in', ids).execute()
  const revisions = new Map(rows.map(({ id, revision }) => [id, revision]))
  return edits.find(({ file_id, revision }) => (revisions.get(file_id) ?? revision) !== revision)?.file_id
}

async function staleOne(db: Db, accountId: string, fileId: string): Promise<Saved<DataOf<'editVersions'>>> {
  const { id: file_id, revision } = await accessToVersion(db, accountId, fileId, 'edit')
  return { stale: true, data: { list: [{ file_id, revision }] } }
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

/**
 * Removes a speaker from all cues of a folder's versions, one version at a time; repeating it after an interruption ends
 * alike.
 */
export async function dropRole(
  { db, heavy }: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  folderId: string,
  roleId: string,
): Promise<void> {
  const versions = await db
    .selectFrom('subtitle')
    .select(['id', 'size'])
    .where('folder_id', '=', folderId)
    .where('account_id', '=', accountId)
    .where('role_state', '!=', 0)
    .orderBy('id')
    .execute()
  const total = versions.reduce((sum, { size }) => sum + size, 0)
  const largest = versions.reduce((most, { size }) => Math.max(most, size), 0)
  const drop = async (steps: Steps): Promise<void> => {
    for (const { id } of versions) {
      // Read again after a concurrent edit.
      for (let isWritten = false; !isWritten;) {
        const row = await storedText(db, id)
        const columns = row && (await steps.do('dropRole', { cues: row.cues, roleId }))
        if (!columns) break
        isWritten = (await writeText(db, accountId, { file_id: id, revision: row.revision, columns })) !== undefined
      }
    }
  }
  await heavy.run(accountId, largest, drop, { total })
}

/** Sets a version's look and whether its file's styles apply; text and revision stay. */
export async function styleVersion(
  db: Db,
  accountId: string,
  { file_id: fileId, style, file_styles }: ParsedInputOf<'styleVersion'>,
): Promise<void> {
  const version = await accessibleVersion(db, accountId, fileId, 'edit')
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
