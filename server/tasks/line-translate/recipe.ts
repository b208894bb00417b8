import type { z } from 'zod'
import { isNotTranslated, type LineSuggestion, translationFlags } from '#core/domain/task.ts'
import { fromWire, type WireCue } from '#core/subtitle/cue/wire.ts'
import type { lineTranslate } from '#core/tasks/line-translate.ts'
import { TaskFailed } from '../../jobs/run.ts'
import { translateCues } from '../subtitle-translate/translate-cues.ts'
import type { Recipe } from '../task.ts'

/** One cue in another language: translates the whole sentence and suggests the cue's part. */
export const lineRecipe: Recipe<z.output<typeof lineTranslate.config>> = async (run, { config, task }) => {
  const noted = task.config['lines'] as readonly WireCue[]
  const original = fromWire(noted)
  if (!original) throw new TaskFailed('lines_unreadable')
  const { cues, flagged } = await translateCues(run, {
    cues: original,
    choice: config,
    taskId: task.id,
    share: [0, 1],
    keepsTimes: true,
  })
  const found = flagged.find(({ cue_id }) => cue_id === config.cue_id)
  const verdict = translationFlags.find((flag) => flag === found?.verdict) ?? ''
  const text = cues.find(({ id }) => id === config.cue_id)?.text ?? ''
  if (found && isNotTranslated(found)) throw new TaskFailed('nothing_translated', { detail: '–' })
  const suggestion: LineSuggestion = { text, verdict, note: found?.note ?? '', also: found?.also ?? [] }
  return { report: { flagged: 0, lines: [], suggestion } }
}
