import type { Generated, JSONColumnType } from 'kysely'
import type { AuditAct, AuditSubject } from '#core/domain/staff.ts'
import type { Json } from './json.ts'

/** A form's submission, and the staff's progress. */
export interface SubmissionTable {
  id: string
  kind: 'feedback' | 'survey' | 'contact' | 'partner' | 'demo'
  account_id: string | null
  /** Of sender, day and content; unique. */
  digest: string
  content: Json<Record<string, unknown>>
  /** The fields of the form. */
  language: string
  status: Generated<string>
  remarks: Generated<string>
  /** The member of staff who changed it last. */
  editor_id: string | null
  revision: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** A notice to all accounts between two times. */
export interface NoticeTable {
  id: string
  title_en: string
  title_zh_cn: string
  content_en: string
  content_zh_cn: string
  start_time: Date
  end_time: Date
  editor_id: string | null
  revision: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** A page view; without an account if not signed in. */
export interface PageViewTable {
  id: Generated<number>
  account_id: string | null
  customer_type: number
  path: string
  title: string
  created_at: Generated<Date>
}

/** A sign-in. */
export interface LoginLogTable {
  id: Generated<number>
  account_id: string
  way: string
  browser: string
  created_at: Generated<Date>
}

/** Why an upload failed, as the browser reports it. */
export interface UploadErrorTable {
  id: Generated<number>
  account_id: string
  file_name: string
  size: number
  step: string
  message: string
  created_at: Generated<Date>
}

/** An act of staff, or of a user on their account; never changed. */
export interface AuditTable {
  id: Generated<number>
  /** Null for the command line and for schedules. */
  actor_id: string | null
  act: AuditAct
  subject_type: AuditSubject
  subject_id: string
  reason: Generated<string>
  details: JSONColumnType<Record<string, string | number | boolean>, string | undefined>
  created_at: Generated<Date>
}

export interface MailTable {
  id: string
  recipient: string
  reply_to: string | null
  subject: string
  /** Empty once it is sent. */
  body: string
  state: Generated<'pending' | 'sent' | 'failed'>
  attempts: Generated<number>
  detail: Generated<string>
  created_at: Generated<Date>
  sent_at: Date | null
}
