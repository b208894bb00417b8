import { videoExtract as kind } from '#core/tasks/video-extract.ts'
import { languageOf } from '../../app/subtitles/rows.ts'
import { defineTask } from '../task.ts'
import { extractPrecheck } from './precheck.ts'
import { extractRecipe } from './recipe.ts'

/** Subtitles from the speech of a video. */
export const videoExtract = defineTask({
  kind,
  precheck: extractPrecheck,
  recipe: extractRecipe,
  defaults: ({ video }) => ({ source_language: languageOf(video) }),
})
