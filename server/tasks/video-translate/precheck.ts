import type { z } from 'zod'
import type { videoTranslate } from '#core/tasks/video-translate.ts'
import { notFound, Refusal } from '../../app/refusal.ts'
import type { Precheck } from '../../app/tasks/kind.ts'
import { readyVideo } from '../../app/videos/rows.ts'

/** A prepared video, one of its versions with cues, and an engine for the pair. */
export const videoTranslatePrecheck: Precheck<z.output<typeof videoTranslate.config>> = async ({
  config,
  subjects,
  engines,
}) => {
  const { source_language: from, to_language: to } = config
  const video = readyVideo(subjects.video)
  const { subtitle } = subjects
  if (subtitle.video_id !== video.id) throw notFound()
  if (subtitle.cue_sum === 0) throw new Refusal('refused', 'version_empty')
  if (from === to) throw new Refusal('refused', 'same_language')
  const engine = await engines.translation(from, to)
  await engines.media()
  return {
    name: video.name,
    folderId: video.folder_id,
    language: to,
    previousLanguage: from,
    facts: { durationMs: video.duration_ms },
    notes: { revision: subtitle.revision },
    engine,
  }
}
