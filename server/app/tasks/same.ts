import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { DataOf } from '#core/contract/index.ts'
import { FILE_LIFETIME_DAYS } from '#core/domain/limits.ts'
import { describeTaskState, TaskState } from '#core/domain/task.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import type { Db, Tx } from '../../store/db.ts'
import { Refusal } from '../refusal.ts'
import type { CheckedStart } from './kind.ts'
import type { Subjects } from './subjects.ts'

/** An unfinished task of a video or version, or one whose result still exists. */
export interface StartedRow {
  readonly id: string
  readonly state: number
  readonly config: Readonly<Record<string, unknown>>
  readonly created_at: Date
  readonly updated_at: Date
  readonly subject_id: string
  /** Language of the version shown with the first; null without one. */
  readonly second_language: string | null
}

/** An account's tasks of a kind for its subjects, newest first, as long as their results exist. */
export async function startedRows(
  db: Db,
  accountId: string,
  kind: TaskKind,
  subjectIds: readonly string[],
): Promise<StartedRow[]> {
  if (subjectIds.length === 0) return []
  return db
    .selectFrom('task')
    .innerJoin('task_subject', 'task_subject.task_id', 'task.id')
    .leftJoin('task_frozen', 'task_frozen.task_id', 'task.id')
    .select(['task.id', 'task.state', 'task.config', 'task.created_at', 'task.updated_at'])
    .select(['task_subject.id as subject_id', 'task_frozen.second_language'])
    .where('task.account_id', '=', accountId)
    .where('task.type', '=', kind.type)
    .where('task_subject.kind', '=', mainSubject(kind))
    .where('task_subject.id', 'in', subjectIds)
    .where((eb) =>
      eb.or([
        eb('task.state', 'in', [TaskState.queued, TaskState.running]),
        eb.and([
          // A text may have been edited since.
          sql<boolean>`${kind.freezes === 'nothing'}::boolean`,
          eb('task.state', '=', TaskState.succeeded),
          eb.or([eb('task.result_blob', 'is not', null), eb('task.result_subtitle_id', 'is not', null)]),
          eb('task.updated_at', '>', sql<Date>`now() - make_interval(days => ${FILE_LIFETIME_DAYS})`),
        ]),
      ]),
    )
    .orderBy('task.created_at', 'desc')
    .orderBy('task.id')
    .execute()
}

/** Such a task as the API carries it. */
export function describeSame(row: StartedRow | undefined): DataOf<'quote'>['same'] {
  if (!row) return null
  const { isOngoing: is_ongoing } = describeTaskState(row.state)
  return { task_id: row.id, is_ongoing, update_time: row.updated_at.toISOString() }
}

/** The subject by which equal tasks are found: the text of kinds that copy it, else the video. */
const mainSubject = ({ freezes }: TaskKind): 'subtitle' | 'video' => (freezes === 'nothing' ? 'video' : 'subtitle')

/** Its id; undefined if the task has none. */
export function mainSubjectId(kind: TaskKind, { rows }: Subjects): string | undefined {
  return rows.find((row) => row.kind === mainSubject(kind))?.id
}

/** The first of these tasks with the same choices, picture, sound and text. */
export function sameAmong(
  rows: readonly StartedRow[],
  kind: TaskKind,
  { subjects, config, prepared }: Pick<CheckedStart, 'subjects' | 'config' | 'prepared'>,
): StartedRow | undefined {
  const fields = [...Object.keys(kind.config.shape), 'picture_of', 'sound_of', 'takes', 'line_voices', 'pronunciations']
  // As it would be stored: with its notes, without undefined values.
  const chosen = JSON.parse(JSON.stringify({ ...config, ...prepared.notes })) as Readonly<Record<string, unknown>>
  const editedAt = kind.freezes === 'nothing' ? 0 : textTime(subjects)
  return rows.find(
    (row) =>
      row.created_at.getTime() >= editedAt &&
      row.second_language === (subjects.secondIfAny?.language ?? null) &&
      fields.every((field) => isDeepStrictEqual(row.config[field], chosen[field])),
  )
}

/** When a start's texts were changed last: a task that began before may have another text. */
function textTime({ subtitle, secondIfAny: second }: Subjects): number {
  return Math.max(subtitle.updated_at.getTime(), second?.updated_at.getTime() ?? 0)
}

/**
 * Locks an account until the transaction ends, so that of two equal starts the second finds the task of the first. Not
 * `for update`, as in the ledger.
 */
export async function lockStarts(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
}

/** Throws a Refusal if an equal task is unfinished: it would be paid for twice. */
export function refuseOngoing(same: StartedRow | undefined): void {
  if (same && describeTaskState(same.state).isOngoing) throw new Refusal('notice', 'being_generated')
}
