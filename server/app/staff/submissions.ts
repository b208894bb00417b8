import { type Selectable, sql } from 'kysely'
import type { SubmissionView } from '#core/contract/staff.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import {
  answerDue,
  endOfWorkingDay,
  histogram,
  inboxes,
  isOverdue,
  statusesOf,
  workingDaysBetween,
} from '#core/domain/staff.ts'
import { PARTNER_ANSWER_DAYS, surveyQuestions } from '#core/domain/forms.ts'
import type { Db } from '../../store/db.ts'
import type { SubmissionTable } from '../../store/tables/staff.ts'
import { listPage, totalColumn } from '../paging.ts'
import { notFound, Refusal } from '../refusal.ts'
import type { Scope } from '../scope.ts'
import { noteAct } from './audit.ts'

const DAY_MS = 86_400_000
const MOST_COMMENTS = 50

type Row = Selectable<SubmissionTable> & { sender: string; editor: string }

const withNames = (db: Db) =>
  db
    .selectFrom('submission')
    .leftJoin('account as sender', 'sender.id', 'submission.account_id')
    .leftJoin('account as editor', 'editor.id', 'submission.editor_id')
    .selectAll('submission')
    .select(sql<string>`coalesce(sender.nickname, '')`.as('sender'))
    .select(sql<string>`coalesce(editor.nickname, '')`.as('editor'))

function describe(row: Row, now: Date): SubmissionView {
  const { kind, status, created_at: sentAt } = row
  const inbox = inboxes.find((one) => one === kind)
  if (!inbox) throw new RangeError(`No inbox ${kind}`)
  return {
    id: row.id,
    kind: inbox,
    content: row.content,
    sender: row.sender,
    account_id: row.account_id ?? '',
    language: row.language,
    status,
    remarks: row.remarks,
    editor: row.editor,
    revision: row.revision,
    created_at: sentAt.toISOString(),
    updated_at: row.updated_at.toISOString(),
    due_at: answerDue(kind, sentAt)?.toISOString() ?? '',
    working_days: workingDaysBetween(sentAt, now),
    is_overdue: isOverdue({ kind, status, sentAt }, now),
  }
}

/** The latest time of sending that is overdue now. */
export function overdueBefore(now: Date): Date {
  // All requests of a day are due at one moment, so looking back a few weeks finds that day.
  for (let back = 1; ; back++) {
    const day = new Date(now.getTime() - back * DAY_MS)
    const end = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate() + 1))
    if (endOfWorkingDay(day, PARTNER_ANSWER_DAYS).getTime() <= now.getTime()) return end
  }
}

/** Submissions of one form: overdue ones first, then newest. */
export async function listSubmissions(
  db: Db,
  { kind, status, search, ...page }: ParsedInputOf<'listSubmissions'>,
): Promise<DataOf<'listSubmissions'>> {
  const now = new Date()
  const query = withNames(db)
    .select(totalColumn)
    .where('kind', '=', kind)
    .$if(status !== undefined, (chosen) => chosen.where('status', '=', status ?? 'new'))
    .$if(search !== '', (chosen) =>
      chosen.where(
        sql<boolean>`position(lower(${search}) in lower(submission.content::text || submission.remarks)) > 0`,
      ),
    )
    .orderBy(sql`(kind = 'partner' and status = 'new' and submission.created_at < ${overdueBefore(now)})`, 'desc')
    .orderBy('submission.created_at', 'desc')
    .orderBy('submission.id')
  return listPage(query, page, (row) => describe(row, now))
}

/** Stores the staff's progress on it; refuses a stale change. */
export async function editSubmission(
  { db, accountId }: Pick<Scope, 'db' | 'accountId'>,
  { id, revision, status, remarks }: ParsedInputOf<'editSubmission'>,
): Promise<SubmissionView> {
  await db.transaction().execute(async (tx) => {
    const row = await tx
      .selectFrom('submission')
      .select(['kind', 'revision', 'status'])
      .where('id', '=', id)
      .where('kind', 'in', inboxes)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw notFound()
    if (row.revision !== revision) throw new Refusal('notice', 'changed_meanwhile')
    if (!statusesOf(row.kind).includes(status))
      throw new Refusal('refused', 'invalid_input', { field: 'status', detail: status })
    const values = { status, remarks, editor_id: accountId, revision: revision + 1, updated_at: new Date() }
    await tx.updateTable('submission').set(values).where('id', '=', id).execute()
    const details = { kind: row.kind, from: row.status, to: status }
    await noteAct(tx, { actorId: accountId, act: 'submission_changed', subject: ['submission', id], details })
  })
  return describe(await withNames(db).where('submission.id', '=', id).executeTakeFirstOrThrow(), new Date())
}

/** Monday of a time's week, as a date. */
function weekOf(time: Date): string {
  const back = (time.getUTCDay() + 6) % 7
  return new Date(time.getTime() - back * DAY_MS).toISOString().slice(0, 10)
}

/** The survey's answers of the last days. */
export async function getSurvey(db: Db, { days }: ParsedInputOf<'getSurvey'>): Promise<DataOf<'getSurvey'>> {
  const rows = await withNames(db)
    .where('kind', '=', 'survey')
    .where('submission.created_at', '>', new Date(Date.now() - days * DAY_MS))
    .orderBy('submission.created_at', 'desc')
    .execute()
  const scoresOf = (some: readonly Row[], question: string): number[] =>
    some.map(({ content }) => Number(content[question])).filter((score) => Number.isInteger(score))
  const questions = surveyQuestions.map((question) => {
    const { counts, mean } = histogram(scoresOf(rows, question))
    return { question, counts, mean: mean ?? null }
  })
  const weeks = [...Map.groupBy(rows, ({ created_at }) => weekOf(created_at))]
    .map(([week, some]) => ({
      week,
      answers: some.length,
      means: surveyQuestions.map((question) => histogram(scoresOf(some, question)).mean ?? 0),
    }))
    .toSorted((a, b) => (a.week < b.week ? -1 : 1))
  const comments = rows
    .filter(({ content }) => typeof content['no_5'] === 'string' && content['no_5'].trim() !== '')
    .slice(0, MOST_COMMENTS)
    .map(({ id, content, sender, created_at }) => ({
      ...{ id, sender, text: String(content['no_5']) },
      created_at: created_at.toISOString(),
    }))
  return { answers: rows.length, questions, weeks, comments }
}
