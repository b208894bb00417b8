import { subtitleTranslate as kind } from '#core/tasks/subtitle-translate.ts'
import { languageOf } from '../../app/subtitles/rows.ts'
import { defineTask } from '../task.ts'
import { translatePrecheck } from './precheck.ts'
import { translateRecipe } from './recipe.ts'

/** A subtitle version in another language. */
export const subtitleTranslate = defineTask({
  kind,
  precheck: translatePrecheck,
  recipe: translateRecipe,
  defaults: ({ subtitle }) => ({ source_language: languageOf(subtitle), to_language: languageOf(subtitle) }),
})
