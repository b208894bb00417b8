import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { EngineCoverage, EnginePort } from '#core/domain/engines.ts'
import type { CueErrors } from '#core/subtitle/cue-errors.ts'
import type { WireCue } from '#core/subtitle/wire.ts'
import type { SubtitleSource, TaskType } from '#core/domain/task.ts'
import type { MediaInfo } from '#server/engines/probe.ts'

/** jsonb columns are written as JSON text and read as values. */
type Json<T extends object | null> = JSONColumnType<T>

export interface Schema {
  setting: { key: string; value: string }
  account: AccountTable
  session: { token_hash: string; account_id: string; expires_at: Date }
  folder: { id: string; account_id: string; name: string; created_at: Generated<Date> }
  upload: UploadTable
  video: VideoTable
  subtitle: SubtitleTable
  role: RoleTable
  avatar: AvatarTable
  task: TaskTable
  worker: WorkerTable
  engine_offer: EngineOfferTable
  artefact: { key: string; step: string; value: Json<object>; created_at: Generated<Date> }
  step_run: {
    id: Generated<number>
    owner_id: string
    key: string
    step: string
    started_at: Generated<Date>
    finished_at: Date | null
  }
  credit_grant: {
    id: string
    account_id: string
    source: string
    reason: string
    expires_at: Date | null
    created_at: Generated<Date>
  }
  credit_entry: {
    id: Generated<number>
    account_id: string
    grant_id: string
    kind: 'grant' | 'hold' | 'settle' | 'release'
    amount: number
    task_id: string | null
    created_at: Generated<Date>
  }
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
  created_at: Generated<Date>
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

export interface VideoTable {
  id: string
  account_id: string
  folder_id: string
  upload_id: string | null
  sample_id: string | null
  name: string
  language: string
  blob_key: string
  content_hash: string
  size: number
  duration_ms: number
  info: Json<MediaInfo>
  state: Generated<number>
  progress: Generated<number>
  fail_msg: Generated<string>
  cover_key: string | null
  proxy_key: string | null
  hls_key: string | null
  peaks_key: string | null
  strip_key: string | null
  shots_key: string | null
  created_at: Generated<Date>
}

export interface SubtitleTable {
  id: string
  account_id: string
  folder_id: string
  video_id: string
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
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface RoleTable {
  id: string
  account_id: string
  folder_id: string
  name: string
  avatars: Json<string[]>
  created_at: Generated<Date>
}

/** A picture that was sent and that no speaker has yet. */
export interface AvatarTable {
  id: string
  account_id: string
  created_at: Generated<Date>
}

export interface TaskTable {
  id: string
  account_id: string
  folder_id: string
  video_id: string
  subtitle_id: string | null
  name: string
  type: TaskType
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
  result_blob: string | null
  result_subtitle_id: string | null
  read: Generated<boolean>
  created_at: Generated<Date>
  updated_at: Generated<Date>
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
