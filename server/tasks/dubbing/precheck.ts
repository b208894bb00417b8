import { CLONED_VOICE, MATCHED_VOICE } from '#core/domain/dubbing.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { changedLines, changedMs, type DubbingChoice } from '#core/tasks/dubbing.ts'
import type { EngineFinder } from '../../app/tasks/engines.ts'
import type { EarlierTask, Prepared, RoleVoice, StartFacts } from '../../app/tasks/kind.ts'
import { Refusal } from '../../app/refusal.ts'
import { cuesOf, type SubtitleRow } from '../../app/subtitles/rows.ts'
import { type InspectedVideo, refuseTrack } from '../../app/videos/rows.ts'
import { type DubLine, dubLines } from '#core/speech/dub-lines.ts'
import type { LineVoice } from '#core/domain/line-voice.ts'
import { type DubNotes, notesOf } from './notes.ts'
import { remarksOn } from './remarks.ts'

/** Names of the engines that would speak; a Refusal if a voice is missing, or there is no speaker to clone. */
export async function checkVoices(
  engines: EngineFinder,
  video: InspectedVideo,
  language: LanguageCode,
  choice: DubbingChoice,
): Promise<string> {
  refuseTrack(video, choice.sound_track)
  const wanted = new Set([
    choice.voice,
    ...(choice.dubbing_type === 'multi' ? choice.role_voices.map(({ voice }) => voice) : []),
  ])
  const names = new Set<string>()
  for (const voice of wanted) {
    if (voice === CLONED_VOICE) {
      if (!video.info.hasAudio) throw new Refusal('refused', 'no_voice_to_clone')
      names.add(await engines.clone(language))
    } else names.add(await engines.voice(language, voice === MATCHED_VOICE ? undefined : voice))
  }
  await engines.media()
  return [...names].join(', ')
}

/** The choice completed with the stored voices of other speakers. */
export async function withKeptVoices<Choice extends DubbingChoice>(
  choice: Choice,
  kept: Promise<RoleVoice[]>,
): Promise<Choice> {
  if (choice.dubbing_type !== 'multi') return choice
  const named = new Set(choice.role_voices.map(({ folder_role_id }) => folder_role_id))
  const others = (await kept).filter(({ folder_role_id }) => !named.has(folder_role_id))
  return { ...choice, role_voices: [...choice.role_voices, ...others] }
}

interface DubStart {
  readonly video: InspectedVideo
  readonly subtitle: SubtitleRow
  readonly language: LanguageCode
  readonly choice: DubbingChoice
  /** The dub whose speech is reused, and its configuration. */
  readonly earlier: (EarlierTask & { readonly choice: DubbingChoice }) | undefined
  /** Lines with a separate voice or manner, by cue id. */
  readonly ownVoices?: DubNotes['line_voices']
}

/** The speakers' part of a start's checks. */
type SpeakerFacts = Pick<StartFacts<unknown>, 'engines' | 'speakers'>

/**
 * Price and remarks: the whole video at first; later, while the speech is stored, only cues with changed words or
 * speakers. A Refusal if nothing is spoken.
 */
export async function pricedDub(
  { engines, speakers }: SpeakerFacts,
  { video, subtitle, language, choice, earlier, ownVoices = {} }: DubStart,
): Promise<Pick<Prepared, 'facts' | 'changed' | 'remarks'> & { readonly lines: readonly DubLine[] }> {
  if (subtitle.cue_sum === 0) throw new Refusal('refused', 'version_empty')
  const cues = cuesOf(subtitle)
  const known = await speakers(subtitle.folder_id, subtitle)
  const isSung = choice.speak_lyrics
  const spoken = dubLines(cues, choice.dubbing_type === 'multi', { ...known, isSung })
  const lines = spoken.map((line) => withManner(line, ownVoices))
  if (lines.length === 0) throw new Refusal('refused', 'nothing_to_speak')
  const remarks = await remarksOn(engines, {
    video,
    language,
    choice,
    cues,
    lines: dubLines(cues, true, { ...known, isSung }),
  })
  if (!earlier) return { facts: { durationMs: video.duration_ms }, changed: undefined, remarks, lines }
  const knownThen = await speakers(subtitle.folder_id, earlier.imported)
  const then = dubLines(earlier.cues, earlier.choice.dubbing_type === 'multi', {
    ...knownThen,
    isSung: earlier.choice.speak_lyrics,
  }).map((line) => withManner(line, notesOf(earlier.config).line_voices))
  const [now, before] = [
    { lines, choice },
    { lines: then, choice: earlier.choice },
  ]
  const changed = { lines: changedLines(now, before).length, of: lines.length }
  const durationMs = Math.min(video.duration_ms, changedMs(now, before))
  return { facts: { durationMs, isSpoken: changed.lines === 0 }, changed, remarks, lines }
}

/** A line with how it is spoken, where that is its own. */
const withManner = (line: DubLine, voices: DubNotes['line_voices']): DubLine & { manner?: LineVoice | undefined } => ({
  ...line,
  manner: voices[line.cueId],
})
