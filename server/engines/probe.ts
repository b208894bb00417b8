import { videoLimits } from '#core/domain/limits.ts'
import type { MediaInfo } from '#core/media/media-info.ts'
import {
  audioOf,
  type Fraction,
  type MediaFacts,
  rateOfSpan,
  type RawProbe,
  readFacts,
  videoOf,
} from '#core/media/facts.ts'
import { isTextSubtitle } from '#core/media/subtitle-codecs.ts'
import { runFfmpeg, runFfprobe } from './ffmpeg.ts'
import { ProgramFailed } from './program.ts'

export interface ProbedMedia {
  readonly info: MediaInfo
  /** Whether the header gives the true length, so that the file's end can be looked for there. */
  readonly isDeclared: boolean
}

/** `too_large`: pictures of more pixels than are decoded here. */
export type ProbeFault = 'unreadable' | 'no_video' | 'truncated' | 'too_large'

/** Thrown for a file that is no usable video. */
export class ProbeFailed extends Error {
  readonly fault: ProbeFault
  constructor(fault: ProbeFault, detail: string) {
    super(`${fault}: ${detail}`)
    this.fault = fault
  }
}

/** Facts of a video, its length by its packets where the header is silent or wrong; a ProbeFailed where it is none. */
export async function probeMedia(ffprobe: string, path: string, signal?: AbortSignal): Promise<ProbedMedia> {
  const facts = await probeFacts(ffprobe, path, signal)
  const video = videoOf(facts)
  if (!video) throw new ProbeFailed('no_video', facts.container)
  const { ms: measured, rate, lines } = await measure(ffprobe, path, facts, signal)
  const isDeclared = tellsTruth(facts, measured)
  const durationMs = isDeclared ? facts.durationMs : measured
  if (durationMs <= 0) throw new ProbeFailed('unreadable', facts.container)
  const known = video.isRateKnown || !rate ? video : { ...video, rate }
  return { info: mediaInfo(facts, known, { durationMs, lines }), isDeclared }
}

/** Hertz of the first sound track. */
export async function probeAudioRate(ffprobe: string, path: string, signal?: AbortSignal): Promise<number> {
  const audio = audioOf(await probeFacts(ffprobe, path, signal))
  if (!audio) throw new ProbeFailed('unreadable', 'no sound')
  return audio.rate
}

/** Formats that hold pictures or sound, but no video. */
const NO_VIDEO = /\[(?:\w+_pipe|image2|mp3|wav|flac|aac|gif|apng) @ \S+\] Format not on whitelist/

const TOO_LARGE = /exceeds specified max pixel count/

async function probeFacts(ffprobe: string, path: string, signal?: AbortSignal): Promise<MediaFacts> {
  const args = ['-show_format', '-show_streams', '-of', 'json']
  const { stdout, stderr } = await runFfprobe(args, path, { program: ffprobe, signal }).catch((error: unknown) => {
    if (!(error instanceof ProgramFailed)) throw error
    const said = error.stderr.trim()
    throw new ProbeFailed(faultOf(said), said)
  })
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
  video: NonNullable<ReturnType<typeof videoOf>>,
  { durationMs, lines }: { durationMs: number; lines: ReadonlyMap<number, number> },
): MediaInfo {
  return {
    durationMs,
    width: video.width,
    height: video.height,
    rate: video.rate,
    format: facts.container,
    hasAudio: audioOf(facts) !== undefined,
    streams: facts.streams.map(({ kind, codec, language, title, index }) => ({
      kind: kind === 'image' ? 'other' : kind,
      codec,
      language,
      ...(title && { title }),
      ...(isTextSubtitle(codec) && { lines: lines.get(index) ?? 0 }),
    })),
  }
}

/** Longest reading of a file's packets; a file of 4 GB takes some ten seconds. */
const MEASURE_TIMEOUT_MS = 180_000
const TOLERANCE_MS = 1000
const TOLERANCE_SHARE = 0.002

/** Whether the header's length is the packets'. One that is too long is a file that broke off: `checkWhole` finds it. */
function tellsTruth(facts: MediaFacts, measured: number): boolean {
  const tolerance = TOLERANCE_MS + TOLERANCE_SHARE * measured
  if (facts.durationMs <= 0 || measured > facts.durationMs + tolerance) return false
  return !isDiscontinuous(facts) || measured >= facts.durationMs - tolerance
}

/** Formats whose clock may jump; ffmpeg joins what lies before and after. */
function isDiscontinuous({ container }: MediaFacts): boolean {
  return container.startsWith('mpeg')
}

