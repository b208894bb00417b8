import type { ParseKeys, TFunction } from 'i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { formatLength } from '#src/ui/format.ts'

/** A task's source and target language, without duplicates; none if it works on the picture only. */
export function taskLanguages({ task_type, previous_language: from, language: to }: Task): string[] {
  // By name: importing the kind would load its schema on the first page.
  if (task_type === 'video_erase') return []
  return [...new Set([from, to])].filter((code) => code !== '')
}

/** Whether a task's price was returned: it failed. */
export function isPaidBack({ state, credits }: Task): boolean {
  return describeTaskState(state).name === 'failed' && credits > 0
}

/** How long a task took; undefined if unknown. */
export function tookText(t: TFunction<'tasks'>, ms: number | null): string | undefined {
  if (ms === null) return undefined
  return ms < 1000 ? t('took_less') : formatLength(ms)
}

/** Confirmation before a task's deletion: what is kept, and what is deleted with it. */
export function deleteQuestion({ task_video_url: video, file_id: subtitles }: Task): ParseKeys<'tasks'> {
  if (video === '') return subtitles === '' ? 'delete_task_question' : 'delete_task_question_subtitles'
  return subtitles === '' ? 'delete_task_question_file' : 'delete_task_question_both'
}
