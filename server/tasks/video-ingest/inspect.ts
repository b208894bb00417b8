import { isSoundName, videoLimits } from '#core/domain/limits.ts'
import { hasPicture, type MediaInfo } from '#core/media/media-info.ts'
import { checkDecodes, ProbeFailed, probeMedia } from '../../engines/probe.ts'
import { type Run, TaskFailed } from '../../jobs/run.ts'
import type { SourceFile } from './source.ts'

/** Facts of a file; a TaskFailed says why it is unusable. */
export async function inspect(run: Run, source: SourceFile): Promise<MediaInfo> {
  const input = { content: source.hash }
  const { info } = await run.step<{ info: MediaInfo }>(
    { name: 'inspect', version: '7', input, share: [0, 0.02] },
    async () => {
      const found = await probe(run, source.path)
      await source.checkUnchanged()
      return { info: found }
    },
  )
  return info
}

async function probe(run: Run, path: string): Promise<MediaInfo> {
  const { ffmpeg, ffprobe } = run.deps.engines.need('ffmpeg', {})
  try {
    const info = await probeMedia(ffprobe, path, run.signal)
    refuseMedia(info)
    await checkDecodes(ffmpeg, path, info, run.signal)
    return info
  } catch (error) {
    if (error instanceof ProbeFailed) {
      const isSound = error.fault === 'unreadable' && isSoundName(path)
      throw new TaskFailed(isSound ? 'sound_unreadable' : `video_${error.fault}`, {
        n: videoLimits.maxPixels / 1_000_000,
      })
    }
    throw error
  }
}

function refuseMedia(info: MediaInfo): void {
  const { minShortSide, minDurationMs, maxDurationMs, maxMinutes } = videoLimits
  if (hasPicture(info) && Math.min(info.width, info.height) < minShortSide)
    throw new TaskFailed('resolution_too_low', { n: minShortSide })
  if (info.durationMs < minDurationMs) throw new TaskFailed('video_too_short', { n: minDurationMs / 1000 })
  if (info.durationMs > maxDurationMs) throw new TaskFailed('video_too_long', { n: maxMinutes })
}
