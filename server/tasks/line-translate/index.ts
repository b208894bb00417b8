import { lineTranslate as kind } from '#core/tasks/line-translate.ts'
import { languageOf } from '../../app/subtitles/rows.ts'
import { defineTask } from '../task.ts'
import { linePrecheck } from './precheck.ts'
import { lineRecipe } from './recipe.ts'

/** One cue in another language, as a suggestion. */
export const lineTranslate = defineTask({
  kind,
  precheck: linePrecheck,
  recipe: lineRecipe,
  defaults: ({ subtitle }) => ({
    source_language: languageOf(subtitle),
    to_language: languageOf(subtitle),
    cue_id: subtitle.cues[0]?.cue_id ?? '',
  }),
})
