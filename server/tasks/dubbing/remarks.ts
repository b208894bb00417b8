import { CLONED_VOICE, MATCHED_VOICE } from '#core/domain/dubbing.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { type DubbingChoice, voiceOf } from '#core/tasks/dubbing.ts'
import type { EngineFinder } from '../../app/tasks/engines.ts'
import type { Remark } from '../../app/tasks/kind.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import { type DubLine, hasLyrics, nameIn } from '#core/speech/dub-lines.ts'

export interface DubToRemark {
  readonly video: InspectedVideo
  readonly language: LanguageCode
  readonly choice: DubbingChoice
  readonly cues: readonly Cue[]
  /** With the speakers of a dub with individual voices. */
  readonly lines: readonly DubLine[]
}

/** Names that fit into a remark. */
const NAMES_SHOWN = 8

/** Remarks before a dub: its voices, how they sound, and what stays of the original's. */
export async function remarksOn(engines: EngineFinder, dub: DubToRemark): Promise<Remark[]> {
  const remarks = speakersRemark(dub)
  if (!dub.choice.speak_lyrics && hasLyrics(dub.cues)) remarks.push({ key: 'dub_lyrics' })
  if (await isRobotic(engines, dub)) remarks.push({ key: 'dub_robotic' })
  const { keep_background: isKept } = dub.choice
  const canQuieten = (await engines.can('separate', {})) || (await engines.can('vad', {}))
  if (isKept && dub.video.info.hasAudio && !canQuieten) remarks.push({ key: 'dub_original_stays' })
  return remarks
}

function speakersRemark({ choice, lines }: DubToRemark): Remark[] {
  const speakers = new Set(lines.map(({ speaker }) => speaker))
  const names = [...speakers].flatMap((speaker) => nameIn(speaker) ?? [])
  const params = { names: names.slice(0, NAMES_SHOWN).join(', ') + (names.length > NAMES_SHOWN ? ', …' : '') }
  if (choice.dubbing_type !== 'multi') return names.length > 1 ? [{ key: 'dub_speakers_found', params }] : []
  if (speakers.size < 2) return [{ key: 'dub_one_voice' }]
  return names.length > 0 ? [{ key: 'dub_speakers_named', params }] : []
}

async function isRobotic(engines: EngineFinder, { language, choice, lines }: DubToRemark): Promise<boolean> {
  const isMulti = choice.dubbing_type === 'multi'
  const voices = new Set(lines.map(({ speaker }) => voiceOf(choice, isMulti ? speaker : '')))
  for (const voice of voices) {
    if (voice === CLONED_VOICE) continue
    if (await engines.isDraft('tts', voice === MATCHED_VOICE ? { language } : { language, voice })) return true
  }
  return false
}
