import type { z } from 'zod'
import type { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import { languageOf } from '../../app/subtitles/rows.ts'
import { dubVideo } from '../dubbing/dub.ts'
import { reportOf } from '../dubbing/report.ts'
import type { Recipe } from '../task.ts'
import { usedVideo } from '../used-video.ts'

/** The lines of a version, spoken over its video. */
export const dubbingOnlyRecipe: Recipe<z.output<typeof videoDubbingOnly.config>> = async (run, job) => {
  const { video } = await usedVideo(run, job)
  const { cues } = await job.frozenVersion()
  const language = languageOf(job.task)
  const { video_type: output, ...choice } = job.config
  const { blob, rows, spans } = await dubVideo(run, { video, cues, language, choice, output, share: [0, 1] })
  return { blob, report: reportOf(rows, cues, { spans }) }
}
