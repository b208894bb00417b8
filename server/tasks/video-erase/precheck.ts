import type { z } from 'zod'
import type { eraseLook } from '#core/tasks/erase-look.ts'
import { Refusal } from '../../app/refusal.ts'
import type { Precheck } from '../../app/tasks/kind.ts'
import { readyVideo, refuseSound } from '../../app/videos/rows.ts'

/** For an erasure and its preview: a prepared video, a place where required, and an engine that finds text. */
export const erasePrecheck: Precheck<z.output<typeof eraseLook.config>> = async ({ config, subjects, engines }) => {
  const video = readyVideo(subjects.video)
  refuseSound(video, 'sound_has_no_picture')
  if (config.erase_region_type === 'manual' && !config.erase_region) throw new Refusal('refused', 'region_missing')
  await engines.media()
  return {
    name: video.name,
    folderId: video.folder_id,
    language: video.language,
    previousLanguage: video.language,
    facts: { durationMs: video.duration_ms },
    engine: await engines.reading('en'),
  }
}
