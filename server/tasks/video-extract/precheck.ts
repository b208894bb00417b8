import type { z } from 'zod'
import type { videoExtract } from '#core/tasks/video-extract.ts'
import type { Precheck } from '../../app/tasks/kind.ts'
import { Refusal } from '../../app/refusal.ts'
import { readyVideo } from '../../app/videos/rows.ts'

/** A prepared video with sound, and an engine that understands its language. */
export const extractPrecheck: Precheck<z.output<typeof videoExtract.config>> = async ({
  config: { source_language: language },
  subjects,
  engines,
}) => {
  const video = readyVideo(subjects.video)
  if (!video.info.hasAudio) throw new Refusal('refused', 'video_no_audio')
  return {
    name: video.name,
    folderId: video.folder_id,
    language,
    facts: { durationMs: video.duration_ms },
    engine: await engines.speech(language),
  }
}
