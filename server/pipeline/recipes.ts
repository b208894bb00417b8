import type { TaskType } from '#core/domain/task.ts'
import type { TaskResult, TaskRow } from '../app/tasks.ts'
import type { VideoRow } from '../app/videos.ts'
import { extractRecipe } from './extract.ts'
import type { Run } from './run.ts'
import { synthesisRecipe } from './synthesis.ts'
import { translateRecipe } from './translate.ts'

/** How a type of task is done: a function that calls `run.step` for everything worth keeping. */
export type Recipe = (run: Run, task: TaskRow, video: VideoRow) => Promise<TaskResult>

export const recipes: Record<TaskType, Recipe> = {
  video_extract: extractRecipe,
  subtitle_translate: translateRecipe,
  video_synthesis: synthesisRecipe,
}
