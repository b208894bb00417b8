import type { LanguageCode } from '#core/domain/languages.ts'
import type { LineVoice } from '#core/domain/line-voice.ts'
import type { Pronunciation } from '#core/domain/pronunciation.ts'
import type { DubLine } from '#core/speech/dub-lines.ts'
import { pronouncer, pronouncerOf } from '#core/speech/pronunciation.ts'
import { chosenTake, lineNow } from '#core/speech/takes.ts'
import { type DubbingChoice, voiceOf } from '#core/tasks/dubbing.ts'
import type { StartFacts } from '../../app/tasks/kind.ts'

/** What a dub stores of its version when it starts, beside its choices. */
export interface DubNotes {
  /** Lines with a separate voice or manner, by cue id. */
  readonly line_voices: Readonly<Record<string, LineVoice>>
  /** Ids of the takes to use, by cue id. */
  readonly takes: Readonly<Record<string, string>>
  readonly pronunciations: readonly Pronunciation[]
}

const none: DubNotes = { line_voices: {}, takes: {}, pronunciations: [] }

/** The notes of a started task; older ones have none. */
export const notesOf = (config: Readonly<Record<string, unknown>>): DubNotes => ({ ...none, ...config })

/** Pronunciations that matter for a language. */
export async function pronunciationsIn(
  { pronunciations }: Pick<StartFacts<unknown>, 'pronunciations'>,
  folderId: string,
  language: LanguageCode,
): Promise<Pronunciation[]> {
  return (await pronunciations(folderId)).filter((each) => each.language === '' || each.language === language)
}

interface NotedDub {
  readonly fileId: string
  readonly folderId: string
  readonly language: LanguageCode
  readonly lines: readonly DubLine[]
  readonly choice: DubbingChoice
}

/** Voices and chosen takes of a version's lines, and pronunciations. */
export async function dubNotes(
  facts: Pick<StartFacts<unknown>, 'engines' | 'lineFacts' | 'pronunciations'>,
  { fileId, folderId, language, lines, choice }: NotedDub,
): Promise<DubNotes> {
  const { voices, takes } = await facts.lineFacts(fileId)
  const pronunciations = await pronunciationsIn(facts, folderId, language)
  const said = pronouncerOf(pronunciations, language, await facts.engines.phonemes(language))
  const byCue = Map.groupBy(takes, ({ cueId }) => cueId)
  const chosen = lines.flatMap(({ id, cueId, speaker, text }) => {
    // Of a cue with several speakers the first part alone has takes.
    if (id !== cueId) return []
    const now = lineNow(voices.get(cueId), voiceOf(choice, speaker), (voice) => said(text, voice))
    const take = chosenTake(byCue.get(cueId) ?? [], now)
    return take ? [[cueId, take.id] as const] : []
  })
  const own = lines.flatMap(({ cueId }) => {
    const voice = voices.get(cueId)
    return voice ? [[cueId, voice] as const] : []
  })
  return { line_voices: Object.fromEntries(own), takes: Object.fromEntries(chosen), pronunciations }
}

/** Writes texts as voices with and without phonemes speak them. */
export function pronouncersOf(
  list: readonly Pronunciation[],
  language: LanguageCode,
): (text: string, speaker: { readonly takesPhonemes: boolean }) => string {
  const spelled = pronouncer(list, { language, takesPhonemes: false })
  const spoken = pronouncer(list, { language, takesPhonemes: true })
  return (text, { takesPhonemes }) => (takesPhonemes ? spoken : spelled)(text)
}
