import type { z } from 'zod'
import type { subtitleTranslate } from '#core/tasks/subtitle-translate.ts'
import type { Recipe } from '../task.ts'
import { translateCues } from './translate-cues.ts'

/** A version in another language: the same cues with the same ids, each text translated and laid out anew, in the place and style of the original. */
export const translateRecipe: Recipe<z.output<typeof subtitleTranslate.config>> = async (run, job) => {
  const { source_language: from, to_language: to } = job.config
  const { cues, style, imported } = await job.frozenVersion()
  const translated = await translateCues(run, cues, { from, to, share: [0, 1] })
  return { version: { name: job.task.name, source: 'translate', language: to, cues: translated, style, imported } }
}
