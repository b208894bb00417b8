import { PARTNER_ANSWER_DAYS } from './forms.ts'

/** Inboxes of staff. */
export const inboxes = ['partner', 'demo', 'contact', 'feedback'] as const

/** Progress of a partner application. */
const partnerStatuses = [
  'new',
  'in_contact',
  'on_trial',
  'no_response',
  'awaiting_reply',
  'account_in_progress',
  'not_proceeding',
] as const
const otherStatuses = ['new', 'in_progress', 'done'] as const

export type SubmissionStatus = (typeof partnerStatuses)[number] | (typeof otherStatuses)[number]
export const submissionStatuses: readonly SubmissionStatus[] = [
  ...new Set<SubmissionStatus>([...partnerStatuses, ...otherStatuses]),
]

/** The statuses of a submission. */
export function statusesOf(kind: string): readonly SubmissionStatus[] {
  return kind === 'partner' ? partnerStatuses : otherStatuses
}

/** The end of the n-th working day after a moment; Saturdays and Sundays do not count. Days are UTC. */
export function endOfWorkingDay(from: Date, days: number): Date {
  const day = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()))
  for (let left = days; left > 0;) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (isWorkingDay(day)) left -= 1
  }
  day.setUTCDate(day.getUTCDate() + 1)
  return day
}

function isWorkingDay(day: Date): boolean {
  return day.getUTCDay() !== 0 && day.getUTCDay() !== 6
}

/** Due date of a submission; undefined if none was promised. */
export function answerDue(kind: string, sentAt: Date): Date | undefined {
  return kind === 'partner' ? endOfWorkingDay(sentAt, PARTNER_ANSWER_DAYS) : undefined
}

/** Whether a submission is overdue. */
export function isOverdue(submission: { kind: string; status: string; sentAt: Date }, now: Date): boolean {
  const due = answerDue(submission.kind, submission.sentAt)
  return due !== undefined && submission.status === 'new' && now.getTime() >= due.getTime()
}

/** Working days in UTC that begin after one moment and not after another. */
export function workingDaysBetween(from: Date, to: Date): number {
  const day = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth(), from.getUTCDate()))
  let count = 0
  for (;;) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getTime() > to.getTime()) return count
    if (isWorkingDay(day)) count += 1
  }
}

/** Audited acts. */
export const auditActs = [
  'submission_changed',
  'notice_saved',
  'notice_deleted',
  'maintenance_on',
  'maintenance_off',
  'keys_for_new_on',
  'keys_for_new_off',
  'credits_granted',
  'credits_taken',
  'task_refunded',
  'task_ended',
  'account_blocked',
  'account_unblocked',
  'account_signed_out',
  'keys_allowed',
  'keys_withdrawn',
  'model_fetched',
  'model_verified',
  'model_cancelled',
  'staff_added',
  'staff_removed',
  'password_link_made',
  'export_asked',
  'deletion_asked',
  'deletion_withdrawn',
  'account_deleted',
] as const
export type AuditAct = (typeof auditActs)[number]
export type AuditSubject = 'submission' | 'notice' | 'installation' | 'account' | 'task' | 'model'

/** Most credits of one staff grant. */
export const MOST_GRANTED = 1_000_000
export const REASON_LENGTH = 300
export const MAINTENANCE_LENGTH = 300

/** Number of answers per value of a scale from 0 to 10, and their mean; undefined without answers. */
export function histogram(scores: readonly number[]): { counts: number[]; mean: number | undefined } {
  const counts = Array.from({ length: 11 }, (_, score) => scores.filter((one) => one === score).length)
  const sum = scores.reduce((total, score) => total + score, 0)
  return { counts, mean: scores.length > 0 ? sum / scores.length : undefined }
}
