import { type AssumedColours, declareInH264 } from '../colours.ts'
import { type Args, type Files, type PictureSource, videoStream } from './parts.ts'

/** 3: declares the colours that players assume of the file. */
export const hlsVersion = '3'

export interface HlsFacts {
  /** ffmpeg's container names, joined by commas. */
  readonly format: string
  readonly streams: readonly { readonly kind: string; readonly codec: string }[]
}

/** Whether a file's streams can be copied into HLS segments: AVI and others have no presentation times. */
export function canCopyToHls({ format, streams }: HlsFacts): boolean {
  const video = streams.find((stream) => stream.kind === 'video')
  const audio = streams.find((stream) => stream.kind === 'audio')
  const isTimed = /mp4|matroska|mpegts/.test(format)
  return isTimed && video?.codec === 'h264' && (!audio || audio.codec === 'aac')
}

export interface HlsOptions extends Files, PictureSource {
  /** Of a video that declares no colour coding. */
  readonly assumedColours?: AssumedColours | undefined
}

/** Copies streams into segments of about 6 s; `output` is the playlist `index.m3u8`, with segments beside it. */
export function planHls({ source, output, assumedColours, ...video }: HlsOptions): Args {
  const colours = assumedColours ? declareInH264(assumedColours) : []
  return segments(source, ['-map', videoStream(video), '-map', '0:a:0?', ...colours], output)
}

/** The same for a sound. */
export function planSoundHls({ source, output }: Files): Args {
  return segments(source, ['-map', '0:a:0'], output)
}

function segments(source: string, streams: Args, output: string): Args {
  return [
    ...['-i', source, ...streams, '-c', 'copy', '-f', 'hls', '-hls_time', '6'],
    ...['-hls_playlist_type', 'vod', '-hls_segment_filename', output.replace(/index\.m3u8$/, 'part%04d.ts'), output],
  ]
}
