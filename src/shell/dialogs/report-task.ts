import { feedbackFeatures } from '#core/domain/forms.ts'
import type { Task } from '#core/contract/task.ts'
import { openFeedback } from './open-dialog.ts'

/** Opens the feedback dialog about a failed task, prefilled. */
export function reportTask({ task_type }: Pick<Task, 'task_type'>): void {
  const feature = feedbackFeatures.find((each) => each === task_type)
  openFeedback({ type: 'usage', ...(feature && { type2: feature }) })
}
