import type { z } from 'zod'
import type { FoundTexts } from '#core/media/erase/mask.ts'
import { videoIndexOf } from '#core/media/media-info.ts'
import { eraseVersion } from '#core/media/plans/erase.ts'
import type { videoErase } from '#core/tasks/video-erase.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import type { Run } from '../../jobs/run.ts'
import { detectionVersion } from '../picture-text/detect-text.ts'
import { findTexts } from './find.ts'
import { readingVersion } from './read.ts'

/** The choices that decide what is found. */
export type FindChoices = Pick<z.output<typeof videoErase.config>, 'erase_region_type' | 'erase_region' | 'erase_marks'>

export interface FindStep {
  readonly video: InspectedVideo
  /** Local path of the video's file. */
  readonly path: string
  readonly config: FindChoices
  readonly share: readonly [number, number]
}

/** The texts of a video, found once for all tasks with the same choices. */
export async function findStep(run: Run, { video, path, config, share }: FindStep): Promise<FoundTexts> {
  const region = config.erase_region_type === 'manual' ? config.erase_region : undefined
  const { erase_marks: findsMarks } = config
  const { language, duration_ms: durationMs } = video
  const engines = `${detectionVersion(run.deps)}/${readingVersion(run.deps, language)}`
  const input = { content: video.content_hash, region: region ?? null, findsMarks, language, engines }
  const { width, height } = video.info
  const shown = { width, height }
  return run.step<FoundTexts>({ name: 'find_text', version: eraseVersion, input, share }, ({ onProgress }) =>
    findTexts(run, {
      path,
      videoIndex: videoIndexOf(video.info),
      durationMs,
      shown,
      region,
      findsMarks,
      language,
      onProgress,
    }),
  )
}
