import { plainPicture } from '../media-info.ts'
import { ALIGNED_SOUND, type Args, type Files, seconds } from './parts.ts'
import { holdsInMp4, type StreamCodec } from './soft-track.ts'

/** Part of the keys of sounds' replacement pictures. */
export const soundPictureVersion = '1'

const GROUND = '0x18222c'
const WAVE = '0x6fa3cf'
/** ffmpeg keeps all of a waveform's samples: few of them keep three hours below 200 MB. */
const WAVE_RATE = 8000

/** The whole waveform on a plain ground, ending in `[wave]`. */
function waveGraph(width: number, height: number): string {
  return [
    `[0:a:0]aresample=${WAVE_RATE},aformat=sample_fmts=s16p:channel_layouts=mono,`,
    `showwavespic=size=${width}x${height}:colors=${WAVE}:split_channels=0:filter=peak[wave]`,
  ].join('')
}

const COVER = { width: 640, height: 360 }

/** A cover for a sound: its waveform. */
export function planSoundCover({ source, output }: Files): Args {
  const { width, height } = COVER
  const ground = `color=color=${GROUND}:size=${width}x${height}:rate=1[ground]`
  const graph = `${ground};${waveGraph(width, height)};[ground][wave]overlay,format=yuvj420p[out]`
  return ['-i', source, '-filter_complex', graph, '-map', '[out]', '-frames:v', '1', '-q:v', '4', output]
}

/** A sound as a plain video with its waveform in the middle, to show cues on. */
export function planPlainVideo({
  source,
  output,
  durationMs,
  audio,
}: Files & { readonly durationMs: number; readonly audio: StreamCodec }): Args {
  const { width, height, rate } = plainPicture
  const ground = `color=color=${GROUND}:size=${width}x${height}:rate=${rate[0]}:duration=${seconds(durationMs)}[ground]`
  const graph = `${ground};${waveGraph(width, height / 3)};[ground][wave]overlay=0:(H-h)/2:eof_action=repeat[out]`
  const sound = holdsInMp4(audio) ? ['-c:a', 'copy'] : ['-af', ALIGNED_SOUND, '-c:a', 'aac', '-b:a', '192k']
  return [
    ...['-i', source, '-filter_complex', graph, '-map', '[out]', '-map', '0:a:0'],
    ...[
      '-c:v',
      'libx264',
      '-preset',
      'veryfast',
      '-tune',
      'stillimage',
      '-crf',
      '23',
      '-pix_fmt',
      'yuv420p',
      '-g',
      '250',
    ],
    ...[...sound, '-movflags', '+faststart', output],
  ]
}
