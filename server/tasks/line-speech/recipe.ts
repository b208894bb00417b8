import type { z } from 'zod'
import { isLanguageCode } from '#core/domain/languages.ts'
import type { lineSpeech } from '#core/tasks/line-speech.ts'
import { keepTake } from '../../app/subtitles/takes.ts'
import { TaskFailed } from '../../jobs/run.ts'
import { speakTake } from '../dubbing/take.ts'
import type { Recipe } from '../task.ts'
import type { TakeNotes } from './precheck.ts'

/** One cue spoken as a dub speaks it, and kept as a take. */
export const lineSpeechRecipe: Recipe<z.output<typeof lineSpeech.config>> = async (run, { config, task }) => {
  const { texts, at, pronunciations, file_id, text } = task.config as unknown as TakeNotes
  const { cue_id, voice, speed, pitch, gap } = config
  const { language } = task
  if (!isLanguageCode(language)) throw new TaskFailed('lines_unreadable')
  const { said, ...take } = await speakTake(run, { texts, at, pronunciations, voice, speed, pitch, gap, language })
  const { blob, ms, breaksOff: breaks_off } = take
  const row = { id: task.id, subtitle_id: file_id, cue_id, content: text, said, voice, speed, pitch, gap }
  await keepTake(run.deps.db, { ...row, blob, ms, breaks_off })
  return { report: { flagged: 0, lines: [], take } }
}
