import { type RawBuilder, sql } from 'kysely'
import type { LanguageCode } from '#core/domain/languages.ts'
import { lineMaxLength, subtitleMaxBytes } from '#core/domain/limits.ts'
import type { SubtitleSource } from '#core/domain/task.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { BurnStyle } from '#core/subtitle/burn/burn-style.ts'
import type { CueWords } from '#core/subtitle/formats/cue-words.ts'
import { readingCost } from '#core/subtitle/text/reading-cost.ts'
import type { RoleState } from '#core/subtitle/cue/role-state.ts'
import type { Db, Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'
import { checkFolder } from '../folders.ts'
import { folderSettings } from '../pro/settings.ts'
import { refuseMore } from '../quota.ts'
import { Refusal } from '../refusal.ts'
import { findVideo } from '../videos/read.ts'
import { type ImportedFrom, importedFrom, keepImportedFile } from './imported.ts'
import { describeVersion } from './present.ts'
import { findHead, type VersionHead, versionHead } from './read.ts'
import { languageOf, type VersionText } from './rows.ts'
import { keepWordTimes, wordTimesOf } from './word-times.ts'

/** The text of another version, copied by the database. */
interface CopiedText extends Pick<VersionText, 'cue_sum' | 'size' | 'role_state'> {
  readonly cues: RawBuilder<string>
  readonly cue_errors: RawBuilder<string>
  readonly role_lines: RawBuilder<string>
}

/** The text of another version, with its size. */
export function copiedText({ id, cue_sum, size, role_state }: VersionHead): CopiedText {
  return {
    ...{ cue_sum, size, role_state: role_state as RoleState },
    cues: sql<string>`(select cues from subtitle where id = ${id})`,
    cue_errors: sql<string>`(select cue_errors from subtitle where id = ${id})`,
    role_lines: sql<string>`(select role_lines from subtitle where id = ${id})`,
  }
}

export interface NewVersion {
  /** A new id if left out. */
  id?: string
  account_id: string
  folder_id: string
  /** Null for a file without a video. */
  video_id: string | null
  task_id: string | null
  name: string
  source: SubtitleSource
  language: LanguageCode
  text: VersionText | CopiedText
  /** Overrides the state derived from the cues' roles. */
  role_state?: RoleState
  /** Its look in the picture; by default its folder's. */
  style?: BurnStyle | null
  /** The file that it was imported from, and whether that file's styles apply. */
  imported?: ImportedFrom | undefined
  /** Word times, if known. */
  words?: readonly CueWords[] | undefined
}

/**
 * Adds a version with the video's next number. By default it becomes active unless the active one has cues; `activate`
 * decides otherwise, and replaces an empty, never edited one.
 */
export async function insertVersion(tx: Tx, version: NewVersion, activate?: boolean): Promise<VersionHead> {
  const { id = newId(), text, style, imported, role_state, words, ...columns } = version
  await refuseMore(tx, columns.account_id, 'subtitle')
  const { video_id: videoId } = columns
  const place =
    videoId === null ? { is_use: false, version: 1 } : await placeAmong(tx, videoId, activate, text.cue_sum > 0)
  const look = style ?? (await folderSettings(tx, columns.folder_id)).style
  const row = await tx
    .insertInto('subtitle')
    .values({
      ...columns,
      ...text,
      ...(role_state !== undefined && { role_state }),
      ...place,
      imported_file_id: null,
      imported_format: null,
      ...imported,
      style: look && JSON.stringify(look),
      id,
    })
    .returning(versionHead)
    .executeTakeFirstOrThrow()
  await keepWordTimes(tx, id, words)
  return row
}

/** The number of a video's new version and whether it is active; clears the formerly active one. */
export async function placeAmong(tx: Tx, videoId: string, activate: boolean | undefined, hasCues: boolean) {
  await lockVideo(tx, videoId)
  const active = await tx
    .selectFrom('subtitle')
    .select(['id', 'source', 'cue_sum', 'revision'])
    .where('video_id', '=', videoId)
    .where('is_use', '=', true)
    .executeTakeFirst()
  const is_use = !active || (activate ?? (active.cue_sum === 0 && hasCues))
  if (active && is_use) {
    const isUntouched = active.source === 'upload' && active.cue_sum === 0 && active.revision === FIRST_REVISION
    if (activate && isUntouched) await tx.deleteFrom('subtitle').where('id', '=', active.id).execute()
    else await tx.updateTable('subtitle').set({ is_use: false }).where('id', '=', active.id).execute()
  }
  const { last } = await tx
    .selectFrom('subtitle')
    .select(sql<number>`coalesce(max(version), 0)::int`.as('last'))
    .where('video_id', '=', videoId)
    .executeTakeFirstOrThrow()
  return { is_use, version: last + 1 }
}

/** The column's default in a row that was never updated. */
const FIRST_REVISION = 1

/** The video's row serialises adding, deleting and choosing of its versions. */
export async function lockVideo(tx: Tx, videoId: string): Promise<void> {
  await tx.selectFrom('video').select('id').where('id', '=', videoId).forUpdate().executeTakeFirst()
}

/** Makes a version of a subtitle file's text, for a video or as a file without one. Throws a Refusal. */
export async function addVersion(
  { db, heavy }: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  input: ParsedInputOf<'addVersion'>,
): Promise<DataOf<'addVersion'>> {
  const bytes = Buffer.byteLength(input.content)
  if (bytes > subtitleMaxBytes) throw new Refusal('refused', 'subtitle_too_large', { n: subtitleMaxBytes / 1024 ** 2 })
  const place = await placeOf(db, accountId, input)
  const { content, file_name, unroll, name, language, activate } = input
  const file = { content, file_name, unroll, prefix: `${newId()}-` }
  const read = { total: readingCost(content) }
  return heavy.run(
    accountId,
    bytes,
    async (steps) => {
      const { stored, text, words, problems, longLine } = await steps.do('readFile', file)
      if (text.cue_sum === 0 && content.trim() !== '') throw new Refusal('refused', 'subtitle_unreadable')
      if (longLine > 0) throw new Refusal('refused', 'subtitle_line_too_long', { line: longLine, n: lineMaxLength })
      const version = {
        ...place,
        account_id: accountId,
        task_id: null,
        name,
        source: 'upload',
        language,
        text,
        words,
      } as const
      const insert = (): Promise<VersionHead> =>
        db.transaction().execute(async (tx) => {
          const imported = text.cue_sum > 0 ? await keepImportedFile(tx, accountId, stored) : undefined
          return insertVersion(tx, { ...version, imported }, activate)
        })
      const row = await heavy.inTurn(bytes, insert)
      return { ...describeVersion(row), problems: [...problems] }
    },
    read,
  )
}

/** Copies the caller's version; an active one stays active. */
export async function copyVersion(
  db: Db,
  accountId: string,
  { file_id }: ParsedInputOf<'copyVersion'>,
): Promise<SubtitleVersion> {
  const words = await wordTimesOf(db, (await findHead(db, accountId, file_id)).id)
  const row = await db.transaction().execute(async (tx) => {
    const stored = await findHead(tx, accountId, file_id)
    const { folder_id, video_id, name, source, style } = stored
    const text = copiedText(stored)
    const copy = { account_id: accountId, folder_id, video_id, task_id: null, name, source, style, text, words }
    const imported = importedFrom(stored)
    return insertVersion(tx, { ...copy, language: languageOf(stored), imported }, false)
  })
  return describeVersion(row)
}

/** A version is in its video's folder. */
async function placeOf(
  db: Db,
  accountId: string,
  { folder_id, video_id }: { folder_id: string; video_id?: string | undefined },
): Promise<{ folder_id: string; video_id: string | null }> {
  if (video_id === undefined) {
    await checkFolder(db, accountId, folder_id)
    return { folder_id, video_id: null }
  }
  const video = await findVideo(db, accountId, video_id)
  return { folder_id: video.folder_id, video_id: video.id }
}
