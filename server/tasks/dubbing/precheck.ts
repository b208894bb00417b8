import { CLONED_VOICE, MATCHED_VOICE } from '#core/domain/dubbing.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { changedLines, changedMs, type DubbingChoice, type PricedLine } from '#core/tasks/dubbing.ts'
import type { EngineFinder } from '../../app/tasks/engines.ts'
import type { ChangedLines, EarlierTask, RoleVoice } from '../../app/tasks/kind.ts'
import { Refusal } from '../../app/refusal.ts'
import { cuesOf, type SubtitleRow } from '../../app/subtitles/rows.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import { dubLines } from './lines.ts'

/** Names of the engines that would speak; a Refusal where a voice is not there, or there is nobody to take it from. */
export async function checkVoices(
  engines: EngineFinder,
  video: InspectedVideo,
  language: LanguageCode,
  choice: DubbingChoice,
): Promise<string> {
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

/** The choice with the voices kept for speakers that it names none for. */
export async function withKeptVoices<Choice extends DubbingChoice>(
  choice: Choice,
  kept: Promise<RoleVoice[]>,
): Promise<Choice> {
  if (choice.dubbing_type !== 'multi') return choice
  const named = new Set(choice.role_voices.map(({ folder_role_id }) => folder_role_id))
  const others = (await kept).filter(({ folder_role_id }) => !named.has(folder_role_id))
  return { ...choice, role_voices: [...choice.role_voices, ...others] }
}

/** Lines with something to say; a Refusal where there are none. */
export function linesToDub(subtitle: SubtitleRow, choice: DubbingChoice): PricedLine[] {
  if (subtitle.cue_sum === 0) throw new Refusal('refused', 'version_empty')
  const lines = dubLines(cuesOf(subtitle), choice.dubbing_type === 'multi')
  if (lines.length === 0) throw new Refusal('refused', 'nothing_to_speak')
  return lines
}

/**
 * What is paid for: the whole video the first time; later, as long as the speech is kept, the lines that changed since,
 * by their words or by who speaks them.
 */
export function dubbedLines(
  video: InspectedVideo,
  lines: readonly PricedLine[],
  choice: DubbingChoice,
  earlier: (EarlierTask & { choice: DubbingChoice }) | undefined,
): { facts: { durationMs: number }; changed: ChangedLines | undefined } {
  if (!earlier) return { facts: { durationMs: video.duration_ms }, changed: undefined }
  const before = { lines: dubLines(earlier.cues, earlier.choice.dubbing_type === 'multi'), choice: earlier.choice }
  const now = { lines, choice }
  return {
    facts: { durationMs: Math.min(video.duration_ms, changedMs(now, before)) },
    changed: { lines: changedLines(now, before).length, of: lines.length },
  }
}
