import type { LineVoice } from '#core/domain/line-voice.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { Pronunciation } from '#core/domain/pronunciation.ts'
import type { LineTake } from '#core/domain/task.ts'
import { type Run, TaskFailed } from '../../jobs/run.ts'
import { pronouncersOf } from './notes.ts'
import { LineFailed, type Spoken, Voices } from './speak.ts'
import { inManner, presetVoice } from './voices.ts'

/** A line to speak: its sentence's texts, which of them it is, a preset voice and its manner. */
export interface TakeOrder extends LineVoice {
  readonly texts: readonly string[]
  readonly at: number
  readonly language: LanguageCode
  readonly pronunciations: readonly Pronunciation[]
}

/** A take, and its words as they were spoken. */
export interface SpokenTake extends LineTake {
  readonly said: string
}

/** Speaks a line as a dub does, by the same steps: a later dub finds them done. */
export async function speakTake(run: Run, order: TakeOrder): Promise<SpokenTake> {
  const { texts, at, voice, language } = order
  const text = texts[at]
  if (text === undefined) throw new TaskFailed('lines_unreadable')
  const speaker = inManner(presetVoice(run, voice, language), order)
  const pronounce = pronouncersOf(order.pronunciations, language)
  const voices = new Voices(run, pronounce)
  const saying = { speaker, language, rate: 1, share: [0, 1] } as const
  const alone = (): Promise<Spoken> => voices.say({ ...saying, text })
  const together = async (): Promise<Spoken> => (await voices.sayTogether(texts, saying))[at] ?? alone()
  try {
    const { blob, ms, breaksOff = false } = await (texts.length > 1 && speaker.isFree ? together() : alone())
    return { blob, ms, breaksOff, said: pronounce(text, speaker) }
  } catch (error) {
    if (error instanceof LineFailed) throw new TaskFailed('line_not_spoken')
    throw error
  }
}
