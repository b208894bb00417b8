import type { DataOf } from '#core/contract/index.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { SubtitleRow } from './rows.ts'

/** The workflow stage; see `getWorkflow`. */
type WorkColumn = 'stage' | 'stage_revision' | 'assignee_id'

/** A version as the API carries it, without its cues. */
export function describeVersion(
  row: Omit<SubtitleRow, 'cues' | 'cue_errors' | 'role_lines' | WorkColumn>,
): SubtitleVersion {
  return {
    file_id: row.id,
    folder_id: row.folder_id,
    video_id: row.video_id ?? '',
    name: row.name,
    from: row.source,
    language: row.language,
    version: row.version,
    role_state: row.role_state,
    is_use: row.is_use,
    revision: row.revision,
    cue_sum: row.cue_sum,
    size: row.size,
    style: row.style,
    imported_format: row.imported_format,
    file_styles: row.file_styles,
    create_time: row.created_at.toISOString(),
    update_time: row.updated_at.toISOString(),
  }
}

/** A version after it was saved. */
export function describeSaved(row: Pick<SubtitleRow, 'cue_errors' | 'role_state' | 'revision'>): DataOf<'editVersion'> {
  return {
    subtitle_ok: Object.values(row.cue_errors).every((numbers) => numbers.length === 0),
    error_info: row.cue_errors,
    role_state: row.role_state,
    revision: row.revision,
  }
}
