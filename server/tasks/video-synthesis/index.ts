import { videoSynthesis as kind } from '#core/tasks/video-synthesis.ts'
import { defineTask } from '../task.ts'
import { synthesisPrecheck } from './precheck.ts'
import { synthesisRecipe } from './recipe.ts'

/** The video with a subtitle version in its picture or as a track. */
export const videoSynthesis = defineTask({ kind, precheck: synthesisPrecheck, recipe: synthesisRecipe })
