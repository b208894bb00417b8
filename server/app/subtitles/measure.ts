import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Deps } from '../deps.ts'
import { folderSettings } from '../pro/settings.ts'
import { notFound, Refusal } from '../refusal.ts'
import { findHead, storedText } from './read.ts'

/** How far one of the caller's versions is from another one in its language. Throws a Refusal where there are no two such. */
export async function measureVersion(
  { db, heavy }: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  { file_id, reference_id }: ParsedInputOf<'measureVersion'>,
): Promise<DataOf<'measureVersion'>> {
  const mine = await findHead(db, accountId, file_id)
  const theirs = await findHead(db, accountId, reference_id)
  if (mine.language !== theirs.language) throw new Refusal('refused', 'measure_other_language')
  const profile = (await folderSettings(db, mine.folder_id)).profile || 'cuelane'
  const video = await db.selectFrom('video').select('info').where('id', '=', mine.video_id).executeTakeFirst()
  const [cues, reference] = [await storedText(db, mine.id), await storedText(db, theirs.id)]
  if (!cues || !reference) throw notFound()
  const [num, den] = video?.info?.rate ?? []
  const { wer, suber, breaks, within } = await heavy.do(accountId, mine.size + theirs.size, 'measure', {
    ...{ cues: cues.cues, reference: reference.cues, profile, language: mine.language },
    rate: num !== undefined && den !== undefined ? { num, den } : undefined,
  })
  return { wer, suber, breaks, within, profile }
}
