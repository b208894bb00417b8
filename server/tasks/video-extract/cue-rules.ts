import type { z } from 'zod'
import { profiles } from '#core/checks/profiles.ts'
import { cueRulesOf } from '#core/speech/cue-rules.ts'
import type { CueRules } from '#core/speech/cues.ts'
import type { videoExtract } from '#core/tasks/video-extract.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import { shotChangesOf } from '../../app/videos/shots.ts'
import type { Run } from '../../jobs/run.ts'

/** How the words of a video become lines: by the chosen profile, at the video's frame rate and shot changes. */
export async function cueRules(
  { deps }: Run,
  { id, info }: Pick<InspectedVideo, 'id' | 'info'>,
  { profile = 'cuelane', source_language: language }: z.output<typeof videoExtract.config>,
): Promise<CueRules> {
  const [num, den] = info.rate
  const shotChanges = await shotChangesOf(deps, id)
  return cueRulesOf(profiles[profile], { language, rate: { num, den }, duration: info.durationMs, shotChanges })
}
