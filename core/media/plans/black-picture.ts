import type { Args, Files } from './parts.ts'

/** A sound as a video with a small black picture, for work that asks for one; the sound is copied. */
export function planBlackPicture({ source, output }: Files): Args {
  return [
    ...['-f', 'lavfi', '-i', 'color=black:size=128x72:rate=5', '-i', source],
    ...['-map', '0:v', '-map', '1:a:0', '-shortest', '-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'copy', output],
  ]
}

/** Asks for the streams of a file: a line for each picture, `0` for those that are not a mere cover. */
export const pictureProbe = (path: string): string[] => [
  ...['-v', 'error', '-select_streams', 'v', '-show_entries', 'stream_disposition=attached_pic', '-of', 'csv=p=0'],
  ...['-i', `file:${path}`],
]
