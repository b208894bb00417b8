import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { AuditAct, AuditSubject } from '#core/domain/desk.ts'
import type { KeyScope, WebhookEvent } from '#core/domain/api-keys.ts'
import type { FolderSettings } from '#core/contract/pro.ts'
import type { CreditSource, EntryKind, LedgerDifference } from '#core/domain/credits.ts'
import type { DisputeState, OrderEnd, OrderState } from '#core/domain/orders.ts'
import type { EngineCoverage, EnginePort } from '#core/domain/engines.ts'
import type { AssetKind } from '#core/domain/media.ts'
import type { Operation } from '#core/domain/operation.ts'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import type { SubtitleSource, TaskReport } from '#core/domain/task.ts'
import type { Stage } from '#core/domain/workflow.ts'
import type { BurnStyle } from '#core/subtitle/burn-style.ts'
import type { CueErrors } from '#core/subtitle/cue-errors.ts'
import type { CueWords } from '#core/subtitle/cue-words.ts'
import type { Format } from '#core/subtitle/format.ts'
import type { WireChange, WireCue } from '#core/subtitle/wire.ts'
import type { SubjectKind } from '#core/tasks/kind.ts'
import type { MediaInfo } from '#core/media/media-info.ts'

/** jsonb columns are written as JSON text and read as values. */
type Json<T extends object | null> = JSONColumnType<T>

export interface Schema {
  setting: { key: string; value: string }
  account: AccountTable
  session: SessionTable
  login_attempt: { account: string; tries: number; until: Date }
  google_sign_in: GoogleSignInTable
  folder: FolderTable
  /** Somebody who works on a folder. */
  person: { id: string; account_id: string; folder_id: string; name: string; created_at: Generated<Date> }
  folder_zip: FolderZipTable
  task_zip: { id: string; account_id: string; task_ids: Json<string[]>; created_at: Generated<Date> }
  upload: UploadTable
  video: VideoTable
  video_import: VideoImportTable
  shot_list: { video_id: string; revision: number; times: Json<number[]> }
  subtitle: SubtitleTable
  stage_entry: StageEntryTable
  line_review: LineReviewTable
  operation: OperationTable
  /** A version that an operation was made in: the revision that it led to, and what takes it back. */
  operation_version: { operation_id: string; subtitle_id: string; revision: number; undo: Json<WireChange[]> }
  imported_file: ImportedFileTable
  word_times: { subtitle_id: string; cues: Json<CueWords[]> }
  role: RoleTable
  avatar: AvatarTable
  project: ProjectTable
  project_file: { project_id: string; kind: 'video' | 'subtitle'; id: string; position: number }
  batch: BatchTable
  task: TaskTable
  task_subject: { task_id: string; kind: SubjectKind; id: string }
  task_frozen: TaskFrozenTable
  task_to_send: { task_id: string }
  asset: AssetTable
  worker: WorkerTable
  engine_offer: EngineOfferTable
  artifact: { key: string; step: string; value: Json<object>; created_at: Generated<Date> }
  step_run: {
    id: Generated<number>
    owner_id: string
    key: string
    step: string
    started_at: Generated<Date>
    finished_at: Date | null
  }
  credit_grant: CreditGrantTable
  credit_entry: CreditEntryTable
  credit_audit: CreditAuditTable
  sku: SkuTable
  purchase_order: PurchaseOrderTable
  payment_event: PaymentEventTable
  test_checkout: TestCheckoutTable
  submission: SubmissionTable
  notice: NoticeTable
  notice_read: { account_id: string; notice_id: string }
  page_view: PageViewTable
  login_log: LoginLogTable
  upload_error: UploadErrorTable
  api_key: ApiKeyTable
  api_key_use: { key_id: string; minute: Date; calls: number; used_at: Date }
  api_key_task: { key_id: string; task_id: string; created_at: Generated<Date> }
  webhook: WebhookTable
  webhook_delivery: WebhookDeliveryTable
  audit: AuditTable
  mail: MailTable
  data_export: DataExportTable
}

export interface AccountTable {
  id: string
  customer_type: number
  name: string | null
  email: string | null
  password_hash: string | null
  nickname: string
  ckey: string
  is_staff: Generated<boolean>
  auth_list: ColumnType<string[], string | undefined, string>
  company: Generated<string>
  mobile: Generated<string>
  logo_key: string | null
  /** What Google calls its account; null where none is connected. */
  google_sub: string | null
  /** Whether Google has said that the address is theirs. */
  email_verified: Generated<boolean>
  /** By its calendar the gift of the month ends. */
  time_zone: Generated<string>
  blocked_at: Date | null
  /** When it is gone for good; null unless its owner deletes it. */
  delete_after: Date | null
  created_at: Generated<Date>
}

