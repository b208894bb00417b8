import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState, TaskState } from '#core/domain/task.ts'
import { remainingMs } from '#core/tasks/remaining.ts'
import type { Deps } from '../deps.ts'
import { failureKey, taskFailureMessage } from '../messages.ts'
import type { TaskRow } from './attempts.ts'

/** A task's row with its video and subtitle version as lists show them. */
export interface ListedTask extends TaskRow {
  readonly video_id: string | null
  readonly cover_key: string | null
  readonly video_ms: number | null
  readonly source_file_id: string | null
  /** Recent duration of tasks of its type and size in milliseconds; null if it does not run, or none did. */
  readonly usual_ms: number | null
}

/** Whole seconds until a running task is done; null if unknown. */
function remainingSeconds(row: ListedTask): number | null {
  if (row.state !== TaskState.running || !row.began_at) return null
  const ms = remainingMs({
    progress: row.progress,
    beganAt: row.began_progress,
    elapsedMs: Date.now() - row.began_at.getTime(),
    usualMs: row.usual_ms ?? undefined,
  })
  return ms === undefined ? null : Math.ceil(ms / 1000)
}

/** Lists carry the beginning of a script only: whole ones would be megabytes, and a retry reads the task itself. */
const SCRIPT_SHOWN = 200

function shownConfig({ script, ...config }: Task['task_config']): Task['task_config'] {
  if (typeof script !== 'string') return config
  return { ...config, script: script.length > SCRIPT_SHOWN ? `${script.slice(0, SCRIPT_SHOWN)}…` : script }
}

/** A task as the API carries it. */
export function describeTask(deps: Deps, row: ListedTask, language: InterfaceLanguage): Task {
  const extension = row.result_blob?.split('.').pop() ?? 'mp4'
  return {
    task_id: row.id,
    task_name: row.name,
    task_type: row.type,
    state: row.state,
    progress: row.progress,
    step: row.step,
    remaining_s: remainingSeconds(row),
    fail_msg: taskFailureMessage(language, row),
    fail_key: failureKey(row.fail_msg),
    credits: row.credits,
    cover: deps.signedUrls.media(row.cover_key),
    duration_ms: row.video_ms ?? 0,
    took_ms:
      row.began_at && !describeTaskState(row.state).isOngoing
        ? row.updated_at.getTime() - row.began_at.getTime()
        : null,
    batch_id: row.batch_id ?? '',
    project_id: row.project_id ?? '',
    chain_id: row.chain_id ?? '',
    video_id: row.video_id ?? '',
    folder_id: row.folder_id,
    language: row.language,
    previous_language: row.previous_language,
    create_time: row.created_at.toISOString(),
    update_time: row.updated_at.toISOString(),
    task_video_url: deps.signedUrls.media(row.result_blob, { download: `${row.name} (${row.language}).${extension}` }),
    file_id: row.result_subtitle_id ?? '',
    task_config: shownConfig(row.config),
    source_file_id: row.source_file_id ?? '',
    flagged: row.report?.flagged ?? 0,
  }
}
