import type { Generated } from 'kysely'
import type { CueWords } from '#core/subtitle/formats/cue-words.ts'
import type { WireChange } from '#core/subtitle/cue/wire.ts'
import type { SubjectKind } from '#core/tasks/kind.ts'
import type { DubMixTable } from './tables/dub-mix.ts'
import type { Json } from './tables/json.ts'
import type {
  AccountTable,
  ApiKeyTable,
  DataExportTable,
  EmailLinkTable,
  GoogleSignInTable,
  OwnListTable,
  SessionTable,
  WebhookDeliveryTable,
  WebhookTable,
} from './tables/accounts.ts'
import type {
  AssetTable,
  AvatarTable,
  FolderTable,
  FolderZipTable,
  ImportedFileTable,
  LineCommentTable,
  LineReadingTable,
  LineReviewTable,
  LineTakeTable,
  LineVoiceTable,
  OperationTable,
  RoleTable,
  StageEntryTable,
  SubtitleTable,
  UploadTable,
  VideoImportTable,
  VideoShareTable,
  VideoTable,
} from './tables/files.ts'
import type { MemoryPairTable, MemoryTable } from './tables/memory.ts'
import type {
  BatchTable,
  ChainStepTable,
  ChainTable,
  EngineOfferTable,
  ProjectTable,
  TaskFrozenTable,
  TaskTable,
  WorkerTable,
} from './tables/tasks.ts'
import type {
  CreditAuditTable,
  CreditEntryTable,
  CreditGrantTable,
  PaymentEventTable,
  PurchaseOrderTable,
  SkuTable,
  TestCheckoutTable,
} from './tables/credits.ts'
import type {
  AuditTable,
  LoginLogTable,
  MailTable,
  NoticeTable,
  PageViewTable,
  SubmissionTable,
  UploadErrorTable,
} from './tables/staff.ts'

export interface Schema {
  setting: { key: string; value: string }
  account: AccountTable
  session: SessionTable
  login_attempt: { account: string; tries: number; until: Date }
  google_sign_in: GoogleSignInTable
  email_link: EmailLinkTable
  folder: FolderTable
  /** A user who works on a folder. */
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
  line_comment: LineCommentTable
  line_reading: LineReadingTable
  line_take: LineTakeTable
  dub_mix: DubMixTable
  line_voice: LineVoiceTable
  video_share: VideoShareTable
  operation: OperationTable
  /** An operation's version: the revision that it led to, and the changes that undo it. */
  operation_version: { operation_id: string; subtitle_id: string; revision: number; undo: Json<WireChange[]> }
  imported_file: ImportedFileTable
  word_times: { subtitle_id: string; cues: Json<CueWords[]> }
  role: RoleTable
  avatar: AvatarTable
  own_list: OwnListTable
  memory: MemoryTable
  memory_pair: MemoryPairTable
  project: ProjectTable
  project_file: { project_id: string; kind: 'video' | 'subtitle'; id: string; position: number }
  batch: BatchTable
  chain: ChainTable
  chain_step: ChainStepTable
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

/** Tables whose rows name an account. */
export type TableOfAccounts = { [T in keyof Schema]: 'account_id' extends keyof Schema[T] ? T : never }[keyof Schema]
