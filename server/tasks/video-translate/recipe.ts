import type { z } from 'zod'
import { usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import type { videoTranslate } from '#core/tasks/video-translate.ts'
import { slowedRanges } from '#core/timing/slow-spans.ts'
import { translateCues } from '../subtitle-translate/translate-cues.ts'
import type { Recipe } from '../task.ts'
import { shownVideo } from '../used-video.ts'
import { ownStylesFile, renderSubtitles } from '../video-synthesis/render.ts'

/** Translated cues, in the picture or as a track. */
export const videoTranslateRecipe: Recipe<z.output<typeof videoTranslate.config>> = async (run, job) => {
  const { config, task } = job
  const { to_language: to, synthesis_type: type, style } = config
  const { video, spans, isPlain } = await shownVideo(run, job)
  const { blob_key, content_hash, info, duration_ms } = video
  const { cues: original, style: own, imported } = await job.frozenVersion()
  const lines = { cues: original, choice: config, taskId: task.id, share: [0, 0.3] } as const
  const { cues, flagged } = await translateCues(run, lines)
  const { blob } = await renderSubtitles(run, {
    source: { blob: blob_key, content: content_hash, info, durationMs: duration_ms },
    cues: slowedRanges(spans, cues),
    language: to,
    type,
    style: style ?? own ?? usualBurnStyle,
    stylesFile: style ? null : ownStylesFile(imported),
    isClearOfText: config.clear_of_text && !isPlain,
    share: [0.3, 1],
  })
  return {
    blob,
    version: { name: task.name, source: 'translate', language: to, cues, style: own, imported },
    report: { flagged: flagged.length, lines: flagged },
  }
}
