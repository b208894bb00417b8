import { videoTranslate as kind } from '#core/tasks/video-translate.ts'
import { languageOf } from '../../app/subtitles/rows.ts'
import { defineTask } from '../task.ts'
import { videoTranslatePrecheck } from './precheck.ts'
import { videoTranslateRecipe } from './recipe.ts'

/** A video with translated cues. */
export const videoTranslate = defineTask({
  kind,
  precheck: videoTranslatePrecheck,
  recipe: videoTranslateRecipe,
  defaults: ({ subtitle }) => ({ source_language: languageOf(subtitle), to_language: languageOf(subtitle) }),
})
