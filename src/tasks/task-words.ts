import type { ParseKeys, TFunction } from 'i18next'
import type { Task } from '#core/contract/task.ts'
import { describeTaskState } from '#core/domain/task.ts'
import { formatLength } from '#src/ui/format.ts'

/** The language that a task works from and the one that it works into, each once; none where it works on the picture alone. */
export function taskLanguages({ task_type, previous_language: from, language: to }: Task): string[] {
  // By name: the kind itself would bring the schema of its choices to the first page.
  if (task_type === 'video_erase') return []
  return [...new Set([from, to])].filter((code) => code !== '')
}

/** Whether what a task cost came back: it failed. */
export function isPaidBack({ state, credits }: Task): boolean {
  return describeTaskState(state).name === 'failed' && credits > 0
}

/** How long a task took; undefined where it is not known. */
export function tookText(t: TFunction<'tasks'>, ms: number | null): string | undefined {
  if (ms === null) return undefined
  return ms < 1000 ? t('took_less') : formatLength(ms)
}

/** What is asked before a task is deleted: which of what it made is kept, and which goes with it. */
export function deleteQuestion({ task_video_url: video, file_id: subtitles }: Task): ParseKeys<'tasks'> {
  if (video === '') return subtitles === '' ? 'delete_task_question' : 'delete_task_question_subtitles'
  return subtitles === '' ? 'delete_task_question_file' : 'delete_task_question_both'
}
