import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { timelineLimits } from '#core/domain/limits.ts'
import { BUCKET_VALUES, BucketReducer } from '#core/media/buckets.ts'
import { Peaks, PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import { writePeaks } from '#core/media/peaks-file.ts'
import { readScores } from '#core/media/shot-changes.ts'
import { peaksVersion, planPeaks } from '#core/media/plans/peaks.ts'
import { planShotChanges, shotChangesVersion } from '#core/media/plans/shot-changes.ts'
import { keyFrameList, planStrip, stripVersion } from '#core/media/plans/thumbnails.ts'
import { STRIP_COLUMNS, thumbnailCount, thumbnailTimes, thumbnailWidth } from '#core/media/thumbnails.ts'
import { probeAudioRate } from '../../engines/probe.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { ProgramFailed } from '../../engines/program.ts'
import type { VideoRow } from '../../app/videos.ts'
import { storeArtifact, type Run, type StepBlob, type StepWork } from '../../jobs/run.ts'

/** Keys of what was derived; undefined where a film has none or its own is too damaged for it. */
export interface Derived {
  peaks: string | undefined
  strip: string | undefined
  shots: string | undefined
}

/** Told of a part that a film has to do without, and why. */
export type OnFault = (part: string, error: Error) => void

/**
 * Waveform, filmstrip and shot changes, computed once for a content and read by every editor of it. `source` is the
 * film itself, `proxy` the small copy that editors play.
 */
export async function deriveMedia(
  run: Run,
  video: VideoRow,
  paths: { source: () => Promise<string>; proxy: () => Promise<string> },
  onFault: OnFault,
): Promise<Derived> {
  const input = { content: video.content_hash }
  const make = async (
    name: string,
    version: string,
    share: readonly [number, number],
    work: (step: StepWork) => Promise<string>,
  ): Promise<string | undefined> => {
    try {
      const { blob } = await run.step<StepBlob>({ name, version, input, share }, async (step) => {
        const file = await work(step)
        return storeArtifact(run, `${step.scope}/${file}`, join(step.folder, file))
      })
      return blob
    } catch (error) {
      if (!(error instanceof ProgramFailed) || run.signal.aborted) throw error
      // A film can be edited without it, and browsers compute it themselves. Nothing is kept: next time it is tried anew.
      onFault(name, error)
      return undefined
    }
  }
  const peaks = video.info.hasAudio
    ? await make('peaks', peaksVersion, [0.92, 0.94], async (step) =>
        derivePeaks(run, video, await paths.source(), step.folder),
      )
    : undefined
  const strip = await make('strip', stripVersion, [0.94, 0.95], async (step) =>
    deriveStrip(run, video, await paths.proxy(), step.folder),
  )
  const shots = await make('shots', shotChangesVersion, [0.95, 1], async (step) =>
    deriveShots(run, await paths.proxy(), step),
  )
  return { peaks, strip, shots }
}

async function derivePeaks(run: Run, video: VideoRow, source: string, folder: string): Promise<string> {
  const { ffmpeg, ffprobe } = run.deps.engines.need('ffmpeg', {})
  const rate = await probeAudioRate(ffprobe, source, run.signal)
  const peaks = new Peaks(video.duration_ms)
  let at = 0
  const reducer = new BucketReducer({ rate, perSecond: PEAKS_PER_SECOND }, (buckets) => {
    peaks.fill(at, buckets)
    at += buckets.length / BUCKET_VALUES
  })
  const samples = new SampleStream((whole) => reducer.write(whole))
  await runFfmpeg(planPeaks({ source, output: 'pipe:1' }), {
    program: ffmpeg,
    signal: run.signal,
    durationMs: video.duration_ms,
    onBytes: (bytes) => samples.write(bytes),
  })
  reducer.end()
  await writeFile(join(folder, 'peaks.bin'), new Uint8Array(writePeaks(peaks)))
  return 'peaks.bin'
}

/** Joins what a pipe cuts anywhere into whole 16-bit samples. */
class SampleStream {
  private rest = Buffer.alloc(0)
  private readonly take: (samples: Int16Array) => void
  constructor(take: (samples: Int16Array) => void) {
    this.take = take
  }

  write(bytes: Buffer): void {
    const joined = this.rest.length > 0 || bytes.byteOffset % 2 === 1 ? Buffer.concat([this.rest, bytes]) : bytes
    const aligned = joined.byteOffset % 2 === 0 ? joined : Buffer.from(Uint8Array.from(joined).buffer)
    const whole = aligned.length >> 1
    this.take(new Int16Array(aligned.buffer, aligned.byteOffset, whole))
    this.rest = Buffer.from(aligned.subarray(whole * 2))
  }
}

async function deriveStrip(run: Run, video: VideoRow, proxy: string, folder: string): Promise<string> {
  const count = thumbnailCount(video.duration_ms, timelineLimits.maxThumbnails)
  const height = timelineLimits.thumbnailHeightPx
  const list = join(folder, 'list.ffconcat')
  await writeFile(list, keyFrameList(proxy, thumbnailTimes(video.duration_ms, count)))
  const rows = Math.ceil(count / STRIP_COLUMNS)
  const width = thumbnailWidth(video.info, height)
  const plan = planStrip({ list, output: join(folder, 'strip.jpg'), width, height, rows })
  await runFfmpeg(plan, { program: run.deps.engines.need('ffmpeg', {}).ffmpeg, signal: run.signal })
  return 'strip.jpg'
}

async function deriveShots(run: Run, proxy: string, { folder }: StepWork): Promise<string> {
  // The text of a long film is some tens of megabytes: read line by line as it comes, only candidates are kept.
  const candidates: ReturnType<typeof readScores> = []
  let frame = ''
  await runFfmpeg(planShotChanges({ source: proxy, output: '-' }), {
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
  await writeFile(join(folder, 'shots.json'), JSON.stringify(candidates))
  return 'shots.json'
}
