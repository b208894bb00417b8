import { videoErase as kind } from '#core/tasks/video-erase.ts'
import { defineTask } from '../task.ts'
import { erasePrecheck } from './precheck.ts'
import { eraseRecipe } from './recipe.ts'

/** A video without the text in its picture. */
export const videoErase = defineTask({ kind, precheck: erasePrecheck, recipe: eraseRecipe })
