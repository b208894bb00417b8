import { videoLimits } from '#core/domain/limits.ts'
import { hasPicture, type MediaInfo, plainPicture, videoIndexOf } from '#core/media/media-info.ts'
import { audioOf, type MediaFacts, type RawProbe, readFacts, type StreamFacts, videoOf } from '#core/media/facts.ts'
import type { HeldPicture } from '#core/media/plans/burn.ts'
import type { ColourTags } from '#core/media/plans/erase.ts'
import type { Chapter } from '#core/media/plans/slow-down.ts'
import { isTextSubtitle } from '#core/media/subtitle-codecs.ts'
import { isQuickTime, runFfmpeg, runFfprobe } from './ffmpeg.ts'
import { lengthTolerance, measurePackets } from './measure.ts'
import { ProgramFailed } from './program.ts'

/** `no_video`: neither pictures nor sound. `too_large`: more pixels than are decoded here. */
export type ProbeFault = 'unreadable' | 'no_video' | 'truncated' | 'too_large'

/** Thrown for a file that is no usable video or sound. */
export class ProbeFailed extends Error {
  readonly fault: ProbeFault
  constructor(fault: ProbeFault, detail: string) {
    super(`${fault}: ${detail}`)
    this.fault = fault
  }
}

/**
 * Facts of a video or sound, with the length by its packets if the header lacks it or counts other tracks; a ProbeFailed
 * if it is none, or truncated.
 */
export async function probeMedia(ffprobe: string, path: string, signal?: AbortSignal): Promise<MediaInfo> {
  const facts = await probeFacts(ffprobe, path, signal)
  const video = videoOf(facts)
  if (!video && !audioOf(facts)) throw new ProbeFailed('no_video', facts.container)
  const measured = await measurePackets(ffprobe, path, facts, signal).catch((error: unknown) => {
    throw error instanceof ProgramFailed ? new ProbeFailed('unreadable', error.message) : error
  })
  if (measured.isBrokenOff) throw new ProbeFailed('truncated', `${measured.ms} of ${facts.durationMs} ms`)
  const { ms, rate, lines } = measured
  const durationMs = Math.abs(facts.durationMs - ms) <= lengthTolerance(ms) ? facts.durationMs : ms
  if (durationMs <= 0) throw new ProbeFailed('unreadable', facts.container)
  const known = !video || video.isRateKnown || !rate ? video : { ...video, rate }
  return mediaInfo(facts, known, { durationMs, lines })
}

/** Milliseconds of the file's clock at which the players' clock starts. */
export async function probeStart(ffprobe: string, path: string, signal?: AbortSignal): Promise<number> {
  return (await probeFacts(ffprobe, path, signal)).startMs
}

/** Least share of the wanted length that a result may have, minus two seconds: streams of odd videos end early. */
const LEAST_SHARE = 0.95
const LEAST_TOLERANCE_MS = 2000

/** Checks a result file: a ProbeFailed if it is unreadable or truncated. */
export async function checkResult(
  ffprobe: string,
  path: string,
  wantedMs: number,
  signal?: AbortSignal,
): Promise<void> {
  const { durationMs, container } = await probeFacts(ffprobe, path, signal)
  if (durationMs >= wantedMs * LEAST_SHARE - LEAST_TOLERANCE_MS) return
  throw new ProbeFailed('truncated', `${container}: ${durationMs} of ${wantedMs} ms`)
}

/** Sample rate of the first sound track. */
export async function probeAudioRate(ffprobe: string, path: string, signal?: AbortSignal): Promise<number> {
  const audio = audioOf(await probeFacts(ffprobe, path, signal))
  if (!audio) throw new ProbeFailed('unreadable', 'no sound')
  return audio.rate
}

/** Picture formats that are neither video nor sound. */
const NO_VIDEO = /\[(?:\w+_pipe|image2|gif|apng) @ \S+\] Format not on whitelist/

/** ffmpeg's message for a missing index, which most programs write last, and for what is no MP4 at all. */
const NO_INDEX = /moov atom not found/

const TOO_LARGE = /exceeds specified max pixel count/

