import { type Args, type Files, videoStream } from './parts.ts'

/** Part of the keys of files with a selected track. */
export const soundTrackVersion = '1'

/** A file's picture and one of its sound tracks, copied into Matroska. */
export function planSoundTrack({
  source,
  output,
  track,
  videoIndex,
}: Files & { readonly track: number; readonly videoIndex: number | undefined }): Args {
  const picture = videoIndex === undefined ? [] : ['-map', videoStream({ videoIndex })]
  return ['-i', source, ...picture, '-map', `0:a:${track}`, '-c', 'copy', output]
}
