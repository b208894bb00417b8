import { gainOfLevel } from '../mix.ts'
import { ALIGNED_SOUND, type Args, type Files, seconds, type PictureSource, videoStream } from './parts.ts'
import { holdsInMp4, type StreamCodec } from './soft-track.ts'

/** Part of the keys of dubbed videos. */
export const dubVersion = '3'

/** Level of the limiter. */
const LIMIT_DB = -1.5
const STEREO = 'aresample=48000,aformat=sample_fmts=fltp:channel_layouts=stereo'
/** A higher gain would amplify mostly noise. */
const GREATEST_GAIN_DB = 30

/** Inputs of a dub's mix; lengths in milliseconds, gains in decibels. */
export interface DubSounds extends PictureSource {
  /** WAV of the speech. */
  readonly voice: string
  readonly voiceGainDb: number
  /** WAV of the original's ducking gain (core/media/ducking.ts). */
  readonly gain: string
  /** The sound under the voices: the video's own, a WAV of it without voices, or none. */
  readonly under: { readonly kind: 'original' | 'none' } | { readonly kind: 'background'; readonly path: string }
  readonly durationMs: number
  /** Level of the sound under the voices; left out for its own. */
  readonly underDb?: number
}

function soundInputs({ source, voice, gain, under }: DubSounds): Args {
  return ['-i', source, '-i', voice, '-i', gain, ...(under.kind === 'background' ? ['-i', under.path] : [])]
}

/** A level as ffmpeg takes it. */
const factorOf = (db: number): string => gainOfLevel(db).toFixed(5)

/** The mix at the video's length, ending in `[mix]`. */
function mixGraph({ under, voiceGainDb, durationMs, underDb = 0 }: DubSounds): string {
  const voice = `[1:a:0]${STEREO},volume=${voiceGainDb.toFixed(2)}dB,apad[voice]`
  const length = `atrim=end=${seconds(durationMs)}`
  // An unread input would block the graph.
  if (under.kind === 'none') return `${voice};[2:a:0]anullsink;[voice]${length}[mix]`
  const own = under.kind === 'original' ? `[0:a:0]${ALIGNED_SOUND}` : `[3:a:0]anull`
  return [
    `${own},${STEREO}${underDb === 0 ? '' : `,volume=${factorOf(underDb)}`},apad[own]`,
    voice,
    // Mono as stereo would be quieter otherwise.
    `[2:a:0]aresample=48000,aformat=sample_fmts=fltp,pan=stereo|c0=c0|c1=c0,apad[gain]`,
    `[own][gain]amultiply[under]`,
    `[under][voice]amix=inputs=2:duration=longest:normalize=0,${length}[mix]`,
  ].join(';')
}

/** The loudness meter's result: integrated loudness in LUFS; undefined for silence. */
export class LoudnessReader {
  lufs: number | undefined

  /** Parses a line of ffmpeg's log, which ends with the summary. */
  take(line: string): void {
    const found = /^\s+I:\s+(-?[\d.]+) LUFS/.exec(line)?.[1]
    if (found === undefined) return
    const lufs = Number(found)
    // The gate of EBU R 128: quieter is silence.
    this.lufs = lufs <= -70 || lufs === 0 ? undefined : lufs
  }
}

const METER = 'ebur128=framelog=verbose'

/** Measures the loudness of a file's first sound track. */
export function planLoudness(source: string): Args {
  return ['-vn', '-i', source, '-map', '0:a:0', '-af', METER, '-f', 'null', '-']
}

/** Measures the loudness of the mix. */
export function planMixLoudness(sounds: DubSounds): Args {
  return [
    ...soundInputs(sounds),
    '-filter_complex',
    `${mixGraph(sounds)};[mix]${METER}[out]`,
    '-map',
    '[out]',
    '-f',
    'null',
    '-',
  ]
}

