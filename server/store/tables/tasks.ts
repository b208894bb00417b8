import type { ColumnType, Generated } from 'kysely'
import type { ChainChoice } from '#core/contract/chain.ts'
import type { ChainStepKind } from '#core/domain/chain.ts'
import type { StoredStepState } from '#core/tasks/chain.ts'
import type { EngineCoverage, EnginePort } from '#core/domain/engines.ts'
import type { TaskReport } from '#core/domain/task.ts'
import type { WireCue } from '#core/subtitle/cue/wire.ts'
import type { SetupMessage } from '#core/domain/setup-message.ts'
import type { Json } from './json.ts'
import type { VersionLook } from './files.ts'

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

/** Goals for videos; the steps are tasks in order. */
export interface ChainTable {
  id: string
  account_id: string
  /** The API key that started it; null after its deletion. */
  key_id: string | null
  project_id: string | null
  choice: Json<ChainChoice>
  skipped: ColumnType<SkippedVideo[], string | undefined, string>
  idempotency_key: string
  /** Of the last retry. */
  retry_key: string | null
  is_ended: Generated<boolean>
  read: Generated<boolean>
  /** Its state in the last announcement. */
  announced: Generated<string>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** A step of a video of a chain. */
export interface ChainStepTable {
  chain_id: string
  video_id: string
  key: string
  /** Within its video. */
  position: number
  step: ChainStepKind
  language: string
  task_type: string
  needs: Json<string[]>
  text_of: string
  state: StoredStepState
  /** How often it was retried. */
  attempt: Generated<number>
  /** Of its task, also before that starts. */
  task_id: string | null
  /** The version that it made or found. */
  subtitle_id: string | null
  /** What is held or spent for it. */
  credits: Generated<number>
  is_estimate: Generated<boolean>
  /** Why it failed or waits, as stored failures. */
  fault: Generated<string>
  findings: ColumnType<StepFindings | null, string | null | undefined, string | null>
  updated_at: Generated<Date>
}

/** How many findings a check has. */
interface StepFindings {
  error: number
  warning: number
  hint: number
}

/** A video for which a batch started no task; `key` is of the errors catalogue. */
interface SkippedVideo {
  video_id: string
  language: string
  key: string
  params: Record<string, string | number>
}

export interface TaskTable {
  id: string
  account_id: string
  /** Folder of its result. */
  folder_id: string
  batch_id: string | null
  project_id: string | null
  chain_id: ColumnType<string | null, string | null | undefined, string | null>
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
  /** Attempts that ended in a fault; the others ended with their worker. */
  faults: Generated<number>
  idempotency_key: string
  /** True for internal work; the history leaves it out. */
  is_internal: Generated<boolean>
  result_blob: string | null
  result_subtitle_id: string | null
  report: ColumnType<TaskReport | null, string | null | undefined, string | null>
  read: Generated<boolean>
  /** Order among accounts in its queue. */
  turn: Generated<number>
  /** Size: milliseconds of video, or characters of text; 0 if it has none. */
  work: Generated<number>
  /** When the running attempt began, and the progress at that moment. */
  began_at: Date | null
  began_progress: Generated<number>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** The text that a task started with. */
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
  /** Without a heartbeat until then it counts as gone. */
  valid_until: Date
}

/** A worker's state of one engine. */
export interface EngineOfferTable {
  worker_id: string
  port: EnginePort
  name: string
  label: string
  rank: number
  is_offered: boolean
  serves: Json<EngineCoverage>
  detail: string
  /** What to do about a missing engine. */
  remedy: Json<SetupMessage> | null
  is_optional: boolean
}
