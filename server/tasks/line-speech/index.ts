import { lineSpeech as kind } from '#core/tasks/line-speech.ts'
import { defineTask } from '../task.ts'
import { lineSpeechPrecheck } from './precheck.ts'
import { lineSpeechRecipe } from './recipe.ts'

/** One cue spoken by a voice. */
export const lineSpeech = defineTask({
  kind,
  precheck: lineSpeechPrecheck,
  recipe: lineSpeechRecipe,
})
