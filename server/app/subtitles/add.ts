import { sql } from 'kysely'
import type { LanguageCode } from '#core/domain/languages.ts'
import { subtitleMaxBytes } from '#core/domain/limits.ts'
import type { SubtitleSource } from '#core/domain/task.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { BurnStyle } from '#core/subtitle/burn-style.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue.ts'
import { type CueWords, wordsOfFile } from '#core/subtitle/cue-words.ts'
import { adoptedText, readSubtitle, writeSubtitle } from '#core/subtitle/file.ts'
import type { RoleState } from '#core/subtitle/role-state.ts'
import { unrolled } from '#core/subtitle/roll-up.ts'
import type { Db, Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import { checkFolder } from '../folders.ts'
import { folderSettings } from '../pro/settings.ts'
import { Refusal } from '../refusal.ts'
import { findVideo } from '../videos/read.ts'
import { type ImportedFrom, importedFrom, keepImportedFile } from './imported.ts'
import { refuseLongLines } from './long-lines.ts'
import { describeVersion } from './present.ts'
import { findVersion } from './read.ts'
import { cueColumns, cuesOf, languageOf, type SubtitleRow } from './rows.ts'
import { keepWordTimes, wordTimesOf } from './word-times.ts'

export interface NewVersion {
  /** A new one where it is left out. */
  id?: string
  account_id: string
  folder_id: string
  /** Null for a file that stands in its folder without a video. */
  video_id: string | null
  task_id: string | null
  name: string
  source: SubtitleSource
  language: LanguageCode
  cues: readonly Cue[]
  /** In place of what the cues' roles say. */
  role_state?: RoleState
  /** How it looks in the picture; left out for the look of its folder. */
  style?: BurnStyle | null
  /** The file that it was made of, and whether that file's styles hold. */
  imported?: ImportedFrom | undefined
  /** When its words are said, where that is known. */
  words?: readonly CueWords[] | undefined
}

/**
 * Adds a version with the video's next number. `activate` makes it the active one in any case or in none, and has an empty
 * one that was never edited give way; without it, it becomes active where the active one has no lines, or there is none.
 */
export async function insertVersion(tx: Tx, version: NewVersion, activate?: boolean): Promise<SubtitleRow> {
  const { id = newId(), cues, style, imported, role_state, words, ...columns } = version
  const { video_id: videoId } = columns
  const place =
    videoId === null ? { is_use: false, version: 1 } : await placeAmong(tx, videoId, activate, cues.length > 0)
  const look = style ?? (await folderSettings(tx, columns.folder_id)).style
  const row = await tx
    .insertInto('subtitle')
    .values({
      ...columns,
      ...cueColumns(cues),
      ...(role_state !== undefined && { role_state }),
      ...place,
      imported_file_id: null,
      imported_format: null,
      ...imported,
      style: look && JSON.stringify(look),
      id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await keepWordTimes(tx, id, words)
  return row
}

/** The number of a video's new version, and whether it is the active one; the version that was active then no longer is. */
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

/** What the column has in a row that nobody has written again. */
const FIRST_REVISION = 1

/** The video's row is the lock between two that add, delete or choose versions of it at once. */
export async function lockVideo(tx: Tx, videoId: string): Promise<void> {
  await tx.selectFrom('video').select('id').where('id', '=', videoId).forUpdate().executeTakeFirst()
}

/** Makes a version of a subtitle file's text, of a video or standing in a folder by itself. Throws a Refusal. */
export async function addVersion(
  db: Db,
  accountId: string,
  input: ParsedInputOf<'addVersion'>,
): Promise<DataOf<'addVersion'>> {
  if (Buffer.byteLength(input.content) > subtitleMaxBytes) {
    throw new Refusal('refused', 'subtitle_too_large', { n: subtitleMaxBytes / 1024 ** 2 })
  }
  const place = await placeOf(db, accountId, input)
  const { stored, cues, words, problems } = readContent(input)
  if (cues.length === 0 && input.content.trim() !== '') throw new Refusal('refused', 'subtitle_unreadable')
  refuseLongLines(cues)
  const { name, language, activate } = input
  const version: NewVersion = {
    ...place,
    account_id: accountId,
    task_id: null,
    name,
    source: 'upload',
    language,
    cues,
    words,
  }
  const row = await db.transaction().execute(async (tx) => {
    const imported = cues.length > 0 ? await keepImportedFile(tx, accountId, stored) : undefined
    return insertVersion(tx, { ...version, imported }, activate)
  })
  return { ...describeVersion(row), problems }
}

/** What a file's text holds; roll-up captions that are to be single rows are a file of single rows from then on. */
function readContent({ content: sent, file_name, unroll }: ParsedInputOf<'addVersion'>) {
  // A transcript in JSON, or MPL2 or TMPlayer, is kept as the WebVTT that it becomes.
  const adopted = adoptedText(sent)
  const content = adopted?.content ?? sent
  const prefix = `${newId()}-`
  const read = readSubtitle(content, sequentialIds(prefix), { name: file_name })
  const { format } = read
  const problems = [...(adopted?.problems ?? []), ...read.problems]
  const single = unroll && unrolled(read)
  const text = single ? writeSubtitle(single.cues, format, single).text : content
  const { cues, extras } = single ? readSubtitle(text, sequentialIds(prefix), { format }) : read
  const words = wordsOfFile(extras)
  return { cues, words, problems, stored: { format, content: text, cue_prefix: prefix, cue_count: cues.length } }
}

/** Makes another version with the name and the lines of the caller's version, which stays the active one where it is. */
export async function copyVersion(
  db: Db,
  accountId: string,
  { file_id }: ParsedInputOf<'copyVersion'>,
): Promise<SubtitleVersion> {
  const stored = await findVersion(db, accountId, file_id)
  const { folder_id, video_id, name, source, style } = stored
  const imported = importedFrom(stored)
  const language = languageOf(stored)
  const cues = cuesOf(stored)
  const version: NewVersion = {
    account_id: accountId,
    folder_id,
    video_id,
    task_id: null,
    name,
    source,
    language,
    cues,
    style,
    imported,
    words: await wordTimesOf(db, stored.id),
  }
  return describeVersion(await db.transaction().execute((tx) => insertVersion(tx, version, false)))
}

/** A version stands where its video does. */
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
