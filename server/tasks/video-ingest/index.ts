import { videoIngest as kind } from '#core/tasks/video-ingest.ts'
import { defineTask } from '../task.ts'
import { ingestPrecheck } from './precheck.ts'
import { ingestRecipe, inspectRecipe } from './recipe.ts'

/** Checks an uploaded file and prepares it for the library and the editor. */
export const videoIngest = defineTask({
  kind,
  precheck: ingestPrecheck,
  recipe: ingestRecipe,
  faultKey: 'ingest_failed',
})

/** Checks the file only, for videos without an editor. */
export const videoInspection = defineTask({
  kind,
  precheck: ingestPrecheck,
  recipe: inspectRecipe,
  faultKey: 'ingest_failed',
})
