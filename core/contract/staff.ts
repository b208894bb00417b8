import { z } from 'zod'
import { enginePorts } from '../domain/engines.ts'
import {
  auditActs,
  inboxes,
  MAINTENANCE_LENGTH,
  MOST_GRANTED,
  REASON_LENGTH,
  submissionStatuses,
} from '../domain/staff.ts'
import { call, listOf, none } from './call.ts'
import { id, idempotencyKey, int32, line, pageInput, queryInt, revision, text } from './fields.ts'

const submission = z
  .object({
    id: z.string(),
    kind: z.enum(inboxes),
    content: z.record(z.string(), z.unknown()),
    /** Name of the sender's account; empty without one. */
    sender: z.string(),
    account_id: z.string(),
    language: z.string(),
    status: z.string(),
    remarks: z.string(),
    /** Who of the staff changed it last. */
    editor: z.string(),
    revision: z.number().int(),
    created_at: z.string(),
    updated_at: z.string(),
    /** Due date of the answer; empty if none was promised. */
    due_at: z.string(),
    /** Working days since it was sent. */
    working_days: z.number().int(),
    is_overdue: z.boolean(),
  })
  .meta({ id: 'Submission' })
export type SubmissionView = z.infer<typeof submission>

const workTimes = { tasks: z.number().int(), working_ms: z.number(), media_ms: z.number() }

const account = z
  .object({
    account_id: z.string(),
    name: z.string(),
    nickname: z.string(),
    email: z.string(),
    company: z.string(),
    is_visitor: z.boolean(),
    is_staff: z.boolean(),
    is_blocked: z.boolean(),
    may_have_keys: z.boolean(),
    credits: z.number().int(),
    tasks: z.number().int(),
    /** Time of last use; empty if no longer known. */
    used_at: z.string(),
    created_at: z.string(),
    /** Date of its deletion; empty unless requested. */
    delete_after: z.string(),
  })
  .meta({ id: 'StaffAccount' })
export type StaffAccount = z.infer<typeof account>

const auditLine = z
  .object({
    id: z.number().int(),
    actor: z.string(),
    act: z.enum(auditActs),
    subject_type: z.string(),
    subject_id: z.string(),
    /** Its current name; empty if it has none any more. */
    subject: z.string(),
    reason: z.string(),
    details: z.record(z.string(), z.unknown()),
    created_at: z.string(),
  })
  .meta({ id: 'AuditLine' })
export type AuditLine = z.infer<typeof auditLine>

const failedTask = z
  .object({
    task_id: z.string(),
    task_name: z.string(),
    task_type: z.string(),
    account_id: z.string(),
    owner: z.string(),
    message: z.string(),
    /** Log number of the fault; empty if the message suffices. */
    log_id: z.string(),
    attempts: z.number().int(),
    is_internal: z.boolean(),
    failed_at: z.string(),
  })
  .meta({ id: 'FailedTask' })

const anyTask = z
  .object({
    task_id: z.string(),
    task_name: z.string(),
    task_type: z.string(),
    account_id: z.string(),
    owner: z.string(),
    state: z.number().int(),
    /** Its price. */
    credits: z.number().int(),
    /** Amount that staff refunded. */
    refunded: z.number().int(),
    /** Whether some of its cost can still be refunded. */
    may_refund: z.boolean(),
    created_at: z.string(),
  })
  .meta({ id: 'StaffTask' })
export type StaffTask = z.infer<typeof anyTask>

const reason = line(REASON_LENGTH, 1)
const ofAccount = { account_id: id, reason }
const days = queryInt({ min: 1, max: 365 }).default(30)
const settings = z.object({
  maintenance: z.object({ is_on: z.boolean(), text_en: z.string(), text_zh_cn: z.string() }),
  keys_for_new_accounts: z.boolean(),
  /** Whether mail is on. */
  has_mail: z.boolean(),
})

