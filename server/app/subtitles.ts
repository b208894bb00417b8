import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { subtitleMaxBytes } from '#core/domain/limits.ts'
import type { SubtitleSource } from '#core/domain/task.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue.ts'
import { cueErrors } from '#core/subtitle/cue-errors.ts'
import { roleState } from '#core/subtitle/role-state.ts'
import { readSubtitle } from '#core/subtitle/file.ts'
import { cueList } from '#core/subtitle/cue-list.ts'
import { Digest } from '#core/subtitle/digest.ts'
import { applyWireChanges, fromWire, standsAsChanged, toWire } from '#core/subtitle/wire.ts'
import type { Db, Tx } from '../store/db.ts'
import { newId } from '../store/id.ts'
import type { SubtitleTable } from '../store/schema.ts'
import { notFound, Refusal } from './refusal.ts'
import { own } from './scope.ts'
import { findVideo } from './videos/read.ts'

export type SubtitleRow = Selectable<SubtitleTable>

export interface NewVersion {
  account_id: string
  folder_id: string
  /** Null for a file that stands in its folder without a video. */
  video_id: string | null
  task_id: string | null
  name: string
  source: SubtitleSource
  language: LanguageCode
  cues: readonly Cue[]
}

/** Adds a version with the video's next number; the first one of a video becomes the active one. */
export async function insertVersion(tx: Tx, version: NewVersion): Promise<SubtitleRow> {
  const { cues, ...columns } = version
  const last = version.video_id === null ? 0 : await lastVersion(tx, version.video_id)
  const is_use = version.video_id !== null && last === 0
  return tx
    .insertInto('subtitle')
    .values({ ...columns, ...cueColumns(cues), id: newId(), version: last + 1, is_use })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Number of a video's newest version; the video's row is the lock between two that are added at once. */
async function lastVersion(tx: Tx, videoId: string): Promise<number> {
  await tx.selectFrom('video').select('id').where('id', '=', videoId).forUpdate().executeTakeFirst()
  const { last } = await tx
    .selectFrom('subtitle')
    .select(sql<number>`coalesce(max(version), 0)::int`.as('last'))
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow()
  return last
}

function cueColumns(cues: readonly Cue[]) {
  return {
    cues: JSON.stringify(toWire(cues)),
    cue_sum: cues.length,
    cue_errors: JSON.stringify(cueErrors(cues)),
    role_state: roleState(cues),
  }
}

export async function addVersion(
  db: Db,
  accountId: string,
  input: ParsedInputOf<'addVersion'>,
): Promise<DataOf<'addVersion'>> {
  if (Buffer.byteLength(input.content) > subtitleMaxBytes) {
    throw new Refusal('refused', 'subtitle_too_large', { n: subtitleMaxBytes / 1024 ** 2 })
  }
  const video = await findVideo(db, accountId, input.video_id)
  const { cues, problems } = readSubtitle(input.content, sequentialIds(`${newId()}-`), { name: input.file_name })
  if (cues.length === 0 && input.content.trim() !== '') throw new Refusal('refused', 'subtitle_unreadable')
  const row = await db.transaction().execute((tx) =>
    insertVersion(tx, {
      account_id: accountId,
      folder_id: video.folder_id,
      video_id: video.id,
      task_id: null,
      name: input.name,
      source: 'upload',
      language: input.language,
      cues,
    }),
  )
  return { ...describeVersion(row), problems }
}

export async function listVersions(db: Db, accountId: string, videoId: string): Promise<SubtitleVersion[]> {
  const rows = await db
    .selectFrom('subtitle')
    .select(['id', 'account_id', 'folder_id', 'video_id', 'task_id', 'name', 'source', 'language', 'version'])
    .select(['cue_sum', 'role_state', 'is_use', 'revision', 'created_at', 'updated_at'])
    .where('video_id', '=', videoId)
    .where('account_id', '=', accountId)
    .orderBy('version')
    .execute()
  return rows.map(describeVersion)
}

export async function findVersion(db: Db, accountId: string, fileId: string): Promise<SubtitleRow> {
  return own({ db, accountId }, 'subtitle', fileId)
}

export async function getVersion(db: Db, accountId: string, fileId: string): Promise<DataOf<'getVersion'>> {
  const row = await findVersion(db, accountId, fileId)
  return { ...describeVersion(row), subtitle_txt: row.cues, subtitle_error_info: row.cue_errors }
}

/**
 * Saves the lines of a version that stands at the given revision. A stale revision writes nothing: the answer carries
 * what is stored, for the editor to merge. The same content sent again is success, so a lost answer does no harm.
 */
export async function editVersion(
  db: Db,
  accountId: string,
  input: ParsedInputOf<'editVersion'>,
): Promise<{ stale: boolean; data: DataOf<'editVersion'> }> {
  const cues = fromWire(input.subtitle_txt)
  if (!cues) throw new Refusal('refused', 'lines_unreadable')
  const columns = cueColumns(cues)
  const row = await db
    .updateTable('subtitle')
    .set({ ...columns, revision: input.revision + 1, updated_at: new Date() })
    .where('id', '=', input.file_id)
    .where('account_id', '=', accountId)
    .where('revision', '=', input.revision)
    .returning(['cue_errors', 'role_state', 'revision'])
    .executeTakeFirst()
  if (row) return { stale: false, data: saved(row) }
  const stored = await findVersion(db, accountId, input.file_id)
  // Compared as cues: the database does not keep the order of an object's keys.
  if (JSON.stringify(cuesOf(stored)) === JSON.stringify(cues)) return { stale: false, data: saved(stored) }
  return { stale: true, data: { ...saved(stored), current: stored.cues } }
}

/**
 * The same for changed lines alone: what they lead to must be the text that the editor has. Changes that are stored
 * already, because an answer got lost, are success.
 */
export async function patchVersion(
  db: Db,
  accountId: string,
  { file_id: fileId, revision, changes, text_digest: digest }: ParsedInputOf<'patchVersion'>,
): Promise<{ stale: boolean; data: DataOf<'editVersion'> }> {
  return db.transaction().execute(async (tx) => {
    const stored = await tx
      .selectFrom('subtitle')
      .selectAll()
      .where('id', '=', fileId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
    if (!stored) throw notFound()
    if (stored.revision !== revision) {
      const now = cuesOf(stored)
      // The digest says nothing of the order of lines.
      const isThere = Digest.of(now).text === digest && standsAsChanged(now, changes)
      if (isThere) return { stale: false, data: saved(stored) }
      return { stale: true, data: { ...saved(stored), current: stored.cues } }
    }
    const cues = applyWireChanges(cueList(cuesOf(stored)), changes)?.cues
    if (!cues || Digest.of(cues).text !== digest) throw new Refusal('refused', 'lines_unreadable')
    const row = await tx
      .updateTable('subtitle')
      .set({ ...cueColumns(cues), revision: revision + 1, updated_at: new Date() })
      .where('id', '=', fileId)
      .returning(['cue_errors', 'role_state', 'revision'])
      .executeTakeFirstOrThrow()
    return { stale: false, data: saved(row) }
  })
}

/** Saves several versions, all or none: a stale one writes nothing anywhere and is named with what is stored. */
export async function editVersions(
  db: Db,
  accountId: string,
  { edits }: ParsedInputOf<'editVersions'>,
): Promise<{ stale: boolean; data: DataOf<'editVersions'> }> {
  const columns = edits.map(({ subtitle_txt }) => {
    const cues = fromWire(subtitle_txt)
    if (!cues) throw new Refusal('refused', 'lines_unreadable')
    return cueColumns(cues)
  })
  try {
    const list = await db.transaction().execute(async (tx) => {
      const done: DataOf<'editVersions'>['list'] = []
      for (const [at, { file_id, revision }] of edits.entries()) {
        const row = await tx
          .updateTable('subtitle')
          .set({ ...columns[at]!, revision: revision + 1, updated_at: new Date() })
          .where('id', '=', file_id)
          .where('account_id', '=', accountId)
          .where('revision', '=', revision)
          .returning('revision')
          .executeTakeFirst()
        if (!row) throw new StaleVersion(file_id)
        done.push({ file_id, revision: row.revision })
      }
      return done
    })
    return { stale: false, data: { list } }
  } catch (error) {
    if (!(error instanceof StaleVersion)) throw error
    const stored = await findVersion(db, accountId, error.fileId)
    return { stale: true, data: { list: [{ file_id: stored.id, revision: stored.revision }] } }
  }
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

function saved(row: Pick<SubtitleRow, 'cue_errors' | 'role_state' | 'revision'>): DataOf<'editVersion'> {
  return {
    subtitle_ok: Object.values(row.cue_errors).every((numbers) => numbers.length === 0),
    error_info: row.cue_errors,
    role_state: row.role_state,
    revision: row.revision,
  }
}

/** The active version is what later videos are made with. */
export async function activateVersion(db: Db, accountId: string, videoId: string, fileId: string): Promise<void> {
  const version = await findVersion(db, accountId, fileId)
  if (version.video_id !== videoId) throw notFound()
  await db
    .updateTable('subtitle')
    .set({ is_use: sql<boolean>`id = ${fileId}` })
    .where('video_id', '=', videoId)
    .where('account_id', '=', accountId)
    .execute()
}

export async function deleteVersion(db: Db, accountId: string, fileId: string): Promise<void> {
  const version = await findVersion(db, accountId, fileId)
  await db.deleteFrom('subtitle').where('id', '=', version.id).execute()
}

/** Cues of a stored version. */
export function cuesOf(row: SubtitleRow): Cue[] {
  const cues = fromWire(row.cues)
  if (!cues) throw new Error(`Stored lines of ${row.id} can't be read`)
  return cues
}

export function languageOf(row: { language: string }): LanguageCode {
  return isLanguageCode(row.language) ? row.language : 'en'
}

function describeVersion(row: Omit<SubtitleRow, 'cues' | 'cue_errors'>): SubtitleVersion {
  return {
    file_id: row.id,
    folder_id: row.folder_id,
    video_id: row.video_id ?? '',
    name: row.name,
    from: row.source,
    language: row.language,
    version: row.version,
    role_state: row.role_state,
    is_use: row.is_use,
    revision: row.revision,
    cue_sum: row.cue_sum,
    create_time: row.created_at.toISOString(),
    update_time: row.updated_at.toISOString(),
  }
}
