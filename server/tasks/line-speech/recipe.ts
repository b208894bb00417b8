import type { z } from 'zod'
import { isLanguageCode } from '#core/domain/languages.ts'
import type { lineSpeech } from '#core/tasks/line-speech.ts'
import { TaskFailed } from '../../jobs/run.ts'
import { LineFailed, type Spoken, Voices } from '../dubbing/speak.ts'
import { presetVoice } from '../dubbing/voices.ts'
import type { Recipe } from '../task.ts'
import type { TakeNotes } from './precheck.ts'

/** One cue spoken as a dub speaks it, by the same steps: a later dub finds them done. */
export const lineSpeechRecipe: Recipe<z.output<typeof lineSpeech.config>> = async (run, { config, task }) => {
  const { texts, at } = task.config as unknown as TakeNotes
  const { language } = task
  const text = texts[at]
  if (!isLanguageCode(language) || text === undefined) throw new TaskFailed('lines_unreadable')
  const speaker = presetVoice(run, config.voice, language)
  const voices = new Voices(run)
  const saying = { speaker, language, rate: 1, share: [0, 1] } as const
  const alone = (): Promise<Spoken> => voices.say({ ...saying, text })
  const together = async (): Promise<Spoken> => (await voices.sayTogether(texts, saying))[at] ?? alone()
  try {
    const { blob, ms, breaksOff = false } = await (texts.length > 1 && speaker.isFree ? together() : alone())
    return { report: { flagged: 0, lines: [], take: { blob, ms, breaksOff } } }
  } catch (error) {
    if (error instanceof LineFailed) throw new TaskFailed('line_not_spoken')
    throw error
  }
}
