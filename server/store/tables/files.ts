import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { FolderSettings } from '#core/contract/pro.ts'
import type { AssetKind } from '#core/domain/media.ts'
import type { Operation } from '#core/domain/operation.ts'
import type { ShareRole } from '#core/domain/share.ts'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import type { SubtitleSource } from '#core/domain/task.ts'
import type { Stage } from '#core/domain/workflow.ts'
import type { BurnStyle } from '#core/subtitle/burn/burn-style.ts'
import type { CueErrors } from '#core/subtitle/cue/cue-errors.ts'
import type { Format } from '#core/subtitle/formats/format.ts'
import type { WireCue, WireFields } from '#core/subtitle/cue/wire.ts'
import type { MediaInfo } from '#core/media/media-info.ts'
import type { Json } from './json.ts'

export interface FolderTable {
  id: string
  account_id: string
  name: string
  /** Settings for everything in it; parsed by `settingsOf`. */
  settings: ColumnType<Partial<FolderSettings>, string | undefined, string>
  settings_revision: Generated<number>
  /** Its deadline. */
  deadline: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Generated<Date>
}

/** Files of a folder requested as one zip; null lists mean all. */
export interface FolderZipTable {
  id: string
  account_id: string
  folder_id: string
  video_ids: ColumnType<string[] | null, string | null, never>
  subtitle_ids: ColumnType<string[] | null, string | null, never>
  parts: 'all' | 'videos' | 'subtitles'
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

/** Where a video's file is to be fetched from. */
export interface VideoImportTable {
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
  /** SHA-256 of the file; this and the two facts below are null until the file is inspected. */
  content_hash: string | null
  size: number
  duration_ms: number | null
  info: Json<MediaInfo> | null
  /** The task that prepares the file: its state is the video's. */
  ingest_task_id: string
  /** Where its subtitles are in the picture. */
  subtitle_region: ColumnType<PictureRegion | null, string | null | undefined, string | null>
  /** Choices for later videos: a translation, and tasks that made it without its text or with another voice. */
  translate_subtitle_id: ColumnType<string | null, string | null | undefined, string | null>
  erase_task_id: ColumnType<string | null, string | null | undefined, string | null>
  dub_task_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Generated<Date>
}

/** A version's look in the picture, and its imported file. */
export interface VersionLook {
  style: ColumnType<BurnStyle | null, string | null | undefined, string | null>
  imported_file_id: string | null
  imported_format: Format | null
  /** Whether that file's styles apply. */
  file_styles: Generated<boolean>
}

export interface SubtitleTable extends VersionLook {
  id: string
  account_id: string
  folder_id: string
  /** Null for a file without a video. */
  video_id: string | null
  task_id: string | null
  name: string
  source: SubtitleSource
  language: string
  version: number
  cues: Json<WireCue[]>
  cue_sum: number
  /** In bytes, as SubRip. */
  size: Generated<number>
  cue_errors: Json<CueErrors>
  role_state: Generated<number>
  /** Number of lines of each speaker, by the speaker's id. */
  role_lines: ColumnType<Record<string, number>, string | undefined, string>
  is_use: Generated<boolean>
  revision: Generated<number>
  /** Its workflow stage, the revision of that, and its assignee. */
  stage: Generated<Stage>
  stage_revision: Generated<number>
  assignee_id: ColumnType<string | null, string | null | undefined, string | null>
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** A change of a version's stage or assignee. */
export interface StageEntryTable {
  id: Generated<number>
  subtitle_id: string
  kind: 'stage' | 'assignee'
  person: string
  value_from: string
  value_to: string
  created_at: Generated<Date>
}

/** A flagged cue that was reviewed and left unchanged. */
export interface LineReviewTable {
  subtitle_id: string
  cue_id: string
  verdict: string
  start_ms: number
  end_ms: number
  content: string
  person: string
  created_at: Generated<Date>
}

/** A comment on a cue. */
export interface LineCommentTable {
  id: string
  account_id: string
  subtitle_id: string
  cue_id: string
  start_ms: number
  content: string
  person: string
  idempotency_key: string
  created_at: Generated<Date>
  resolved_by: string | null
  resolved_at: Date | null
}

/** Another reading of a cue; null if the cue was deleted in it. */
export interface LineReadingTable {
  id: string
  subtitle_id: string
  cue_id: string
  cue: Json<WireFields> | null
  created_at: Generated<Date>
  settled_at: Date | null
}

/** A line as it was spoken before a dub. */
export interface LineTakeTable {
  /** That of its task; a recorded one has its own. */
  id: string
  /** Order of all takes. */
  seq: Generated<number>
  subtitle_id: string
  cue_id: string
  /** Counts the takes of the line, from 1. */
  number: number
  /** The text of the cue. */
  content: string
  said: string
  voice: string
  speed: number
  pitch: number
  gap: number
  blob: string
  ms: number
  breaks_off: boolean
  /** Who spoke a recorded take; empty for a voice of an engine. */
  person: Generated<string>
  is_starred: Generated<boolean>
  created_at: Generated<Date>
}

/** How a line is spoken, where it differs from its dub. */
export interface LineVoiceTable {
  subtitle_id: string
  cue_id: string
  voice: string
  speed: number
  pitch: number
  gap: number
}

/** A shared video: `account_id` is the owner, `guest_id` the invited account. */
export interface VideoShareTable {
  id: string
  account_id: string
  video_id: string
  guest_id: string
  role: ShareRole
  created_at: Generated<Date>
}

/** An operation on many versions. */
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

/** An imported subtitle file; its rows are never changed. */
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

/** An uploaded picture that no speaker has yet. */
export interface AvatarTable {
  id: string
  account_id: string
  created_at: Generated<Date>
}

/** A file derived from a content. `account_id` is null if the server made it: all accounts share it. */
export interface AssetTable {
  content_hash: string
  kind: AssetKind
  /** Version of its recipe. */
  version: string
  account_id: string | null
  blob_key: string
  created_at: Generated<Date>
}
