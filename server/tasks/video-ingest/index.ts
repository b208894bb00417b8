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

/** In place of it where nobody looks at the video: checks the file alone. */
export const videoInspection = defineTask({
  kind,
  precheck: ingestPrecheck,
  recipe: inspectRecipe,
  faultKey: 'ingest_failed',
})
