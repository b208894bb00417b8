import type { FlaggedLine } from '#core/contract/review.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { StandingLine } from '#core/subtitle/cue/line-flag.ts'
import { isReviewed } from '#core/subtitle/cue/line-review.ts'
import type { Db } from '../../store/db.ts'
import { publishEvent } from '../../store/events.ts'
import type { Deps } from '../deps.ts'
import type { Steps } from '../heavy/gate.ts'
import { Refusal } from '../refusal.ts'
import { own } from '../scope.ts'
import { flagsOfVersions, type KeptReview, reviewsOf } from '../subtitles/flags.ts'
import { findHead, storedText } from '../subtitles/read.ts'
import { actorName } from '../workflow/people.ts'

/** Flagged lines in one answer. */
const MOST = 2000

/** Flagged cues of the caller's folder, or of the results of a batch, in their current state. */
export async function listFlags(
  { db, heavy }: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  input: ParsedInputOf<'listFlags'>,
): Promise<DataOf<'listFlags'>> {
  const versions = await versionsIn(db, accountId, input)
  const ids = versions.map(({ id }) => id)
  const flags = await flagsOfVersions(db, accountId, ids, input.batch_id)
  const flagged = versions.filter(({ id }) => flags.has(id))
  const reviews = await reviewsOf(db, [...flags.keys()])
  const list: FlaggedLine[] = []
  const largest = flagged.reduce((most, { size }) => Math.max(most, size), 0)
  const all = flagged.reduce((sum, { size }) => sum + size, 0)
  const look = async (steps: Steps): Promise<void> => {
    for (const version of flagged) {
      const row = await storedText(db, version.id)
      if (!row) continue
      const lines = await steps.do('flagged', { cues: row.cues, flags: flags.get(version.id) ?? [] })
      for (const line of lines) list.push(describeLine(version, line, reviews.get(version.id)?.get(line.cue.id)))
    }
  }
  await heavy.run(accountId, largest, look, { total: all })
  const reviewed = list.filter(({ reviewed_by }) => reviewed_by !== '').length
  return { list: list.slice(0, MOST), open: list.length - reviewed, reviewed, is_cut: list.length > MOST }
}

type Version = Awaited<ReturnType<typeof versionsIn>>[number]

async function versionsIn(db: Db, accountId: string, { folder_id, batch_id, language }: ParsedInputOf<'listFlags'>) {
  if ((folder_id === undefined) === (batch_id === undefined)) throw new Refusal('refused', 'one_place_only')
  let query = db
    .selectFrom('subtitle')
    .leftJoin('video', 'video.id', 'subtitle.video_id')
    .select(['subtitle.id', 'subtitle.video_id', 'subtitle.name', 'subtitle.language', 'video.name as video_name'])
    .select('subtitle.size')
    .where('subtitle.account_id', '=', accountId)
  if (language !== undefined) query = query.where('subtitle.language', '=', language)
  if (folder_id !== undefined) {
    const { id } = await own({ db, accountId }, 'folder', folder_id)
    query = query.where('subtitle.folder_id', '=', id)
  }
  if (batch_id !== undefined) {
    const { id } = await own({ db, accountId }, 'batch', batch_id)
    const made = db.selectFrom('task').select('result_subtitle_id').where('batch_id', '=', id)
    const dubbed = db
      .selectFrom('task')
      .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
      .select('task_subject.id')
      .where('task.batch_id', '=', id)
      .where('task.result_subtitle_id', 'is', null)
      .where('task_subject.kind', '=', 'subtitle')
    query = query.where((eb) => eb.or([eb('subtitle.id', 'in', made), eb('subtitle.id', 'in', dubbed)]))
  }
  return query
    .orderBy('video.name')
    .orderBy('subtitle.video_id')
    .orderBy('subtitle.version')
    .orderBy('subtitle.id')
    .execute()
}

function describeLine(
  { id, video_id, video_name, name, language }: Version,
  { number, cue, flag }: StandingLine,
  review: KeptReview | undefined,
): FlaggedLine {
  const kept = isReviewed(review, flag, cue) ? review : undefined
  return {
    file_id: id,
    video_id: video_id ?? '',
    video_name: video_name ?? name,
    name,
    language,
    cue_id: cue.id,
    number,
    start: cue.start,
    end: cue.end,
    text: cue.text,
    verdict: flag.verdict,
    rate: flag.rate,
    note: flag.note,
    also: flag.also ?? [],
    reviewed_by: kept?.person ?? '',
    review_time: kept?.at.toISOString() ?? '',
  }
}

/** Marks flagged cues as reviewed, or undoes it. Cues without a current flag are left out. */
export async function reviewLines(
  { db, heavy }: Pick<Deps, 'db' | 'heavy'>,
  accountId: string,
  { file_id, cue_ids, reviewed, person }: ParsedInputOf<'reviewLines'>,
): Promise<{ reviewed: number }> {
  const version = await findHead(db, accountId, file_id)
  const wanted = new Set(cue_ids)
  const flags = (await flagsOfVersions(db, accountId, [version.id])).get(version.id) ?? []
  const text = reviewed ? await storedText(db, version.id) : undefined
  const standing = text ? await heavy.do(accountId, version.size, 'flagged', { cues: text.cues, flags }) : []
  const lines = standing.filter(({ cue }) => wanted.has(cue.id))
  return db.transaction().execute(async (tx) => {
    await publishEvent(tx, accountId, { kind: 'folder', folder_id: version.folder_id })
    await tx.deleteFrom('line_review').where('subtitle_id', '=', version.id).where('cue_id', 'in', cue_ids).execute()
    if (lines.length === 0) return { reviewed: 0 }
    const by = await actorName(tx, accountId, person)
    const rows = lines.map(({ cue, flag }) => ({
      ...{ subtitle_id: version.id, cue_id: cue.id, verdict: flag.verdict },
      ...{ start_ms: cue.start, end_ms: cue.end, content: cue.text, person: by },
    }))
    // Concurrent marks of one cue agree.
    await tx
      .insertInto('line_review')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['subtitle_id', 'cue_id']).doNothing())
      .execute()
    return { reviewed: rows.length }
  })
}
