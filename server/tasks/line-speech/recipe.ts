import type { z } from 'zod'
import { isLanguageCode } from '#core/domain/languages.ts'
import type { lineSpeech } from '#core/tasks/line-speech.ts'
import { TaskFailed } from '../../jobs/run.ts'
import { speakTake } from '../dubbing/take.ts'
import type { Recipe } from '../task.ts'
import type { TakeNotes } from './precheck.ts'

/** One cue spoken as a dub speaks it. */
export const lineSpeechRecipe: Recipe<z.output<typeof lineSpeech.config>> = async (run, { config, task }) => {
  const { texts, at } = task.config as unknown as TakeNotes
  const { language } = task
  if (!isLanguageCode(language)) throw new TaskFailed('lines_unreadable')
  return { report: { flagged: 0, lines: [], take: await speakTake(run, { texts, at, voice: config.voice, language }) } }
}
