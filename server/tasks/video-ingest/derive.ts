import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { timelineLimits } from '#core/domain/limits.ts'
import { BUCKET_VALUES, BucketReducer } from '#core/media/buckets.ts'
import { Peaks, PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import { writePeaks } from '#core/media/peaks-file.ts'
import { readScores } from '#core/media/shot-changes.ts'
import { planPeaks } from '#core/media/plans/peaks.ts'
import { planShotChanges } from '#core/media/plans/shot-changes.ts'
import { keyFrameList, planStrip } from '#core/media/plans/thumbnails.ts'
import { STRIP_COLUMNS, thumbnailCount, thumbnailTimes, thumbnailWidth } from '#core/media/thumbnails.ts'
import { hasPicture, type MediaInfo, soundTracks } from '#core/media/media-info.ts'
import { probeAudioRate } from '../../engines/probe.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { SampleStream } from '../../engines/sample-stream.ts'
import { ProgramFailed } from '../../engines/program.ts'
import type { Inspection } from '../../app/videos/inspection.ts'
import { storeArtifact, type Run, type StepBlob, type StepWork } from '../../jobs/run.ts'
import type { MakeAsset } from './make-asset.ts'

/**
 * Waveform, filmstrip and shot changes (of a sound its waveform) of a content. `source` is the video, `proxy` the small
 * copy. If damage prevents one, nothing is stored: browsers compute it, and the next task retries.
 */
export async function deriveAssets(
  run: Run,
  make: MakeAsset,
  { info }: Inspection,
  paths: { source: string; proxy: () => Promise<string> },
): Promise<void> {
  const attempt = async (...[kind, share, work]: Parameters<MakeAsset>): Promise<void> => {
    try {
      await make(kind, share, work)
    } catch (error) {
      if (!(error instanceof ProgramFailed) || run.signal.aborted) throw error
      run.noteFault(kind, error)
    }
  }
  const put = (step: StepWork, file: string): Promise<StepBlob> =>
    storeArtifact(run, `${step.scope}/${file}`, join(step.folder, file))
  if (info.hasAudio) {
    await attempt('peaks', [0.92, 0.94], async (step) =>
      put(step, await derivePeaks(run, info, paths.source, step.folder)),
    )
  }
  if (!hasPicture(info)) return
  await attempt('strip', [0.94, 0.95], async (step) =>
    put(step, await deriveStrip(run, info, await paths.proxy(), step.folder)),
  )
  await attempt('shot_changes', [0.95, 1], async (step) =>
    put(step, await deriveShotChanges(run, await paths.proxy(), step)),
  )
}

async function derivePeaks(run: Run, info: MediaInfo, source: string, folder: string): Promise<string> {
  const { ffmpeg, ffprobe } = run.deps.engines.need('ffmpeg', {})
  const rate = soundTracks(info)[0]?.sampleRate || (await probeAudioRate(ffprobe, source, run.signal))
  const peaks = new Peaks(info.durationMs)
  let at = 0
  const reducer = new BucketReducer({ rate, perSecond: PEAKS_PER_SECOND }, (buckets) => {
    peaks.fill(at, buckets)
    at += buckets.length / BUCKET_VALUES
  })
  const samples = new SampleStream(1, (whole) => reducer.write(whole))
  await runFfmpeg(planPeaks({ source, output: 'pipe:1' }), {
    program: ffmpeg,
    signal: run.signal,
    durationMs: info.durationMs,
    onBytes: (bytes) => samples.write(bytes),
  })
  reducer.end()
  await writeFile(join(folder, 'peaks.bin'), new Uint8Array(writePeaks(peaks)))
  return 'peaks.bin'
}

async function deriveStrip(run: Run, info: MediaInfo, proxy: string, folder: string): Promise<string> {
  const count = thumbnailCount(info.durationMs, timelineLimits.maxThumbnails)
  const height = timelineLimits.thumbnailHeightPx
  const list = join(folder, 'list.ffconcat')
  await writeFile(list, keyFrameList(proxy, thumbnailTimes(info.durationMs, count)))
  const rows = Math.ceil(count / STRIP_COLUMNS)
  const width = thumbnailWidth(info, height)
  const plan = planStrip({ list, output: join(folder, 'strip.jpg'), width, height, rows })
  await runFfmpeg(plan, { program: run.deps.engines.need('ffmpeg', {}).ffmpeg, signal: run.signal })
  return 'strip.jpg'
}

async function deriveShotChanges(run: Run, proxy: string, { folder }: StepWork): Promise<string> {
  // A long video's log is tens of megabytes: it is filtered line by line.
  const candidates: ReturnType<typeof readScores> = []
  let frame = ''
  await runFfmpeg(planShotChanges({ source: proxy, videoIndex: 0, output: '-' }), {
    program: run.deps.engines.need('ffmpeg', {}).ffmpeg,
    signal: run.signal,
    onStdoutLine: (line) => {
      if (line.startsWith('frame:')) {
        candidates.push(...readScores(frame, 0))
        frame = ''
      }
      frame += `${line}\n`
    },
  })
  candidates.push(...readScores(frame, 0))
  await writeFile(join(folder, 'shot-changes.json'), JSON.stringify(candidates))
  return 'shot-changes.json'
}
