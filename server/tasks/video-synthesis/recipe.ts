import type { z } from 'zod'
import { usualBurnStyle } from '#core/subtitle/burn-style.ts'
import type { videoSynthesis } from '#core/tasks/video-synthesis.ts'
import { slowedRanges } from '#core/timing/slow-spans.ts'
import type { Recipe } from '../task.ts'
import { shownVideo } from '../used-video.ts'
import { renderSubtitles } from './render.ts'

/** The video with a subtitle version in the picture or as a track. */
export const synthesisRecipe: Recipe<z.output<typeof videoSynthesis.config>> = async (run, job) => {
  const { config, task } = job
  const { video, spans, isPlain } = await shownVideo(run, job)
  const { blob_key, content_hash, info, duration_ms } = video
  const { cues, imported, second } = await job.frozenVersion()
  const { synthesis_type: type, style = usualBurnStyle, second_place: place, second_size: size } = config
  const { blob } = await renderSubtitles(run, {
    source: { blob: blob_key, content: content_hash, info, durationMs: duration_ms },
    cues: slowedRanges(spans, cues),
    language: task.language,
    type,
    style,
    ...(second && { second: { ...second, cues: slowedRanges(spans, second.cues), place, size } }),
    stylesFile: config.file_styles ? imported.imported_file_id : null,
    isClearOfText: config.clear_of_text && !isPlain,
    share: [0, 1],
  })
  return { blob }
}
