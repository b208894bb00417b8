import { videoImport as kind } from '#core/tasks/video-import.ts'
import { defineTask } from '../task.ts'
import { importPrecheck } from './precheck.ts'
import { importRecipe } from './recipe.ts'

/** Fetches the file of a video from another server. */
export const videoImport = defineTask({ kind, precheck: importPrecheck, recipe: importRecipe })
