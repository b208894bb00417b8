import type { z } from 'zod'
import type { subtitleTranslate } from '#core/tasks/subtitle-translate.ts'
import type { Recipe } from '../task.ts'
import { translateCues } from './translate-cues.ts'

/**
 * A version in another language: the same cues and ids, with translated text laid out in the original's place and style.
 */
export const translateRecipe: Recipe<z.output<typeof subtitleTranslate.config>> = async (run, job) => {
  const { config, task } = job
  const { cues: original, style, imported } = await job.frozenVersion()
  const { cues, flagged } = await translateCues(run, {
    cues: original,
    choice: config,
    taskId: task.id,
    share: [0, 1],
  })
  const name = task.name
  return {
    version: { name, source: 'translate', language: config.to_language, cues, style, imported },
    report: { flagged: flagged.length, lines: flagged },
  }
}