export interface DubOutput {
  readonly output: string
  /** Measured loudness of the mix. */
  readonly lufs: number | undefined
  /** Its loudness in the result. */
  readonly targetLufs: number
  /** ISO 639-2. */
  readonly language: string
}

/** The loudness-corrected, encoded mix. */
function finishedMix(sounds: DubSounds, { lufs, targetLufs, language }: DubOutput): Args {
  const gain = Math.min(GREATEST_GAIN_DB, targetLufs - (lufs ?? targetLufs))
  const limit = (10 ** (LIMIT_DB / 20)).toFixed(3)
  const loud = `[mix]volume=${gain.toFixed(2)}dB,alimiter=limit=${limit}:level=disabled[out]`
  return [
    ...[
      '-filter_complex',
      `${mixGraph(sounds)};${loud}`,
      '-map',
      '[out]',
      '-c:a',
      'aac',
      '-b:a',
      '192k',
      '-ar',
      '48000',
    ],
    ...['-metadata:s:a:0', `language=${language}`, '-map_metadata', '0'],
  ]
}

/** MP4 if it supports the picture, else Matroska. */
export function dubExtension(streams: readonly StreamCodec[]): 'mp4' | 'mkv' {
  return streams.filter(({ kind }) => kind === 'video').every(holdsInMp4) ? 'mp4' : 'mkv'
}

/** The video with the dub as its sound: pictures are copied, chapters and metadata kept. */
export function planDubbedVideo(sounds: DubSounds, output: DubOutput & { readonly extension: 'mp4' | 'mkv' }): Args {
  const ending = output.extension === 'mp4' ? ['-movflags', '+faststart'] : []
  return [
    ...[...soundInputs(sounds), '-map', videoStream(sounds), '-c:v', 'copy', '-map_chapters', '0'],
    ...[...finishedMix(sounds, output), ...ending, output.output],
  ]
}

/** The dub alone, as M4A. */
export function planDubbedSound(sounds: DubSounds, output: DubOutput): Args {
  return [
    ...soundInputs(sounds),
    '-vn',
    ...finishedMix(sounds, output),
    '-movflags',
    '+faststart',
    '-f',
    'mp4',
    output.output,
  ]
}

/** Changes speech's tempo without its pitch; `hasRubberband`: whether this ffmpeg has the better filter. */
export function planTempo({
  source,
  output,
  tempo,
  hasRubberband,
}: Files & { tempo: number; hasRubberband: boolean }): Args {
  const filter = hasRubberband ? `rubberband=tempo=${tempo.toFixed(4)}` : `atempo=${tempo.toFixed(4)}`
  return ['-i', source, '-af', filter, '-ac', '1', '-c:a', 'pcm_s16le', output]
}

/** Raises or lowers a voice and keeps its tempo; `rate`: samples a second of the source, for an ffmpeg without rubberband. */
export function planPitch({
  source,
  output,
  semitones,
  rate,
  hasRubberband,
}: Files & { semitones: number; rate: number; hasRubberband: boolean }): Args {
  const ratio = 2 ** (semitones / 12)
  const filter = hasRubberband
    ? `rubberband=pitch=${ratio.toFixed(5)}`
    : `asetrate=${Math.round(rate * ratio)},aresample=${rate},atempo=${(1 / ratio).toFixed(5)}`
  return ['-i', source, '-af', filter, '-ac', '1', '-c:a', 'pcm_s16le', output]
}

/** Resampled speech. */
export function planRate({ source, output, rate }: Files & { rate: number }): Args {
  return ['-i', source, '-ac', '1', '-ar', String(rate), '-c:a', 'pcm_s16le', output]
}

/** Sound for source separation: stereo, aligned to the video's start. */
export function planSeparable({ source, output }: Files): Args {
  return [
    '-vn',
    '-i',
    source,
    '-map',
    '0:a:0',
    '-af',
    ALIGNED_SOUND,
    '-ac',
    '2',
    '-ar',
    '44100',
    '-c:a',
    'pcm_s16le',
    output,
  ]
}
