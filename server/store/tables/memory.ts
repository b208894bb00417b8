import type { ColumnType, Generated } from 'kysely'

/** The translation memory of an account for two languages. */
export interface MemoryTable {
  /** Seed of its pairs' keys. */
  id: Generated<number>
  account_id: string
  source_language: string
  target_language: string
  created_at: Generated<Date>
  /** How many pairs it has; counted by triggers. */
  pairs: Generated<number>
}

/** A confirmed pair; folder, video and line may be gone. */
export interface MemoryPairTable {
  /** Made of what it belongs to: the line confirmed again replaces it. */
  id: string
  seq: Generated<number>
  memory_id: number
  folder_id: string | null
  video_id: string | null
  video_name: string
  subtitle_id: string | null
  cue_id: string | null
  at_ms: number | null
  source: string
  target: string
  person: string
  confirmed_at: ColumnType<Date, Date | undefined, Date>
  /** Words of the source. */
  words: number
  /** Key of the lines before and after it; 0 if unknown. */
  neighbours: number
  keys: number[]
}
