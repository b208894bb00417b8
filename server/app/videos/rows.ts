import type { Selectable } from 'kysely'
import { TaskState } from '#core/domain/task.ts'
import { hasPicture, type MediaInfo, soundTracks } from '#core/media/media-info.ts'
import type { TaskTable } from '../../store/tables/tasks.ts'
import type { VideoTable } from '../../store/tables/files.ts'
import { Refusal } from '../refusal.ts'

/** A video with the state of its preparation. */
export type VideoRow = Selectable<VideoTable> & Pick<Selectable<TaskTable>, 'state' | 'progress' | 'fail_msg'>

/** A video with the facts of its inspected file. */
export interface InspectedVideo extends VideoRow {
  content_hash: string
  duration_ms: number
  info: MediaInfo
}

/** What reading a video's file needs of it. */
export type VideoSource = Pick<InspectedVideo, 'blob_key' | 'content_hash' | 'duration_ms' | 'info'>

/** The video with its facts; undefined before the file was inspected. */
export function withFacts(video: VideoRow): InspectedVideo | undefined {
  const { content_hash, duration_ms, info } = video
  if (content_hash === null || duration_ms === null || info === null) return undefined
  return { ...video, content_hash, duration_ms, info }
}

/** The video with its facts; throws a Refusal before the file was inspected. */
export function inspectedVideo(video: VideoRow): InspectedVideo {
  const inspected = withFacts(video)
  if (!inspected) throw new Refusal('notice', 'video_not_ready')
  return inspected
}

/** The video, prepared for tasks; throws a Refusal if it is not. */
export function readyVideo(video: VideoRow): InspectedVideo {
  if (video.state === TaskState.failed) throw new Refusal('refused', 'video_failed')
  if (video.state !== TaskState.succeeded) throw new Refusal('notice', 'video_not_ready')
  return inspectedVideo(video)
}

/** Throws a Refusal with a specific message if a video is a sound: the request needs a picture. */
export function refuseSound({ info }: Pick<InspectedVideo, 'info'>, message: string): void {
  if (!hasPicture(info)) throw new Refusal('refused', message)
}

/** Throws a Refusal if a video has no such sound track; the first always exists. */
export function refuseTrack({ info }: Pick<InspectedVideo, 'info'>, track: number): void {
  const { length } = soundTracks(info)
  if (track > 0 && track >= length) throw new Refusal('refused', 'no_such_sound_track', { n: length })
}
