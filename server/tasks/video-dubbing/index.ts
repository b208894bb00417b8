import { videoDubbing as kind } from '#core/tasks/video-dubbing.ts'
import { languageOf } from '../../app/subtitles/rows.ts'
import { defineTask } from '../task.ts'
import { dubbingPrecheck } from './precheck.ts'
import { dubbingRecipe } from './recipe.ts'

/** A video translated and dubbed. */
export const videoDubbing = defineTask({
  kind,
  precheck: dubbingPrecheck,
  recipe: dubbingRecipe,
  defaults: ({ subtitle }) => ({ source_language: languageOf(subtitle), to_language: languageOf(subtitle) }),
})
