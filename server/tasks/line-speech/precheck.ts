import type { z } from 'zod'
import { CLONED_VOICE, MATCHED_VOICE } from '#core/domain/dubbing.ts'
import { usualLineVoice } from '#core/domain/line-voice.ts'
import type { Pronunciation } from '#core/domain/pronunciation.ts'
import { type DubLine, dubLines } from '#core/speech/dub-lines.ts'
import { sentencesOf } from '#core/speech/sentences.ts'
import { speechLength } from '#core/speech/speech-length.ts'
import type { lineSpeech } from '#core/tasks/line-speech.ts'
import { Refusal } from '../../app/refusal.ts'
import { cuesOf, languageOf } from '../../app/subtitles/rows.ts'
import type { Precheck } from '../../app/tasks/kind.ts'
import { pronunciationsIn } from '../dubbing/notes.ts'

/** What a take stores with its choices: the texts of its sentence, which of them it is, and its estimated length. */
export interface TakeNotes {
  readonly texts: readonly string[]
  readonly at: number
  readonly video_id: string
  readonly file_id: string
  /** The text of the cue. */
  readonly text: string
  readonly pronunciations: readonly Pronunciation[]
  /** In milliseconds; what takes of a video add up to. */
  readonly ms: number
}

/** A cue with words of a video, and a preset voice for its language. The price is that of its estimated length. */
export const lineSpeechPrecheck: Precheck<z.output<typeof lineSpeech.config>> = async ({
  config: { cue_id: cueId, voice, ...manner },
  subjects: { subtitle },
  engines,
  speakers,
  takes,
  lineFacts,
  pronunciations,
}) => {
  if (subtitle.video_id === null) throw new Refusal('refused', 'take_needs_video')
  if (voice === MATCHED_VOICE || voice === CLONED_VOICE) throw new Refusal('refused', 'voice_unknown')
  const language = languageOf(subtitle)
  const known = await speakers(subtitle.folder_id, subtitle)
  const cues = cuesOf(subtitle)
  const lines = dubLines(cues, true, known)
  const { voices } = await lineFacts(subtitle.id)
  const own = { voice: voices.get(cueId)?.voice ?? '', ...manner }
  // As in a dub: lines in another manner are no part of the sentence.
  const ways = new Map([...voices, [cueId, own]])
  const wayOf = ({ speaker, cueId: id }: DubLine): string =>
    JSON.stringify([speaker, { ...usualLineVoice, ...ways.get(id) }])
  const sentences = [...Map.groupBy(lines, wayOf).values()].flatMap(sentencesOf)
  const sentence = sentences.find((parts) => parts.some((line) => line.cueId === cueId))
  const at = sentence?.findIndex((line) => line.cueId === cueId) ?? -1
  const line = sentence?.[at]
  if (!sentence || !line) throw new Refusal('refused', 'line_silent')
  const ms = Math.round(speechLength(line.text, language) / manner.speed)
  const before = await takes(subtitle.video_id, language)
  const notes: TakeNotes = {
    texts: sentence.map(({ text }) => text),
    at,
    video_id: subtitle.video_id,
    file_id: subtitle.id,
    text: cues.find(({ id }) => id === cueId)?.text ?? '',
    pronunciations: await pronunciationsIn({ pronunciations }, subtitle.folder_id, language),
    ms,
  }
  return {
    name: line.text.slice(0, 80),
    folderId: subtitle.folder_id,
    language,
    previousLanguage: language,
    facts: { durationMs: ms, takenMs: before.ms },
    notes: { ...notes },
    engine: await engines.voice(language, voice),
  }
}
