import { MIX_RATE } from '../mix.ts'
import { AAC_FRAME } from '../mix-pieces.ts'
import { mixChannels, type MixLayout } from '../mixed-sound.ts'
import { ALIGNED_SOUND, type Args, type Files, type PictureSource, videoStream } from './parts.ts'
import { holdsInMp4, type StreamCodec } from './soft-track.ts'

/** Part of the keys of dubbed videos. */
export const dubVersion = '4'

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

/** Raw 16-bit samples of the sound under the voices at `MIX_RATE`. Half its level: peaks of a downmix stay whole. */
export function planUnderSound({ source, output, layout, isAligned }: Files & UnderChoice): Args {
  const shape = `aformat=sample_fmts=fltp:channel_layouts=${layout === 'stereo' ? 'stereo' : '5.1'}`
  const filter = `${isAligned ? '' : `${ALIGNED_SOUND},`}aresample=${MIX_RATE},${shape},volume=${UNDER_LEVEL}`
  const raw = ['-c:a', 'pcm_s16le', '-f', 's16le', output]
  return ['-vn', '-i', source, '-map', '0:a:0', '-af', filter, ...raw]
}

interface UnderChoice {
  readonly layout: MixLayout
  /** Whether it begins with the video already. */
  readonly isAligned: boolean
}

/** Level of the stored sound under the voices. */
export const UNDER_LEVEL = 0.5

const bitRateOf = (layout: MixLayout): string => (layout === 'stereo' ? '192k' : '384k')

/** Packets of AAC of a WAV file's samples. */
export function planAacPackets({ source, output, layout }: Files & { readonly layout: MixLayout }): Args {
  return ['-i', source, '-c:a', 'aac', '-b:a', bitRateOf(layout), '-f', 'adts', output]
}

/** A dub's sound as packets of AAC, which begin one packet before the video. */
export interface DubPackets {
  /** An ADTS file. */
  readonly packets: string
  /** Their number. */
  readonly count: number
  /** Samples of the last one; players stop there. */
  readonly rest: number
  /** ISO 639-2. */
  readonly language: string
}

const packetInput = ({ packets }: DubPackets): Args => [
  '-itsoffset',
  (-AAC_FRAME / MIX_RATE).toFixed(10),
  '-i',
  packets,
]

/** Cuts the last packet to the video's length. */
function packetFilter({ count, rest }: DubPackets): string {
  const length = `if(eq(N\\,${count - 1})\\,round(DURATION*${rest}/${AAC_FRAME})\\,DURATION)`
  return `aac_adtstoasc,setts=duration=${length}`
}

function packetTrack(dub: DubPackets): Args {
  const { language } = dub
  const track = ['-c:a', 'copy', '-bsf:a', packetFilter(dub), '-metadata:s:a:0', `language=${language}`]
  return [...track, '-map_metadata', '0']
}

/** MP4 if it supports the picture, else Matroska. */
export function dubExtension(streams: readonly StreamCodec[]): 'mp4' | 'mkv' {
  return streams.filter(({ kind }) => kind === 'video').every(holdsInMp4) ? 'mp4' : 'mkv'
}

/** The picture that a dub is muxed with. */
export interface DubbedPicture extends PictureSource {
  /** How its text tracks are written; `none` leaves them out. */
  readonly subtitles: 'none' | 'copy' | 'srt'
}

const subtitleMaps = ({ subtitles }: DubbedPicture): Args =>
  subtitles === 'none' ? [] : ['-map', '0:s?', '-c:s', subtitles]

/** The video with the dub as its sound: pictures are copied, chapters and metadata kept. */
export function planDubbedVideo(
  video: DubbedPicture,
  packets: DubPackets,
  { output, extension }: { readonly output: string; readonly extension: 'mp4' | 'mkv' },
): Args {
  const ending = extension === 'mp4' ? ['-movflags', '+faststart'] : []
  const inputs = ['-i', video.source, ...packetInput(packets)]
  const maps = ['-map', videoStream(video), '-map', '1:a:0', '-c:v', 'copy', '-map_chapters', '0']
  return [...inputs, ...maps, ...subtitleMaps(video), ...packetTrack(packets), ...ending, output]
}

/** The dub alone, as M4A. */
export function planDubbedSound(source: string, packets: DubPackets, output: string): Args {
  const track = ['-map', '1:a:0', ...packetTrack(packets)]
  return ['-vn', '-i', source, ...packetInput(packets), ...track, '-movflags', '+faststart', '-f', 'mp4', output]
}

/** The video with several dubs as tracks, the first one by default, and its own sound behind them. */
export function planDubTracks(
  video: DubbedPicture,
  dubs: readonly DubPackets[],
  { output, extension, own }: { output: string; extension: 'mp4' | 'mkv'; own: OwnSound | undefined },
): Args {
  const tracks = dubs.flatMap((dub, at) => [
    ...['-map', `${at + 1}:a:0`, `-bsf:a:${at}`, packetFilter(dub), `-metadata:s:a:${at}`, `language=${dub.language}`],
    ...[`-disposition:a:${at}`, at === 0 ? 'default' : '0'],
  ])
  const last = dubs.length
  const sound = own && [
    ...['-map', `${last + 1}:a:0`, `-disposition:a:${last}`, '0', `-metadata:s:a:${last}`, `language=${own.language}`],
  ]
  const ending = extension === 'mp4' ? ['-movflags', '+faststart'] : []
  return [
    ...['-i', video.source, ...dubs.flatMap(packetInput), ...(own ? ['-i', own.source] : [])],
    ...['-map', videoStream(video), '-c', 'copy', ...subtitleMaps(video), ...tracks, ...(sound ?? [])],
    ...['-map_chapters', '0', '-map_metadata', '0', ...ending, output],
  ]
}

/** A video's own sound. */
interface OwnSound {
  readonly source: string
  /** ISO 639-2. */
  readonly language: string
}

/** Raw floats of a mix as a file of sound: 24 bits where nothing is lost. */
export function planSoundFile(
  source: string,
  output: string,
  { form, layout }: { readonly form: 'wav' | 'flac' | 'aac'; readonly layout: MixLayout },
): Args {
  const input = ['-f', 'f32le', '-ar', String(MIX_RATE), '-ac', String(mixChannels[layout]), '-i', source]
  const codecs = {
    wav: ['-c:a', 'pcm_s24le', '-rf64', 'auto'],
    flac: ['-c:a', 'flac', '-sample_fmt', 's32', '-bits_per_raw_sample', '24'],
    aac: ['-c:a', 'aac', '-b:a', bitRateOf(layout), '-movflags', '+faststart'],
  }
  return [...input, ...codecs[form], output]
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
