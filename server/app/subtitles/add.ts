import { sql } from 'kysely'
import type { LanguageCode } from '#core/domain/languages.ts'
import { subtitleMaxBytes } from '#core/domain/limits.ts'
import type { SubtitleSource } from '#core/domain/task.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue.ts'
import { readSubtitle } from '#core/subtitle/file.ts'
import type { Db, Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import { checkFolder } from '../folders.ts'
import { Refusal } from '../refusal.ts'
import { findVideo } from '../videos/read.ts'
import { describeVersion } from './present.ts'
import { cueColumns, type SubtitleRow } from './rows.ts'

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
  const { cues, problems } = readSubtitle(input.content, sequentialIds(`${newId()}-`), { name: input.file_name })
  if (cues.length === 0 && input.content.trim() !== '') throw new Refusal('refused', 'subtitle_unreadable')
  const { name, language } = input
  const row = await db
    .transaction()
    .execute((tx) =>
      insertVersion(tx, { ...place, account_id: accountId, task_id: null, name, source: 'upload', language, cues }),
    )
  return { ...describeVersion(row), problems }
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