/** The staff pages: submissions, accounts, failures, and switches of the installation. */
export const staffCalls = {
  getDesk: call({
    method: 'GET',
    path: '/admin/staff.desk/getinfo',
    access: 'staff',
    summary: 'Requests that wait for an answer, and faults of the last day',
    input: none,
    data: z.object({
      inboxes: z.array(z.object({ kind: z.enum(inboxes), waiting: z.number().int(), overdue: z.number().int() })),
      failed_tasks: z.number().int(),
      failed_uploads: z.number().int(),
      accounts: z.number().int(),
      new_accounts: z.number().int(),
      views: z.number().int(),
      surveys: z.number().int(),
    }),
  }),
  listSubmissions: call({
    method: 'GET',
    path: '/admin/staff.form/getlist',
    access: 'staff',
    summary: 'Requests sent by forms, the newest first; overdue ones before all others',
    input: z.object({
      kind: z.enum(inboxes),
      status: z.enum(submissionStatuses).optional(),
      search: text(200).default(''),
      ...pageInput,
    }),
    data: listOf(submission),
  }),
  editSubmission: call({
    method: 'POST',
    path: '/admin/staff.form/edit',
    access: 'staff',
    summary: 'Set the status of a request; the last editor is recorded',
    input: z.object({ id, revision, status: z.enum(submissionStatuses), remarks: text(4000) }),
    data: submission,
  }),
  getSurvey: call({
    method: 'GET',
    path: '/admin/staff.form/getsurvey',
    access: 'staff',
    summary: 'Answers to the survey: counts of each number by question, means by week, and comments',
    input: z.object({ days }),
    data: z.object({
      answers: z.number().int(),
      questions: z.array(
        z.object({ question: z.string(), counts: z.array(z.number().int()), mean: z.nullable(z.number()) }),
      ),
      weeks: z.array(z.object({ week: z.string(), answers: z.number().int(), means: z.array(z.number()) })),
      comments: z.array(z.object({ id: z.string(), text: z.string(), sender: z.string(), created_at: z.string() })),
    }),
  }),
  getSettings: call({
    method: 'GET',
    path: '/admin/staff.system/getinfo',
    access: 'staff',
    summary: 'The switches of this installation',
    input: none,
    data: settings,
  }),
  setMaintenance: call({
    method: 'POST',
    path: '/admin/staff.system/setmaintenance',
    access: 'staff',
    summary:
      'Start or end maintenance: every call except those of staff is answered by code 3001, with a custom text in both languages',
    input: z.object({
      is_on: z.boolean(),
      text_en: line(MAINTENANCE_LENGTH).default(''),
      text_zh_cn: line(MAINTENANCE_LENGTH).default(''),
    }),
    data: settings,
  }),
  setKeysForNewAccounts: call({
    method: 'POST',
    path: '/admin/staff.system/setkeys',
    access: 'staff',
    summary: 'Whether new accounts can use API keys without asking',
    input: z.object({ is_on: z.boolean() }),
    data: settings,
  }),
  getViews: call({
    method: 'GET',
    path: '/admin/staff.log/getviews',
    access: 'staff',
    summary: 'Views of pages, by day and by page',
    input: z.object({ days }),
    data: z.object({
      days: z.array(z.object({ day: z.string(), views: z.number().int(), people: z.number().int() })),
      pages: z.array(z.object({ path: z.string(), views: z.number().int(), people: z.number().int() })),
    }),
  }),
  getWorkTimes: call({
    method: 'GET',
    path: '/admin/staff.task/gettimes',
    access: 'staff',
    summary:
      'How long finished tasks waited and worked, by kind of task, and by engine, with the length of their videos',
    input: z.object({ days }),
    data: z.object({
      kinds: z.array(z.object({ task_type: z.string(), waiting_ms: z.number(), ...workTimes })),
      engines: z.array(z.object({ port: z.enum(enginePorts), ...workTimes })),
    }),
  }),
  listUploadErrors: call({
    method: 'GET',
    path: '/admin/staff.log/getuploads',
    access: 'staff',
    summary: 'Uploads that failed in the browser, the latest first',
    input: z.object(pageInput),
    data: listOf(
      z.object({
        id: z.number().int(),
        account_id: z.string(),
        owner: z.string(),
        file_name: z.string(),
        size: z.number(),
        step: z.string(),
        message: z.string(),
        created_at: z.string(),
      }),
    ),
  }),
  listAccounts: call({
    method: 'GET',
    path: '/admin/staff.account/getlist',
    access: 'staff',
    summary: 'Accounts whose name, address, company or id contains a text, the newest first',
    input: z.object({ search: text(200).default(''), visitors: z.enum(['0', '1']).default('0'), ...pageInput }),
    data: listOf(account),
  }),
  grantCredits: call({
    method: 'POST',
    path: '/admin/staff.account/grant',
    access: 'staff',
    summary: 'Give an account credits, with a reason; the same key gives them once',
    input: z.object({
      ...ofAccount,
      amount: int32({ min: 1, max: MOST_GRANTED }),
      /** How long they are valid. */
      days: int32({ min: 1, max: 3650 }).default(180),
      idempotency_key: idempotencyKey,
    }),
    data: account,
  }),
  takeCredits: call({
    method: 'POST',
    path: '/admin/staff.account/take',
    access: 'staff',
    summary: 'Remove credits that were given by mistake, at most those that are left; the same key removes them once',
    input: z.object({ ...ofAccount, amount: int32({ min: 1, max: MOST_GRANTED }), idempotency_key: idempotencyKey }),
    data: account,
  }),
  refundTask: call({
    method: 'POST',
    path: '/admin/staff.task/refund',
    access: 'staff',
    summary: 'Refund the cost of a task, once',
    input: z.object({ task_id: id, reason }),
    data: z.object({ credits: z.number().int() }),
  }),
  endTask: call({
    method: 'POST',
    path: '/admin/staff.task/end',
    access: 'staff',
    summary: 'End a waiting or running task without a result and return its credits',
    input: z.object({ task_id: id, reason }),
    data: z.object({ credits: z.number().int() }),
  }),
  setBlocked: call({
    method: 'POST',
    path: '/admin/staff.account/setblocked',
    access: 'staff',
    summary: 'Block an account, which ends its sessions and stops its keys, or unblock it',
    input: z.object({ ...ofAccount, is_blocked: z.boolean() }),
    data: account,
  }),
  signOutAccount: call({
    method: 'POST',
    path: '/admin/staff.account/signout',
    access: 'staff',
    summary: 'End all sessions of an account',
    input: z.object(ofAccount),
    data: z.object({ sessions: z.number().int() }),
  }),
  setMayHaveKeys: call({
    method: 'POST',
    path: '/admin/staff.account/setkeys',
    access: 'staff',
    summary: 'Allow an account API keys, or withdraw them: existing keys then stop working',
    input: z.object({ ...ofAccount, may_have_keys: z.boolean() }),
    data: account,
  }),
  findTasks: call({
    method: 'GET',
    path: '/admin/staff.task/getlist',
    access: 'staff',
    summary: 'Tasks of all accounts by number, name or owner, the latest first, with their cost',
    input: z.object({ search: text(200).default(''), ...pageInput }),
    data: listOf(anyTask),
  }),
  listFailedTasks: call({
    method: 'GET',
    path: '/admin/staff.task/getfailed',
    access: 'staff',
    summary: 'Tasks that failed, the latest first, each with its number in the log',
    input: z.object({ task_type: text(64).default(''), days, ...pageInput }),
    data: listOf(failedTask),
  }),
  listAudit: call({
    method: 'GET',
    path: '/admin/staff.audit/getlist',
    access: 'staff',
    summary: 'The audit: acts of staff, and of users on their whole account, the latest first',
    input: z.object({ act: z.enum(auditActs).optional(), ...pageInput }),
    data: listOf(auditLine),
  }),
}
