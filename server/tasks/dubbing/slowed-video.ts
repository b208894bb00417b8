import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SlowSpan } from '#core/domain/slow-span.ts'
import { soundTracks, videoIndexOf } from '#core/media/media-info.ts'
import { chapterFile, planSlowDown, slowDownVersion } from '#core/media/plans/slow-down.ts'
import { slowedMs, slowedRanges } from '#core/timing/slow-spans.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { checkResult, probeChapters } from '../../engines/probe.ts'
import { type Run, storeArtifact, type StepBlob } from '../../jobs/run.ts'

/** The video with slow-downs applied to picture, sound and chapters; the same video without any. */
export async function slowedVideo(
  run: Run,
  video: InspectedVideo,
  spans: readonly SlowSpan[],
  share: readonly [number, number],
): Promise<InspectedVideo> {
  if (spans.length === 0) return video
  const { deps, signal } = run
  const { ffmpeg: program, ffprobe, filters } = deps.engines.need('ffmpeg', {})
  const hasRubberband = filters.has('rubberband')
  const durationMs = slowedMs(spans, video.duration_ms)
  const input = { content: video.content_hash, spans, hasRubberband }
  const { blob } = await run.step<StepBlob>(
    { name: 'slow_down', version: slowDownVersion, input, share },
    async (work) => {
      const source = await deps.blobs.localPath(video.blob_key, run.folder)
      const output = join(work.folder, 'slowed.mp4')
      const found = await probeChapters(ffprobe, source, signal)
      const chapters = found.length > 0 ? join(work.folder, 'chapters.ffmetadata') : undefined
      if (chapters !== undefined) await writeFile(chapters, chapterFile(slowedRanges(spans, found)))
      const { hasAudio } = video.info
      const plan = planSlowDown({
        source,
        videoIndex: videoIndexOf(video.info),
        output,
        spans,
        durationMs: video.duration_ms,
        hasAudio,
        hasRubberband,
        chapters,
      })
      await runFfmpeg(plan, { program, signal, durationMs, onProgress: work.onProgress })
      await checkResult(ffprobe, output, durationMs, signal)
      return storeArtifact(run, `${work.scope}/slowed.mp4`, output)
    },
  )
  const streams = [
    { kind: 'video' as const, codec: 'h264', language: '' },
    ...soundTracks(video.info)
      .slice(0, 1)
      .map((track) => ({ ...track, codec: 'alac' })),
  ]
  return { ...video, blob_key: blob, content_hash: blob, duration_ms: durationMs, info: { ...video.info, streams } }
}
