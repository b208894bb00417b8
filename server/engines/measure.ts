import { type Fraction, type MediaFacts, rateOfSpan, videoOf } from '#core/media/facts.ts'
import { isTextSubtitle } from '#core/media/subtitle-codecs.ts'
import { runFfprobe } from './ffmpeg.ts'

/** Facts from all packets of a file. */
export interface Measured {
  /** Length of pictures and sound in milliseconds; other tracks may be longer. */
  readonly ms: number
  /** Frames a second; undefined if there are too few pictures. */
  readonly rate: Fraction | undefined
  /** Cues of subtitle tracks by stream. */
  readonly lines: ReadonlyMap<number, number>
  /** Whether the packets end before the header's length: the file is truncated. */
  readonly isBrokenOff: boolean
}

/** Longest reading of a file's packets; a file of 4 GB takes some ten seconds. */
const MEASURE_TIMEOUT_MS = 180_000
const TOLERANCE_MS = 1000
const TOLERANCE_SHARE = 0.002

/** MP4 fills the time between two cues with an empty text: only its length field (3GPP TS 26.245, 5.17). */
const EMPTY_TEXT_BYTES = 2

/** Lengths in milliseconds within this difference count as equal. */
export function lengthTolerance(ms: number): number {
  return TOLERANCE_MS + TOLERANCE_SHARE * ms
}

/** Formats whose clock may jump; ffmpeg joins the parts. */
export function isDiscontinuous({ container }: MediaFacts): boolean {
  return container.startsWith('mpeg')
}

/** Formats without a length in the header: ffmpeg estimates it from the first packets, wrongly for a variable rate. */
function isGuessed({ container }: MediaFacts): boolean {
  return container === 'mp3'
}

/** Reads all packets of a file. Throws as `runProgram` does. */
export async function measurePackets(
  ffprobe: string,
  path: string,
  facts: MediaFacts,
  signal?: AbortSignal,
): Promise<Measured> {
  const clock = isDiscontinuous(facts) ? new JoinedClock() : new Clock()
  const all = new Clock()
  const pictures = { clock: new Clock(), count: 0 }
  const streams = new Map(facts.streams.map(({ index }) => [String(index), new Clock()]))
  const lines = new LineCount(facts)
  const videoIndex = String(videoOf(facts)?.index)
  const entries = 'packet=codec_type,stream_index,pts_time,dts_time,duration_time,size,flags'
  await runFfprobe(['-show_entries', entries, '-of', 'compact=p=0:nk=1'], path, {
    program: ffprobe,
    signal,
    timeoutMs: MEASURE_TIMEOUT_MS,
    onStdoutLine: (line) => {
      const [kind, stream = '', pts, dts, duration, size, flags = ''] = line.split('|')
      // Packets before the start of an edit list are not shown.
      if (flags.includes('D')) return
      lines.take(stream, Number(size))
      const length = Number(duration) || 0
      const shown = { stream, start: timeOf(pts) ?? timeOf(dts), length }
      all.take(shown)
      if (kind !== 'video' && kind !== 'audio') return
      streams.get(stream)?.take(shown)
      clock.take(clock.readsDts ? { stream, start: timeOf(dts) ?? timeOf(pts), length } : shown)
      if (stream !== videoIndex) return
      pictures.clock.take({ stream, start: timeOf(pts), length: 0 })
      pictures.count++
    },
  })
  return {
    ms: Math.round(clock.seconds * 1000),
    rate: rateOfSpan(pictures.count, pictures.clock.seconds),
    lines: lines.byStream,
    isBrokenOff: !isDiscontinuous(facts) && !isGuessed(facts) && isShort(facts, streams, all),
  }
}

/**
 * Whether packets are missing at the end: each stream with a declared length must reach it, or the file's; without one
 * some packet must reach the file's length.
 */
function isShort(facts: MediaFacts, streams: ReadonlyMap<string, Clock>, all: Clock): boolean {
  const timed = facts.streams.filter(({ kind, durationMs }) => (kind === 'video' || kind === 'audio') && durationMs > 0)
  if (timed.length === 0) return endsBefore(facts.durationMs, all)
  return timed.some(({ index, durationMs }) => {
    const clock = streams.get(String(index))
    return clock !== undefined && endsBefore(Math.min(durationMs, facts.durationMs || durationMs), clock)
  })
}

function endsBefore(ms: number, clock: Clock): boolean {
  return clock.endSeconds * 1000 < ms - lengthTolerance(ms)
}

/** Cues of a file's text tracks, counted by packets. */
class LineCount {
  readonly byStream = new Map<number, number>()
  private readonly tracks: ReadonlyMap<string, { index: number; emptyBytes: number }>

  constructor({ streams }: MediaFacts) {
    const texts = streams.filter(({ codec }) => isTextSubtitle(codec))
    this.tracks = new Map(
      texts.map(({ index, codec }) => [
        String(index),
        { index, emptyBytes: codec === 'mov_text' ? EMPTY_TEXT_BYTES : 0 },
      ]),
    )
  }

  take(stream: string, bytes: number): void {
    const track = this.tracks.get(stream)
    if (track && bytes > track.emptyBytes) this.byStream.set(track.index, (this.byStream.get(track.index) ?? 0) + 1)
  }
}

function timeOf(text: string | undefined): number | undefined {
  const value = Number(text)
  return text === undefined || Number.isNaN(value) ? undefined : value
}

interface Packet {
  readonly stream: string
  /** Seconds; undefined if the file does not declare it. */
  readonly start: number | undefined
  readonly length: number
}

/** From the first to the last timestamp. */
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

  /** Of the last timestamp: some files count the time before their first picture, others do not. */
  get endSeconds(): number {
    return Math.max(this.to, this.seconds)
  }
}

/** Seconds from which ffmpeg treats a step of a jumping clock as a jump. */
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