async function probeFacts(ffprobe: string, path: string, signal?: AbortSignal): Promise<MediaFacts> {
  const args = ['-show_format', '-show_streams', '-of', 'json']
  const { stdout, stderr } = await runFfprobe(args, path, { program: ffprobe, signal }).catch(
    async (error: unknown) => {
      if (!(error instanceof ProgramFailed)) throw error
      const said = error.stderr.trim()
      const isBrokenOff = NO_INDEX.test(said) && (await isQuickTime(path))
      throw new ProbeFailed(isBrokenOff ? 'truncated' : faultOf(said), said)
    },
  )
  const facts = readFacts(JSON.parse(stdout) as RawProbe)
  const video = videoOf(facts)
  const isTooLarge = video ? video.codedWidth * video.codedHeight > videoLimits.maxPixels : TOO_LARGE.test(stderr)
  if (isTooLarge) throw new ProbeFailed('too_large', facts.container)
  return facts
}

function faultOf(said: string): ProbeFault {
  if (TOO_LARGE.test(said)) return 'too_large'
  return NO_VIDEO.test(said) ? 'no_video' : 'unreadable'
}

function mediaInfo(
  facts: MediaFacts,
  video: ReturnType<typeof videoOf>,
  { durationMs, lines }: { durationMs: number; lines: ReadonlyMap<number, number> },
): MediaInfo {
  return {
    durationMs,
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    rate: video?.rate ?? plainPicture.rate,
    format: facts.container,
    hasAudio: audioOf(facts) !== undefined,
    ...(video?.assumedColours && { assumedColours: video.assumedColours }),
    streams: facts.streams.map(({ codec, language, title, index, ...stream }) => ({
      kind: kindIn(stream.kind, index === video?.index),
      codec,
      language,
      ...(title && { title }),
      ...(isTextSubtitle(codec) && { lines: lines.get(index) ?? 0 }),
      ...(stream.kind === 'audio' && { channels: stream.channels, sampleRate: stream.rate }),
    })),
  }
}

/**
 * Decodes the first decodable picture: a file without one is truncated before it, or damaged throughout. Other damage is
 * found by decoding the whole file.
 */
async function checkPictures(ffmpeg: string, path: string, info: MediaInfo, signal?: AbortSignal): Promise<void> {
  const frames: string[] = []
  const args = ['-i', path, '-map', `0:${videoIndexOf(info)}`, '-frames:v', '1', '-f', 'framecrc', '-']
  const fault = await runFfmpeg(args, {
    program: ffmpeg,
    signal,
    gate: 'short',
    timeoutMs: 120_000,
    onStdoutLine: (line) => {
      if (line !== '' && !line.startsWith('#')) frames.push(line)
    },
  }).then(
    ({ stderr }) => stderr,
    (error: unknown) => {
      // A program without a diagnosis is no fault of the file.
      if (error instanceof ProgramFailed && error.stderr.trim() !== '') return error.stderr
      throw error
    },
  )
  if (frames.length === 0) throw new ProbeFailed('truncated', fault.trim())
}

/** Covers and unused streams are of no supported kind. */
function kindIn(kind: StreamFacts['kind'], isUsed: boolean): MediaInfo['streams'][number]['kind'] {
  return kind === 'image' || (kind === 'video' && !isUsed) ? 'other' : kind
}

/** How much of a sound is decoded to verify it: a few packets look like MP3 in any file. */
const HEARD_MS = 5000
const HEARD_RATE = 8000

/** Decodes the beginning of a sound; most of it has to come out. */
async function checkSound(
  ffmpeg: string,
  path: string,
  { durationMs }: MediaInfo,
  signal?: AbortSignal,
): Promise<void> {
  const wantedMs = Math.min(HEARD_MS, durationMs)
  let bytes = 0
  const args = ['-t', String(wantedMs / 1000), '-i', path, '-map', '0:a:0', '-ac', '1', '-ar', String(HEARD_RATE)]
  const fault = await runFfmpeg([...args, '-f', 's16le', 'pipe:1'], {
    program: ffmpeg,
    signal,
    gate: 'short',
    timeoutMs: 120_000,
    onBytes: (piece) => (bytes += piece.length),
  }).then(
    ({ stderr }) => stderr,
    (error: unknown) => {
      // A program without a diagnosis is no fault of the file.
      if (error instanceof ProgramFailed && error.stderr.trim() !== '') return error.stderr
      throw error
    },
  )
  const heardMs = (bytes / 2 / HEARD_RATE) * 1000
  if (heardMs < wantedMs / 2) throw new ProbeFailed('unreadable', fault.trim())
}

