import { dubOutput as kind } from '#core/tasks/dub-output.ts'
import { defineTask } from '../task.ts'
import { dubOutputRecipe } from './recipe.ts'

/** A finished dub in another form. */
export const dubOutput = defineTask({
  kind,
  precheck: async ({ subjects: { video } }) => ({ name: video.name, folderId: video.folder_id, engine: 'ffmpeg' }),
  recipe: dubOutputRecipe,
})
