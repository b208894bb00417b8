import { join } from 'node:path'
import { z } from 'zod'
import type { SlowSpan } from '#core/domain/slow-span.ts'
import { joinedExtension, pictureAndSoundVersion, planPictureAndSound } from '#core/media/plans/picture-and-sound.ts'
import { type MediaInfo, videoIndexOf } from '#core/media/media-info.ts'
import { type UsedResult, usedResults } from '../app/videos/used-media.ts'
import { inspectedVideo, type InspectedVideo } from '../app/videos/rows.ts'
import { runFfmpeg } from '../engines/ffmpeg.ts'
import { checkResult, probeMedia } from '../engines/probe.ts'
import { type Run, storeArtifact, type StepBlob, TaskFailed } from '../jobs/run.ts'
import type { TaskJob } from './task.ts'

/** What a task notes of its choice when it starts. */
const noted = z.object({ picture_of: z.string().optional(), sound_of: z.string().optional() })

/** How the file of a dub ends that has no picture. */
const SOUND_ALONE = '.m4a'

interface UsedVideo {
  readonly video: InspectedVideo
  /** Where its picture is slower than that of the video in the library. */
  readonly spans: readonly SlowSpan[]
}

/** The video that a task works on, with the picture and the sound that were chosen for it when the task started. */
export async function usedVideo(run: Run, job: Pick<TaskJob<unknown>, 'task' | 'video'>): Promise<UsedVideo> {
  const video = inspectedVideo(await job.video())
  const used = noted.parse(job.task.config)
  const { picture, sound } = await usedResults(run.deps.db, used)
  if ((used.picture_of !== undefined && !picture) || (used.sound_of !== undefined && !sound))
    throw new TaskFailed('used_media_gone')
  const seen = picture ? await withFile(run, video, picture) : video
  if (!sound) return { video: seen, spans: [] }
  const heard = await withFile(run, video, sound)
  const hasPicture = heard.info.streams.some(({ kind }) => kind === 'video')
  // Its own picture is that of the video, slowed down where the dub is.
  if (hasPicture && !picture) return { video: heard, spans: sound.slowed }
  return { video: await joined(run, seen, heard), spans: [] }
}

/** The same video out of the file of a result. */
async function withFile(run: Run, video: InspectedVideo, { blob }: UsedResult): Promise<InspectedVideo> {
  const { deps, signal } = run
  if (blob.endsWith(SOUND_ALONE)) {
    const streams = [{ kind: 'audio' as const, codec: 'aac', language: '' }]
    return { ...video, blob_key: blob, content_hash: blob, info: { ...video.info, hasAudio: true, streams } }
  }
  const step = { name: 'used_media', version: '1', input: { blob }, share: [0, 0] as const }
  const { info } = await run.step<{ info: MediaInfo }>(step, async () => {
    const { ffprobe } = deps.engines.need('ffmpeg', {})
    return { info: await probeMedia(ffprobe, await deps.blobs.localPath(blob, run.folder), signal) }
  })
  return { ...video, blob_key: blob, content_hash: blob, duration_ms: info.durationMs, info }
}

async function joined(run: Run, seen: InspectedVideo, heard: InspectedVideo): Promise<InspectedVideo> {
  const { deps, signal } = run
  const pictures = seen.info.streams.filter(({ kind }) => kind === 'video')
  const sounds = heard.info.streams.filter(({ kind }) => kind === 'audio')
  const extension = joinedExtension(pictures, sounds)
  const input = { picture: seen.content_hash, sound: heard.content_hash }
  const step = { name: 'picture_and_sound', version: pictureAndSoundVersion, input, share: [0, 0] as const }
  const { blob } = await run.step<StepBlob>(step, async (work) => {
    const { ffmpeg: program, ffprobe } = deps.engines.need('ffmpeg', {})
    const output = join(work.folder, `used.${extension}`)
    const picture = await deps.blobs.localPath(seen.blob_key, run.folder)
    const sound = await deps.blobs.localPath(heard.blob_key, run.folder)
    await runFfmpeg(planPictureAndSound({ picture, videoIndex: videoIndexOf(seen.info), sound, output }), {
      program,
      signal,
    })
    await checkResult(ffprobe, output, seen.duration_ms, signal)
    return storeArtifact(run, `${work.scope}/used.${extension}`, output)
  })
  const streams = [...pictures.slice(0, 1), ...sounds.slice(0, 1)]
  return { ...seen, blob_key: blob, content_hash: blob, info: { ...seen.info, hasAudio: true, streams } }
}
