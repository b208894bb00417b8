import { sql } from 'kysely'
import type { DataOf } from '#core/contract/index.ts'
import { isFlaggedVerdict, type LineFlag, type TaskReport, TaskState, type VoicesApart } from '#core/domain/task.ts'
import type { LineReview } from '#core/subtitle/cue/line-review.ts'
import type { Db } from '../../store/db.ts'

/**
 * Flags of the newest task that spoke each of the caller's versions: the one that made it, or dubbed it unchanged. With a
 * batch, only those of its tasks.
 */
export async function flagsOfVersions(
  db: Db,
  accountId: string,
  fileIds: readonly string[],
  batchId?: string,
): Promise<Map<string, LineFlag[]>> {
  if (fileIds.length === 0) return new Map()
  const reported = () =>
    db
      .selectFrom('task')
      .where('task.account_id', '=', accountId)
      .where('task.state', '=', TaskState.succeeded)
      .where('task.report', 'is not', null)
      .where('task.is_internal', '=', false)
  const made = reported()
    .innerJoin('subtitle', 'subtitle.task_id', 'task.id')
    .select(['subtitle.id as file_id', 'task.id', 'task.updated_at'])
    .where('subtitle.id', 'in', fileIds)
  const dubbed = reported()
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .select(['task_subject.id as file_id', 'task.id', 'task.updated_at'])
    .where('task_subject.kind', '=', 'subtitle')
    .where('task_subject.id', 'in', fileIds)
    .where('task.result_subtitle_id', 'is', null)
  const newest = db
    .selectFrom(made.unionAll(dubbed).as('spoken'))
    .distinctOn('file_id')
    .select(['file_id', 'id'])
    .orderBy('file_id')
    .orderBy('updated_at', 'desc')
    .orderBy('id')
  const rows = await db
    .selectFrom(newest.as('newest'))
    .innerJoin('task', 'task.id', 'newest.id')
    .select(['newest.file_id', 'task.report'])
    .where(sql<number>`(task.report->>'flagged')::int`, '>', 0)
    .$if(batchId !== undefined, (query) => query.where('task.batch_id', '=', batchId ?? ''))
    .execute()
  return new Map(rows.map(({ file_id, report }) => [file_id, flagsIn(report)]))
}

function flagsIn(report: TaskReport | null): LineFlag[] {
  return (report?.lines ?? [])
    .filter(({ verdict }) => isFlaggedVerdict(verdict))
    .map(({ cue_id, verdict, rate, note, also, cue }) => ({
      cue_id,
      verdict,
      rate,
      note,
      ...(also && { also }),
      cue: cue ?? null,
    }))
}

/** The diarised voices of a task with the speaker of each line; null if there were none. */
export async function voicesOf(db: Db, taskId: string): Promise<DataOf<'getVersion'>['voices']> {
  const row = await db
    .selectFrom('task')
    .select(sql<VoicesApart | null>`report->'voices'`.as('voices'))
    .where('id', '=', taskId)
    .executeTakeFirst()
  if (!row?.voices) return null
  const { lines = [], ...voices } = row.voices
  return {
    ...describeVoices(voices),
    lines: lines.flatMap(({ cue_id, role_id, sure }) => (role_id === undefined ? [] : { cue_id, role_id, sure })),
  }
}

/** Voices in the form of the API. */
export const describeVoices = ({ count, sure, maybe }: VoicesApart) => ({ count, sure, maybe: maybe ?? null })

/** A reviewed cue, by whom and when. */
export interface KeptReview extends LineReview {
  readonly person: string
  readonly at: Date
}

/** Reviewed cues of some versions, by version and cue. */
export async function reviewsOf(db: Db, fileIds: readonly string[]): Promise<Map<string, Map<string, KeptReview>>> {
  const reviews = new Map<string, Map<string, KeptReview>>()
  if (fileIds.length === 0) return reviews
  const rows = await db.selectFrom('line_review').selectAll().where('subtitle_id', 'in', fileIds).execute()
  for (const { subtitle_id, cue_id, verdict, start_ms, end_ms, content, person, created_at } of rows) {
    const ofVersion = reviews.get(subtitle_id) ?? new Map<string, KeptReview>()
    ofVersion.set(cue_id, { cue_id, verdict, start: start_ms, end: end_ms, text: content, person, at: created_at })
    reviews.set(subtitle_id, ofVersion)
  }
  return reviews
}
