import { join } from 'node:path'
import { hasPicture, soundTracks, videoIndexOf } from '#core/media/media-info.ts'
import { planSoundTrack, soundTrackVersion } from '#core/media/plans/sound-track.ts'
import type { InspectedVideo } from '../app/videos/rows.ts'
import { runFfmpeg } from '../engines/ffmpeg.ts'
import { checkResult } from '../engines/probe.ts'
import { type Run, storeArtifact, type StepBlob, TaskFailed } from '../jobs/run.ts'

/** The video with only one of its sound tracks; the same video if that is the first one. */
export async function withSoundTrack(run: Run, video: InspectedVideo, track: number): Promise<InspectedVideo> {
  if (track === 0) return video
  const tracks = soundTracks(video.info)
  const sound = tracks[track]
  // A later chosen picture may have fewer.
  if (!sound) throw new TaskFailed('no_such_sound_track', { n: tracks.length })
  const { deps, signal } = run
  const input = { content: video.content_hash, track }
  const step = { name: 'sound_track', version: soundTrackVersion, input, share: [0, 0] as const }
  const { blob } = await run.step<StepBlob>(step, async (work) => {
    const { ffmpeg: program, ffprobe } = deps.engines.need('ffmpeg', {})
    const source = await deps.blobs.localPath(video.blob_key, run.folder)
    const output = join(work.folder, 'track.mkv')
    const videoIndex = hasPicture(video.info) ? videoIndexOf(video.info) : undefined
    await runFfmpeg(planSoundTrack({ source, output, track, videoIndex }), { program, signal })
    if (videoIndex !== undefined) await checkResult(ffprobe, output, video.duration_ms, signal)
    return storeArtifact(run, `${work.scope}/track.mkv`, output)
  })
  const pictures = video.info.streams.filter(({ kind }) => kind === 'video')
  return { ...video, blob_key: blob, content_hash: blob, info: { ...video.info, streams: [...pictures, sound] } }
}
