import type { LineTake } from '#core/domain/task.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { type Run, TaskFailed } from '../../jobs/run.ts'
import { LineFailed, type Spoken, Voices } from './speak.ts'
import { presetVoice } from './voices.ts'

/** A line to speak: its sentence's texts, which of them it is, and a preset voice. */
export interface TakeOrder {
  readonly texts: readonly string[]
  readonly at: number
  readonly voice: string
  readonly language: LanguageCode
}

/** Speaks a line as a dub does, by the same steps: a later dub finds them done. */
export async function speakTake(run: Run, { texts, at, voice, language }: TakeOrder): Promise<LineTake> {
  const text = texts[at]
  if (text === undefined) throw new TaskFailed('lines_unreadable')
  const speaker = presetVoice(run, voice, language)
  const voices = new Voices(run)
  const saying = { speaker, language, rate: 1, share: [0, 1] } as const
  const alone = (): Promise<Spoken> => voices.say({ ...saying, text })
  const together = async (): Promise<Spoken> => (await voices.sayTogether(texts, saying))[at] ?? alone()
  try {
    const { blob, ms, breaksOff = false } = await (texts.length > 1 && speaker.isFree ? together() : alone())
    return { blob, ms, breaksOff }
  } catch (error) {
    if (error instanceof LineFailed) throw new TaskFailed('line_not_spoken')
    throw error
  }
}