/** Decodes the beginning of picture and sound; a ProbeFailed if it can't be. */
export async function checkDecodes(ffmpeg: string, path: string, info: MediaInfo, signal?: AbortSignal): Promise<void> {
  await (hasPicture(info) ? checkPictures : checkSound)(ffmpeg, path, info, signal)
}

/** The number of pictures in a file of this server, which has one video. */
export async function countFrames(ffprobe: string, path: string, signal?: AbortSignal): Promise<number> {
  const args = ['-select_streams', 'v', '-count_packets', '-show_entries', 'stream=nb_read_packets', '-of', 'csv=p=0']
  const { stdout } = await runFfprobe(args, path, { program: ffprobe, signal, timeoutMs: 180_000 })
  return Number(stdout.trim().split('\n')[0])
}

/** Seconds before the end in which the last picture is searched; ffprobe starts at a keyframe before. */
const LAST_SECONDS = 5

/** The last picture of a video, if it lasts clearly longer than the others. */
export async function probeHeldPicture(
  ffprobe: string,
  path: string,
  { durationMs, rate, streams }: Pick<MediaInfo, 'durationMs' | 'rate' | 'streams'>,
  signal?: AbortSignal,
): Promise<HeldPicture | undefined> {
  const from = Math.max(0, durationMs / 1000 - LAST_SECONDS)
  const entries = ['-show_entries', 'format=start_time:packet=pts_time,duration_time', '-of', 'compact=nk=1']
  const args = ['-select_streams', `${videoIndexOf({ streams })}`, '-read_intervals', `${from.toFixed(3)}%`, ...entries]
  let [begin, start, length] = [0, -Infinity, 0]
  const onStdoutLine = (line: string): void => {
    const [kind, first, second] = line.split('|')
    if (kind === 'format') begin = Number(first) || 0
    else if (Number(first) > start) [start, length] = [Number(first), Number(second) || 0]
  }
  await runFfprobe(args, path, { program: ffprobe, signal, timeoutMs: 180_000, onStdoutLine })
  const usual = rate[1] / rate[0]
  if (length <= 1.5 * usual) return undefined
  return { start: start - begin, end: start - begin + length, usual }
}

/** Colour coding of a video's pictures; empty if undeclared. */
export async function probeColours(
  ffprobe: string,
  path: string,
  info: MediaInfo,
  signal?: AbortSignal,
): Promise<ColourTags> {
  const entries = 'stream=color_space,color_primaries,color_transfer'
  const args = ['-select_streams', `${videoIndexOf(info)}`, '-show_entries', entries, '-of', 'default=nw=1']
  const { stdout } = await runFfprobe(args, path, { program: ffprobe, signal })
  const tag = (name: string): string => {
    const value = new RegExp(`^${name}=(\\S+)`, 'm').exec(stdout)?.[1] ?? ''
    return ['unknown', 'unspecified', 'reserved'].includes(value) ? '' : value
  }
  return { space: tag('color_space'), primaries: tag('color_primaries'), transfer: tag('color_transfer') }
}

/** Chapters in milliseconds of the video's clock, from its first timestamp. */
export async function probeChapters(ffprobe: string, path: string, signal?: AbortSignal): Promise<Chapter[]> {
  const args = ['-show_chapters', '-show_entries', 'format=start_time', '-of', 'json']
  const { stdout } = await runFfprobe(args, path, { program: ffprobe, signal })
  const { chapters = [], format } = JSON.parse(stdout) as RawChapters
  const begin = Number(format?.start_time ?? 0) || 0
  const ms = (seconds: string): number => Math.max(0, Math.round((Number(seconds) - begin) * 1000))
  return chapters.map(({ start_time, end_time, tags }) => ({
    start: ms(start_time),
    end: ms(end_time),
    title: tags?.title ?? '',
  }))
}

interface RawChapters {
  readonly chapters?: readonly { start_time: string; end_time: string; tags?: { title?: string } }[]
  readonly format?: { readonly start_time?: string }
}