export interface FolderTable {
  id: string
  account_id: string
  name: string
  /** What was set for everything in it; read by `settingsOf`. */
  settings: ColumnType<Partial<FolderSettings>, string | undefined, string>
  settings_revision: Generated<number>
  /** When it has to be ready. */
  deadline: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Generated<Date>
}

/** Files of a folder that somebody asked for as one zip; null lists stand for all of them. */
interface FolderZipTable {
  id: string
  account_id: string
  folder_id: string
  video_ids: ColumnType<string[] | null, string | null, never>
  subtitle_ids: ColumnType<string[] | null, string | null, never>
  parts: 'all' | 'videos' | 'subtitles'
  created_at: Generated<Date>
}

export interface SessionTable {
  token_hash: string
  account_id: string
  expires_at: Date
  /** Names it to its owner. */
  id: Generated<string>
  /** The browser's own description of itself. */
  device: Generated<string>
  created_at: Generated<Date>
  used_at: Generated<Date>
}

/** A sign-in at Google that was begun. */
export interface GoogleSignInTable {
  state_hash: string
  nonce: string
  verifier: string
  /** The page that was wanted. */
  redirect: string
  /** Who began it; null without a session. */
  account_id: string | null
  expires_at: Date
}

export interface UploadTable {
  id: string
  account_id: string
  file_name: string
  size: number
  part_size: number
  blob_key: string
  storage_id: string
  state: Generated<'open' | 'complete' | 'used'>
  created_at: Generated<Date>
  touched_at: Generated<Date>
}

/** Where the file of a video is still to be fetched from. */
interface VideoImportTable {
  video_id: string
  host: string
  source: Json<{ kind: 'file' | 'dropbox' | 'drive' | 'share'; address: string; authorization: string }>
}

export interface VideoTable {
  id: string
  account_id: string
  folder_id: string
  upload_id: string | null
  sample_id: string | null
  name: string
  language: string
  blob_key: string
  /** SHA-256 of the file; this and the two facts below are null until the file was inspected. */
  content_hash: string | null
  size: number
  duration_ms: number | null
  info: Json<MediaInfo> | null
  /** The task that prepares the file: its state is the video's. */
  ingest_task_id: string
  /** Where its subtitles stand in the picture. */
  subtitle_region: ColumnType<PictureRegion | null, string | null | undefined, string | null>
  /** What later videos are made of: a translation, and tasks that made it without its text or with another voice. */
  translate_subtitle_id: ColumnType<string | null, string | null | undefined, string | null>
  erase_task_id: ColumnType<string | null, string | null | undefined, string | null>
  dub_task_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Generated<Date>
}

/** How a version looks in the picture, and the file that it was made of. */
interface VersionLook {
  style: ColumnType<BurnStyle | null, string | null | undefined, string | null>
  imported_file_id: string | null
  imported_format: Format | null
  /** Whether that file's own styles hold. */
  file_styles: Generated<boolean>
}

