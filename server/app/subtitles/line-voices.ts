import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import { isUsualVoice, type LineVoice } from '#core/domain/line-voice.ts'
import type { Db } from '../../store/db.ts'
import { folderSettings } from '../pro/settings.ts'
import { accessToVersion } from '../shares/access-level.ts'
import { notifyCollaborators } from '../shares/notify-collaborators.ts'

/** Lines of a version with a separate voice or manner, for its readers. */
export async function listLineVoices(db: Db, accountId: string, fileId: string): Promise<DataOf<'listLineVoices'>> {
  await accessToVersion(db, accountId, fileId, 'review')
  const { folder_id } = await db
    .selectFrom('subtitle')
    .select('folder_id')
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow()
  const { pronunciations } = await folderSettings(db, folder_id)
  const voices = await lineVoices(db, fileId)
  return { list: [...voices].map(([cue_id, voice]) => ({ cue_id, ...voice })), pronunciations }
}

/** The same by cue id, for a task. */
export async function lineVoices(db: Db, fileId: string): Promise<ReadonlyMap<string, LineVoice>> {
  const rows = await db
    .selectFrom('line_voice')
    .select(['cue_id', 'voice', 'speed', 'pitch', 'gap'])
    .where('subtitle_id', '=', fileId)
    .orderBy('cue_id')
    .execute()
  return new Map(rows.map(({ cue_id, ...voice }) => [cue_id, voice]))
}

/** Sets how a line is spoken; the usual way is stored as none. Throws a Refusal. */
export async function setLineVoice(
  db: Db,
  accountId: string,
  { file_id, cue_id, ...voice }: ParsedInputOf<'setLineVoice'>,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await accessToVersion(tx, accountId, file_id, 'edit')
    if (isUsualVoice(voice)) {
      await tx.deleteFrom('line_voice').where('subtitle_id', '=', file_id).where('cue_id', '=', cue_id).execute()
    } else {
      await tx
        .insertInto('line_voice')
        .values({ subtitle_id: file_id, cue_id, ...voice })
        .onConflict((conflict) => conflict.columns(['subtitle_id', 'cue_id']).doUpdateSet(voice))
        .execute()
    }
    await notifyCollaborators(tx, file_id, { kind: 'takes', file_id, cue_id })
  })
}
