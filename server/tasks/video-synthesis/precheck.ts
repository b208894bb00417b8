import type { z } from 'zod'
import type { videoSynthesis } from '#core/tasks/video-synthesis.ts'
import type { Precheck } from '../../app/tasks/kind.ts'
import { notFound, Refusal } from '../../app/refusal.ts'
import { readyVideo } from '../../app/videos/rows.ts'

/** A prepared video and one of its own versions that has cues. */
export const synthesisPrecheck: Precheck<z.output<typeof videoSynthesis.config>> = async ({ subjects, engines }) => {
  const video = readyVideo(subjects.video)
  const { subtitle } = subjects
  if (subtitle.video_id !== video.id) throw notFound()
  if (subtitle.cue_sum === 0) throw new Refusal('refused', 'version_empty')
  return {
    name: video.name,
    folderId: video.folder_id,
    language: subtitle.language,
    previousLanguage: video.language,
    facts: { durationMs: video.duration_ms },
    notes: { revision: subtitle.revision, language: subtitle.language },
    engine: await engines.media(),
  }
}
