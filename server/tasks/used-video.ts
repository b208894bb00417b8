import { join } from 'node:path'
import { z } from 'zod'
import type { SlowSpan } from '#core/domain/slow-span.ts'
import { holdsInMp4 } from '#core/media/plans/soft-track.ts'
import { planPlainVideo, soundPictureVersion } from '#core/media/plans/sound-picture.ts'
import { joinedExtension, pictureAndSoundVersion, planPictureAndSound } from '#core/media/plans/picture-and-sound.ts'
import { hasPicture, type MediaInfo, plainPicture, videoIndexOf } from '#core/media/media-info.ts'
import { type UsedResult, usedResults } from '../app/videos/used-media.ts'
import { inspectedVideo, type InspectedVideo } from '../app/videos/rows.ts'
import { runFfmpeg } from '../engines/ffmpeg.ts'
import { checkResult, probeMedia } from '../engines/probe.ts'
import { type Run, storeArtifact, type StepBlob, TaskFailed } from '../jobs/run.ts'
import type { TaskJob } from './task.ts'

/** What a task stores of its choice at its start. */
const noted = z.object({ picture_of: z.string().optional(), sound_of: z.string().optional() })

/** File name suffix of a dub without a picture. */
const SOUND_ALONE = '.m4a'

interface UsedVideo {
  readonly video: InspectedVideo
  /** Its slow-downs against the video in the library. */
  readonly spans: readonly SlowSpan[]
  /** Whether its picture is a plain one without text. */
  readonly isPlain?: boolean
}

/** The video that a task works on, with the picture and sound chosen at its start. */
export async function usedVideo(run: Run, job: Pick<TaskJob<unknown>, 'task' | 'video'>): Promise<UsedVideo> {
  const video = inspectedVideo(await job.video())
  const used = noted.parse(job.task.config)
  const { picture, sound } = await usedResults(run.deps.db, used)
  if ((used.picture_of !== undefined && !picture) || (used.sound_of !== undefined && !sound))
    throw new TaskFailed('used_media_gone')
  const seen = picture ? await withFile(run, video, picture) : video
  if (!sound) return { video: seen, spans: [] }
  const heard = await withFile(run, video, sound)
  if (!hasPicture(seen.info)) return { video: heard, spans: [] }
  const isVideo = heard.info.streams.some(({ kind }) => kind === 'video')
  // Its own picture is the video's, slowed down with the dub.
  if (isVideo && !picture) return { video: heard, spans: sound.slowed }
  return { video: await joined(run, seen, heard), spans: [] }
}

/** The same video from a result's file. */
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

/** Like `usedVideo`; a sound gets a plain picture with its waveform, to show cues on. */
export async function shownVideo(run: Run, job: Pick<TaskJob<unknown>, 'task' | 'video'>): Promise<UsedVideo> {
  const used = await usedVideo(run, job)
  return hasPicture(used.video.info) ? used : { ...used, video: await onPlainPicture(run, used.video), isPlain: true }
}

async function onPlainPicture(run: Run, sound: InspectedVideo): Promise<InspectedVideo> {
  const { deps, signal } = run
  const audio = sound.info.streams.find(({ kind }) => kind === 'audio')
  if (!audio) throw new Error('What is neither a video nor a sound is not prepared')
  const { duration_ms: durationMs } = sound
  const input = { content: sound.content_hash, durationMs }
  const step = { name: 'sound_picture', version: soundPictureVersion, input, share: [0, 0] as const }
  const { blob } = await run.step<StepBlob>(step, async (work) => {
    const { ffmpeg: program, ffprobe } = deps.engines.need('ffmpeg', {})
    const output = join(work.folder, 'shown.mp4')
    const source = await deps.blobs.localPath(sound.blob_key, run.folder)
    await runFfmpeg(planPlainVideo({ source, output, durationMs, audio }), { program, signal, durationMs })
    await checkResult(ffprobe, output, durationMs, signal)
    return storeArtifact(run, `${work.scope}/shown.mp4`, output)
  })
  const codec = holdsInMp4(audio) ? audio.codec : 'aac'
  const streams = [
    { kind: 'video' as const, codec: 'h264', language: '' },
    { ...audio, codec },
  ]
  return { ...sound, blob_key: blob, content_hash: blob, info: { ...sound.info, ...plainPicture, streams } }
}
