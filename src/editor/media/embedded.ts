import type { Video } from '#core/contract/video.ts'
import { languageOfTrack } from '#core/domain/languages.ts'
import { isTextSubtitle } from '#core/media/facts.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { openMedia } from '#src/media/media.ts'

/** A subtitle track inside the uploaded video that can be made a version. */
export interface EmbeddedTrack {
  /** The stream's number in the file. */
  readonly index: number
  readonly codec: string
  /** As the file says it; may be empty. */
  readonly language: string
}

/** The text tracks of a video, by the facts that the server found. */
export function embeddedTracks({ video_info }: Video): EmbeddedTrack[] {
  return video_info.streams
    .map(({ kind, codec, language }, index) => ({ kind, codec, language, index }))
    .filter(({ kind, codec }) => kind === 'subtitle' && isTextSubtitle(codec))
}

/** Makes a version of an embedded track; gives its id, and rejects with a MediaFailed or a failed call. */
export async function takeSubtitle(video: Video, track: EmbeddedTrack): Promise<string> {
  const control = new AbortController()
  try {
    // The prepared copy has no subtitles: they are in the video itself, of which only what is needed is read.
    const media = await openMedia({ url: video.video_url }, control.signal)
    const content = await media.subtitle(track.index, control.signal)
    const { file_id } = await call('addVersion', {
      folder_id: video.folder_id,
      video_id: video.video_id,
      name: [video.video_name, track.language].filter(Boolean).join(' '),
      language: languageOfTrack(track.language) ?? (video.language as 'en'),
      content,
    })
    await refresh('listVersions')
    return file_id
  } finally {
    control.abort()
  }
}
