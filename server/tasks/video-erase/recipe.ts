import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { hasIndex } from '#core/media/facts.ts'
import { videoIndexOf } from '#core/media/media-info.ts'
import { eraseVersion, erasedExtension, pieceList, planJoin } from '#core/media/plans/erase.ts'
import type { MaskFault } from '#core/domain/erase.ts'
import { type FoundTexts, maskedTexts } from '#core/media/erase/mask.ts'
import type { FoundText } from '#core/media/erase/texts.ts'
import { findingShare, stretchWork } from '#core/media/erase/work.ts'
import type { videoErase } from '#core/tasks/video-erase.ts'
import { inspectedVideo, type InspectedVideo } from '../../app/videos/rows.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { countFrames, probeColours } from '../../engines/probe.ts'
import { type Run, storeArtifact, type StepBlob, TaskFailed } from '../../jobs/run.ts'
import type { Recipe } from '../task.ts'
import { findStep } from './find-step.ts'
import { makeStretch } from './stretch.ts'
import { rateOf, type Stretch, stretchesOf } from './stretches.ts'

type Config = z.output<typeof videoErase.config>

/** Finds the texts → erases them stretch by stretch → joins, with the sound unchanged. */
export const eraseRecipe: Recipe<Config> = async (run, job) => {
  const { config } = job
  const video = inspectedVideo(await job.video())
  const path = await run.deps.blobs.localPath(video.blob_key, run.folder)
  const { width, height } = video.info
  const clip = {
    seconds: video.duration_ms / 1000,
    pixels: width * height,
    follows: config.erase_type === 'advanced',
  }
  const planned = MAKING * findingShare(clip)
  const found = await findStep(run, { video, path, config, share: [0, planned] })
  const texts = maskedTexts(found, config.mask)
  if (texts.length === 0) throw new TaskFailed(nothingErased(found))
  const stretches = stretchesOf({ ...found, texts })
  const pieces: StepBlob[] = []
  const withText = stretches.map((stretch) => framesWithText(stretch, texts))
  const work = stretches.map(({ first, last }, at) => stretchWork(last - first + 1, withText[at] ?? 0))
  const all = sumOf(work)
  const finding = Math.max(planned, MAKING * findingShare(clip, sumOf(withText) / found.times.length))
  let done = 0
  for (const [at, stretch] of stretches.entries()) {
    const share = [done, (done += work[at] ?? 0)].map((part) => finding + (MAKING - finding) * (part / all))
    pieces.push(await erase(run, { video, path, found, stretch, config, share: [share[0] ?? 0, share[1] ?? 0] }))
  }
  return joinPieces(run, { video, path, found, stretches, pieces })
}

/** Part of the work before the stretches are joined. */
const MAKING = 0.97

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0)

function framesWithText({ first, last }: Stretch, texts: readonly FoundText[]): number {
  let count = 0
  for (let frame = first; frame <= last; frame++)
    if (texts.some((text) => text.first <= frame && frame <= text.last)) count++
  return count
}

/** Why nothing would be erased. */
function nothingErased({ texts }: FoundTexts): MaskFault {
  return texts.some(({ verdict }) => verdict === 'unread') ? 'text_not_read' : 'no_text_found'
}

/** Captions cover less of a picture than this share. */
const MOST_COVERED = 0.08

/** Whether the user saw the mask, or named the place. */
function isUsersOwn({ mask, erase_region_type }: Config): boolean {
  return mask?.confirmed === true || erase_region_type === 'manual'
}

interface EraseStep {
  readonly video: InspectedVideo
  readonly path: string
  readonly found: FoundTexts
  readonly stretch: Stretch
  readonly config: Config
  readonly share: readonly [number, number]
}

async function erase(run: Run, { video, path, found, stretch, config, share }: EraseStep): Promise<StepBlob> {
  const { deps, signal } = run
  const input = { content: video.content_hash, stretch, type: config.erase_type, isOwn: isUsersOwn(config) }
  return run.step<StepBlob>({ name: 'erase', version: eraseVersion, input, share }, async (work) => {
    const { ffmpeg, ffprobe } = deps.engines.need('ffmpeg', {})
    const output = join(work.folder, 'piece.mp4')
    const { from, to } = stretch
    const job = {
      ...stretch,
      ffmpeg,
      source: path,
      videoIndex: videoIndexOf(video.info),
      output,
      times: found.times.slice(from, to + 1),
      rate: rateOf(found.times),
      seeks: hasIndex({ container: video.info.format }),
      follows: config.erase_type === 'advanced',
      mostCovered: isUsersOwn(config) ? undefined : MOST_COVERED * found.width * found.height,
      colours: await probeColours(ffprobe, path, video.info, signal),
    }
    await makeStretch(job, { signal, onProgress: work.onProgress })
    await checkCount(run, output, stretch.last - stretch.first + 1)
    return storeArtifact(run, `${work.scope}/piece.mp4`, output)
  })
}

interface JoinStep {
  readonly video: InspectedVideo
  readonly path: string
  readonly found: FoundTexts
  readonly stretches: readonly Stretch[]
  readonly pieces: readonly StepBlob[]
}

async function joinPieces(run: Run, { video, path, found, stretches, pieces }: JoinStep): Promise<StepBlob> {
  const { deps, signal } = run
  const input = { content: video.content_hash, pieces }
  return run.step<StepBlob>({ name: 'join', version: eraseVersion, input, share: [MAKING, 1] }, async (work) => {
    const { times } = found
    const extension = erasedExtension(video.info.streams)
    const output = join(work.folder, `result.${extension}`)
    const list = join(work.folder, 'pieces.ffconcat')
    const timeOf = (frame: number): number => times[frame] ?? (times.at(-1) ?? 0) + 1 / rateOf(times)
    const files = await Promise.all(
      pieces.map(async ({ blob }, at) => {
        const { first, last } = stretches[at] ?? { first: 0, last: 0 }
        return { path: await deps.blobs.localPath(blob, run.folder), seconds: timeOf(last + 1) - timeOf(first) }
      }),
    )
    await writeFile(list, pieceList(files))
    const plan = planJoin({ source: path, list, start: times[0] ?? 0, output, extension })
    await runFfmpeg(plan, {
      program: deps.engines.need('ffmpeg', {}).ffmpeg,
      signal,
      durationMs: video.duration_ms,
      onProgress: work.onProgress,
    })
    await checkCount(run, output, times.length)
    await rm(list, { force: true })
    return storeArtifact(run, `${work.scope}/result.${extension}`, output)
  })
}

/** A result without pictures missing. */
async function checkCount({ deps, signal }: Run, path: string, wanted: number): Promise<void> {
  const count = await countFrames(deps.engines.need('ffmpeg', {}).ffprobe, path, signal)
  if (count !== wanted) throw new Error(`${path} has ${count} pictures, not ${wanted}`)
}
