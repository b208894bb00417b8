import type { CueWords } from '#core/subtitle/formats/cue-words.ts'
import type { Db, Tx } from '../../store/db.ts'
import { accessToVersion } from '../shares/access-level.ts'

/** Stores the word times of a version's cues. */
export async function keepWordTimes(tx: Tx, fileId: string, cues: readonly CueWords[] | undefined): Promise<void> {
  if (!cues || cues.length === 0) return
  await tx
    .insertInto('word_times')
    .values({ subtitle_id: fileId, cues: JSON.stringify(cues) })
    .execute()
}

/** The word times of a version's cues; none if unknown. */
export async function wordTimesOf(db: Db, fileId: string): Promise<CueWords[]> {
  const row = await db.selectFrom('word_times').select('cues').where('subtitle_id', '=', fileId).executeTakeFirst()
  return row?.cues ?? []
}

/** The same for a version that is the caller's or shared with them; throws a Refusal if there is none. */
export async function getWordTimes(db: Db, accountId: string, fileId: string): Promise<{ list: CueWords[] }> {
  const { id } = await accessToVersion(db, accountId, fileId, 'review')
  return { list: await wordTimesOf(db, id) }
}