export interface SubtitleTable extends VersionLook {
  id: string
  account_id: string
  folder_id: string
  /** Null for a file that stands in its folder without a video. */
  video_id: string | null
  task_id: string | null
  name: string
  source: SubtitleSource
  language: string
  version: number
  cues: Json<WireCue[]>
  cue_sum: number
  cue_errors: Json<CueErrors>
  role_state: Generated<number>
  is_use: Generated<boolean>
  revision: Generated<number>
  /** How far the work on it is, the revision at which it got there, and whose it is. */
  stage: Generated<Stage>
  stage_revision: Generated<number>
  assignee_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** What somebody did to a version: its stage, or whose it is. */
interface StageEntryTable {
  id: Generated<number>
  subtitle_id: string
  kind: 'stage' | 'assignee'
  person: string
  value_from: string
  value_to: string
  created_at: Generated<Date>
}

/** A flagged line that somebody looked at and left as it was. */
interface LineReviewTable {
  subtitle_id: string
  cue_id: string
  verdict: string
  start_ms: number
  end_ms: number
  content: string
  person: string
  created_at: Generated<Date>
}

/** A change that was made in many versions at once. */
export interface OperationTable {
  id: string
  account_id: string
  folder_id: string
  content: Json<Exclude<Operation, { kind: 'check' }>>
  person: string
  idempotency_key: string
  versions: number
  changed_lines: number
  created_at: Generated<Date>
  undone_at: Date | null
}

/** A subtitle file as it came; its rows are never changed. */
export interface ImportedFileTable {
  id: string
  account_id: string
  format: Format
  cue_prefix: string
  cue_count: number
  content: Uint8Array
  created_at: Generated<Date>
}

export interface RoleTable {
  id: string
  account_id: string
  folder_id: string
  name: string
  avatars: Json<string[]>
  /** Voice that dubs the speaker, by language. */
  voices: JSONColumnType<Partial<Record<string, string>>, string | undefined>
  created_at: Generated<Date>
}

/** A picture that was sent and that no speaker has yet. */
export interface AvatarTable {
  id: string
  account_id: string
  created_at: Generated<Date>
}

export interface ProjectTable {
  id: string
  account_id: string
  folder_id: string
  name: string
  task_type: string
  config: Json<Record<string, unknown>>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** Tasks that were started together. */
export interface BatchTable {
  id: string
  account_id: string
  folder_id: string
  project_id: string | null
  task_type: string
  config: Json<Record<string, unknown>>
  skipped: ColumnType<SkippedVideo[], string | undefined, string>
  idempotency_key: string | null
  created_at: Generated<Date>
}

/** A video that a batch started no task for; `key` is of the errors catalogue. */
interface SkippedVideo {
  video_id: string
  language: string
  key: string
  params: Record<string, string | number>
}

/** A file computed of a content. `account_id` is null where the server made it: all accounts share it. */
export interface AssetTable {
  content_hash: string
  kind: AssetKind
  /** Version of the recipe that made it. */
  version: string
  account_id: string | null
  blob_key: string
  created_at: Generated<Date>
}

export interface CreditGrantTable {
  id: string
  account_id: string
  source: CreditSource
  /** Why, for people. */
  reason: string
  /** Tells a repeated request from a second grant; unique within the account. */
  idempotency_key: string
  expires_at: Date | null
  /** When its money went back: nothing of it is spent any more. */
  revoked_at: ColumnType<Date | null, never, Date | null>
  created_at: Generated<Date>
}

/** Rows are added and never changed, which the database sees to. */
export interface CreditEntryTable {
  id: Generated<number>
  account_id: string
  grant_id: string
  kind: EntryKind
  amount: number
  /** What the account had after it. */
  balance_after: number
  /** What the entry is about. */
  ref_type: string
  ref_id: string
  task_type: Generated<string>
  /** For people: name of the task, reason of staff. */
  note: Generated<string>
  created_at: Generated<Date>
}

/** A package of credits. Amounts are in the smallest unit of the currency. */
export interface SkuTable {
  id: string
  beans_buy: number
  beans_gift: number
  currency: string
  amount: number
  /** Days. */
  validity_period: number
  remark_content: Generated<string>
  remark_en: Generated<string>
  position: number
  is_offered: Generated<boolean>
}

/** A package that somebody buys, and what is known of its payment; the state follows from that. */
export interface PurchaseOrderTable {
  id: string
  account_id: string
  sku_id: string
  credits: number
  currency: string
  amount: number
  validity_period: number
  state: Generated<OrderState>
  gateway: string
  /** What the gateway calls its checkout. */
  checkout_ref: string | null
  pay_url: string | null
  /** The payment that the credits were given for. */
  payment_ref: string | null
  /** How much of the money went back. */
  refunded: Generated<number>
  dispute: Generated<DisputeState>
  ended: OrderEnd | null
  grant_id: string | null
  invoice_number: number | null
  idempotency_key: string
  from_path: string
  success_url: string
  fail_url: string
  created_at: Generated<Date>
  expires_at: Date
  paid_at: Date | null
  /** When the gateway was last asked about it. */
  asked_at: Date | null
}

/** What a gateway told, and what came of it. */
export interface PaymentEventTable {
  gateway: string
  id: string
  type: string
  order_id: string | null
  payment_ref: string | null
  outcome: string
  detail: Generated<string>
  created_at: Generated<Date>
}

/** The other side of the built-in test checkout: what its till knows. */
export interface TestCheckoutTable {
  ref: string
  order_id: string
  amount: number
  currency: string
  state: Generated<'open' | 'paid' | 'failed' | 'cancelled' | 'expired'>
  payment_ref: string | null
  refunded: Generated<number>
  expires_at: Date
}

/** What a run of the audit found of all ledgers. */
export interface CreditAuditTable {
  id: Generated<number>
  created_at: Generated<Date>
  accounts: number
  entries: number
  /** The first entry that did not add up; null where all did. */
  difference: ColumnType<(LedgerDifference & { accountId: string }) | null, string | null, never>
}

export interface TaskTable {
  id: string
  account_id: string
  /** Where its result goes. */
  folder_id: string
  batch_id: string | null
  project_id: string | null
  name: string
  type: string
  config: Json<Record<string, unknown>>
  language: Generated<string>
  previous_language: Generated<string>
  state: Generated<number>
  progress: Generated<number>
  step: Generated<string>
  fail_msg: Generated<string>
  credits: number
  attempts: Generated<number>
  idempotency_key: string
  /** True for work that the product does by itself; the history leaves it out. */
  is_internal: Generated<boolean>
  result_blob: string | null
  result_subtitle_id: string | null
  report: ColumnType<TaskReport | null, string | null | undefined, string | null>
  read: Generated<boolean>
  /** Order among accounts in its queue. */
  turn: Generated<number>
  /** Size: milliseconds of video, or characters of text; 0 where it has none. */
  work: Generated<number>
  /** When the running attempt began, and how far the task was then. */
  began_at: Date | null
  began_progress: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** The text that a task was started with. */
export interface TaskFrozenTable extends VersionLook {
  task_id: string
  cues: Json<WireCue[]>
  /** Of a second version that is shown with it. */
  second_cues: Json<WireCue[]> | null
  second_language: string | null
  /** The text that the task made and spoke. */
  made_cues: ColumnType<WireCue[] | null, string | null | undefined, string | null>
}

/** A process that runs tasks. */
export interface WorkerTable {
  id: string
  host: string
  process: number
  queues: Json<string[]>
  started_at: Generated<Date>
  seen_at: Generated<Date>
  /** Without a sign of life until then it counts as gone. */
  valid_until: Date
}

/** What a worker found of one engine. */
export interface EngineOfferTable {
  worker_id: string
  port: EnginePort
  name: string
  label: string
  rank: number
  is_offered: boolean
  serves: Json<EngineCoverage>
  detail: string
  missing: string
  is_optional: boolean
}

/** What somebody sent by a form, and how far staff are with it. */
export interface SubmissionTable {
  id: string
  kind: 'feedback' | 'survey' | 'contact' | 'partner' | 'demo'
  account_id: string | null
  /** Of sender, day and content; unique. */
  digest: string
  content: Json<Record<string, unknown>>
  /** Of the form that was filled in. */
  language: string
  status: Generated<string>
  remarks: Generated<string>
  /** Who of the staff changed it last. */
  editor_id: string | null
  revision: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** What is told to everybody with an account between two times. */
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

/** A page that was looked at; without an account where nobody was signed in. */
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

/** Why an upload failed, as the browser saw it. */
export interface UploadErrorTable {
  id: Generated<number>
  account_id: string
  file_name: string
  size: number
  step: string
  message: string
  created_at: Generated<Date>
}

/** A key of programs; its secret is kept as a hash alone. */
export interface ApiKeyTable {
  id: string
  account_id: string
  name: string
  /** What people see of it: a part of what programs send. */
  key: string
  secret_hash: string
  scopes: Json<KeyScope[]>
  per_minute: number
  /** Credits that tasks may cost in a month; null for no end. */
  month_credits: number | null
  created_at: Generated<Date>
}

/** An address of a customer that is told what becomes of tasks. */
export interface WebhookTable {
  id: string
  account_id: string
  url: string
  /** Signs what is sent. */
  secret: string
  events: Json<WebhookEvent[]>
  is_active: Generated<boolean>
  created_at: Generated<Date>
}

/** Something told to a webhook, and how that went. */
export interface WebhookDeliveryTable {
  id: string
  webhook_id: string
  account_id: string
  event: string
  body: string
  state: Generated<'pending' | 'delivered' | 'failed'>
  /** Of this round: sending it again by hand begins a new one. */
  attempts: Generated<number>
  round: Generated<number>
  /** HTTP status of the last answer. */
  status: number | null
  detail: Generated<string>
  next_at: Date | null
  created_at: Generated<Date>
  sent_at: Date | null
}

/** Something that staff did, or somebody with their own account; never changed. */
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

export interface DataExportTable {
  id: string
  account_id: string
  state: Generated<'pending' | 'ready' | 'failed'>
  progress: Generated<number>
  language: string
  blob_key: string | null
  size: Generated<number>
  created_at: Generated<Date>
  expires_at: Date | null
}
