import type { TaskType } from '#core/domain/task.ts'
import type { TaskResult, TaskRow } from '../app/tasks.ts'
import type { VideoRow } from '../app/videos.ts'
import { extractRecipe } from './video-extract/recipe.ts'
import type { Run } from '../jobs/run.ts'
import { synthesisRecipe } from './video-synthesis/recipe.ts'
import { translateRecipe } from './subtitle-translate/recipe.ts'

/** How a type of task is done: a function that calls `run.step` for everything worth keeping. */
export type Recipe = (run: Run, task: TaskRow, video: VideoRow) => Promise<TaskResult>

export const recipes: Record<TaskType, Recipe> = {
  video_extract: extractRecipe,
  subtitle_translate: translateRecipe,
  video_synthesis: synthesisRecipe,
}
