import type { z } from 'zod'
import { SAID } from '#core/subtitle/text/sentence-ranges.ts'
import type { videoExtract } from '#core/tasks/video-extract.ts'
import type { Precheck } from '../../app/tasks/kind.ts'
import { Refusal } from '../../app/refusal.ts'
import { readyVideo, refuseSound, refuseTrack } from '../../app/videos/rows.ts'

/** A prepared video, with sound if speech is wanted, and engines for its language. */
export const extractPrecheck: Precheck<z.output<typeof videoExtract.config>> = async ({
  config,
  subjects,
  engines,
}) => {
  const video = readyVideo(subjects.video)
  const { subtitle_extract_mode: mode, source_language: language } = config
  if (mode !== 'audio') refuseSound(video, 'sound_has_no_text')
  if (mode !== 'text' && !video.info.hasAudio) throw new Refusal('refused', 'video_no_audio')
  if (mode !== 'text') refuseTrack(video, config.sound_track)
  if (config.subtitle_region_type === 'manual' && mode !== 'audio' && !config.subtitle_region)
    throw new Refusal('refused', 'region_missing')
  const { script } = config
  if (script !== undefined) {
    if (mode !== 'audio') throw new Refusal('refused', 'script_needs_speech')
    if (!SAID.test(script)) throw new Refusal('refused', 'script_empty')
    const hears = await engines.can('asr', { language })
    const facts = { durationMs: video.duration_ms }
    const engine = hears ? await engines.speech(language, video.duration_ms) : await engines.alignment(language)
    return { name: video.name, folderId: video.folder_id, language, facts, engine }
  }
  const used = [
    ...(mode === 'audio' ? [] : [await engines.reading(language)]),
    ...(mode === 'text' ? [] : [await engines.speech(language, video.duration_ms)]),
  ]
  return {
    name: video.name,
    folderId: video.folder_id,
    language,
    facts: { durationMs: video.duration_ms },
    engine: used.join(' + '),
  }
}
