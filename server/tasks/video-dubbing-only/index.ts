import { videoDubbingOnly as kind } from '#core/tasks/video-dubbing-only.ts'
import { defineTask } from '../task.ts'
import { dubbingOnlyPrecheck } from './precheck.ts'
import { dubbingOnlyRecipe } from './recipe.ts'

/** A video with a subtitle version spoken. */
export const videoDubbingOnly = defineTask({ kind, precheck: dubbingOnlyPrecheck, recipe: dubbingOnlyRecipe })