/** What all packets together say: length of pictures and sound, frames a second, lines of subtitle tracks by their streams. */
interface Measured {
  readonly ms: number
  readonly rate: Fraction | undefined
  readonly lines: ReadonlyMap<number, number>
}

/** MP4 fills the time between two lines with a text of no letters: its length alone (3GPP TS 26.245, 5.17). */
const EMPTY_TEXT_BYTES = 2

/** Reads all packets of a file. */
async function measure(ffprobe: string, path: string, facts: MediaFacts, signal?: AbortSignal): Promise<Measured> {
  const clock = isDiscontinuous(facts) ? new JoinedClock() : new Clock()
  const pictures = { clock: new Clock(), count: 0 }
  const texts = new Map(
    facts.streams.filter(({ codec }) => isTextSubtitle(codec)).map((track) => [String(track.index), track]),
  )
  const lines = new Map<number, number>()
  const videoIndex = String(videoOf(facts)?.index)
  const args = ['-show_entries', 'packet=codec_type,stream_index,pts_time,dts_time,duration_time,size']
  try {
    await runFfprobe([...args, '-of', 'compact=p=0:nk=1'], path, {
      program: ffprobe,
      signal,
      timeoutMs: MEASURE_TIMEOUT_MS,
      onStdoutLine: (line) => {
        const [kind, stream = '', pts, dts, duration, size] = line.split('|')
        const track = texts.get(stream)
        if (track && Number(size) > (track.codec === 'mov_text' ? EMPTY_TEXT_BYTES : 0)) {
          lines.set(track.index, (lines.get(track.index) ?? 0) + 1)
        }
        if (kind !== 'video' && kind !== 'audio') return
        const length = Number(duration) || 0
        clock.take({ stream, start: timeOf(clock.readsDts ? dts : pts) ?? timeOf(dts) ?? timeOf(pts), length })
        if (stream !== videoIndex) return
        pictures.clock.take({ stream, start: timeOf(pts), length: 0 })
        pictures.count++
      },
    })
  } catch (error) {
    if (error instanceof ProgramFailed) throw new ProbeFailed('unreadable', error.message)
    throw error
  }
  return { ms: Math.round(clock.seconds * 1000), rate: rateOfSpan(pictures.count, pictures.clock.seconds), lines }
}

function timeOf(text: string | undefined): number | undefined {
  const value = Number(text)
  return text === undefined || Number.isNaN(value) ? undefined : value
}

interface Packet {
  readonly stream: string
  /** Seconds; undefined where the file does not tell it. */
  readonly start: number | undefined
  readonly length: number
}

/** From the first to the last moment. */
class Clock {
  readonly readsDts: boolean = false
  private from = Infinity
  private to = -Infinity

  take({ start, length }: Packet): void {
    if (start === undefined) return
    this.from = Math.min(this.from, start)
    this.to = Math.max(this.to, start + length)
  }

  get seconds(): number {
    return Math.max(0, this.to - this.from)
  }
}

/** Seconds from which ffmpeg takes a step of a jumping clock for a jump. */
const JUMP_S = 10

/** The longest stream, without the jumps of its clock. */
class JoinedClock extends Clock {
  override readonly readsDts = true
  private readonly streams = new Map<string, { at: number; sum: number; length: number }>()

  override take({ stream, start, length }: Packet): void {
    if (start === undefined) return
    const known = this.streams.get(stream)
    if (!known) return void this.streams.set(stream, { at: start, sum: 0, length })
    const step = start - known.at
    known.sum += step >= 0 && step < JUMP_S ? step : known.length
    known.at = start
    known.length = length
  }

  override get seconds(): number {
    return Math.max(0, ...[...this.streams.values()].map(({ sum, length }) => sum + length))
  }
}

/**
 * Decodes a picture of the last seconds, so that an upload that broke off is known at once; of a file whose length was
 * measured, and which was thus read to its end, the first picture.
 */
export async function checkWhole(
  ffmpeg: string,
  path: string,
  { info, isDeclared }: ProbedMedia,
  signal?: AbortSignal,
): Promise<void> {
  const from = isDeclared ? Math.max(0, info.durationMs / 1000 - 2) : 0
  const frames: string[] = []
  const args = ['-ss', from.toFixed(3), '-i', path, '-map', '0:v:0', '-frames:v', '1', '-f', 'framecrc', '-']
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
      if (error instanceof ProgramFailed) return error.stderr
      throw error
    },
  )
  if (frames.length === 0) throw new ProbeFailed('truncated', fault.trim())
}
