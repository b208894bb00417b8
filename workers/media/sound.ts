import { BUCKET_VALUES } from '#core/media/buckets.ts'
import { endMs, hasIndex, isDescribed, leadMs, type MediaFacts } from '#core/media/facts.ts'
import { DETAIL_PER_SECOND, DETAIL_TILE_MS, PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import { sliceVideo } from '#core/media/slices.ts'
import { itemAt } from '#core/subtitle/text/item-at.ts'
import { quiet } from '#core/media/plans/parts.ts'
import { planPeaks } from '#core/media/plans/peaks.ts'
import { planSpectrogram } from '#core/media/plans/spectrogram.ts'
import { DEVICE_PATH, SOURCE_PATH } from './protocol.ts'
import { MediaFailed } from '#core/media/fault.ts'
import type { FfmpegCommand } from './ffmpeg-slot.ts'
import type { MediaSession } from './session.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

/** The first slice is short for a quick start; the longest still ends within about half a second. */
const FIRST_SLICE_MS = 20_000
const LONGEST_SLICE_MS = 240_000
/** Tolerance between a file's declared length and its sound's end. */
const END_TOLERANCE_MS = 1000

export interface SoundResult {
  /** End of the decodable sound. */
  readonly endMs: number
  /** Whether the file declares more. */
  readonly isTruncated: boolean
}

type OnBuckets = (fromBucket: number, buckets: Int16Array) => void

/** The whole video's waveform from the playhead outwards, emitted as it is decoded. */
export async function readSound(
  session: MediaSession,
  playheadMs: number,
  signal: AbortSignal,
  onBuckets: OnBuckets,
): Promise<SoundResult> {
  const { facts, audio } = await session.audio()
  const slices = hasIndex(facts)
    ? sliceVideo(endMs(facts), playheadMs, FIRST_SLICE_MS, LONGEST_SLICE_MS)
    : [{ start: 0, end: endMs(facts) }]
  const read = new SoundRead()
  const begun = Promise.withResolvers<void>()
  const decode = async (slice: TimeRange, order: number): Promise<void> => {
    const { code, log } = await session.run({ level: 'sound', order }, signal, () =>
      bucketsCommand(facts, audio.rate, PEAKS_PER_SECOND, withRest(slice, facts), (from, buckets) => {
        read.endBucket = Math.max(read.endBucket, from + buckets.length / BUCKET_VALUES)
        onBuckets(from, buckets)
        begun.resolve()
      }),
    )
    if (code !== 0 || log.length > 0) read.complaint = log.at(-1) ?? ''
  }
  // The others start after the first: loading a second core would slow down the awaited one.
  const first = decode(itemAt(slices, 0), 0)
  await Promise.race([begun.promise, first])
  await Promise.all([first, ...slices.slice(1).map((slice, at) => decode(slice, at + 1))])
  if (read.endBucket === 0) throw noSound(read.complaint)
  const end = (read.endBucket * 1000) / PEAKS_PER_SECOND
  const declared =
    audio.durationMs > 0 ? audio.startMs - facts.startMs + leadMs(facts) + audio.durationMs : endMs(facts)
  // A track shorter than the video is truncated only if its decoder complained.
  const isJudged = audio.durationMs > 0 || read.complaint !== undefined
  return { endMs: end, isTruncated: isJudged && end < declared - END_TOLERANCE_MS }
}

class SoundRead {
  endBucket = 0
  complaint: string | undefined
}

function noSound(complaint = ''): MediaFailed {
  return new MediaFailed(/decoder|codec/i.test(complaint) ? 'unsupported' : 'unreadable', complaint)
}

/** The last slice includes sound past the declared length. */
function withRest(slice: TimeRange, facts: MediaFacts): TimeRange {
  return slice.end >= endMs(facts) ? { start: slice.start, end: slice.end + END_TOLERANCE_MS } : slice
}

/** Reduces a range on the player's clock to buckets counted from the video's start. */
function bucketsCommand(
  facts: MediaFacts,
  rate: number,
  perSecond: number,
  { start: fromMs, end: toMs }: TimeRange,
  onBuckets: OnBuckets,
): FfmpegCommand {
  const lead = leadMs(facts)
  const start = Math.max(fromMs, lead)
  let bucket = Math.floor((start * perSecond) / 1000)
  const phase = Math.round(((start - (bucket * 1000) / perSecond) * rate) / 1000)
  return {
    args: [
      ...quiet,
      ...planPeaks({
        source: SOURCE_PATH,
        output: DEVICE_PATH,
        range: { start: start - lead, end: toMs - lead },
        hasIndex: hasIndex(facts),
        isDescribed: isDescribed(facts),
      }),
    ],
    device: {
      mount: { kind: 'buckets', rate, perSecond, phase },
      onPiece: (buffer) => {
        const buckets = new Int16Array(buffer)
        const from = bucket
        // Counted first: the receiver transfers the buffer away.
        bucket += buckets.length / BUCKET_VALUES
        onBuckets(from, buckets)
      },
    },
  }
}

/** A detailed part of the waveform, a bucket per millisecond. */
export async function readDetail(session: MediaSession, tile: number, signal: AbortSignal): Promise<Int16Array> {
  const { facts, audio } = await session.audio()
  const range = { start: tile * DETAIL_TILE_MS, end: (tile + 1) * DETAIL_TILE_MS }
  const offset = (range.start * DETAIL_PER_SECOND) / 1000
  const detail = new Int16Array(((DETAIL_TILE_MS * DETAIL_PER_SECOND) / 1000) * BUCKET_VALUES)
  await session.run({ level: 'visible', order: tile }, signal, () =>
    bucketsCommand(facts, audio.rate, DETAIL_PER_SECOND, range, (from, buckets) => {
      const at = (from - offset) * BUCKET_VALUES
      detail.set(buckets.subarray(0, Math.max(0, detail.length - at)), at)
    }),
  )
  return detail
}

export interface SpectrogramRequest extends TimeRange {
  readonly width: number
  readonly height: number
}

/** Spectrogram of a range as grey levels, row by row, up to 8 kHz at the top. */
export async function readSpectrogram(
  session: MediaSession,
  { width, height, ...request }: SpectrogramRequest,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const { facts } = await session.audio()
  const lead = leadMs(facts)
  const range = { start: Math.max(0, request.start - lead), end: request.end - lead }
  const pieces: ArrayBuffer[] = []
  const { log } = await session.run({ level: 'visible', order: 0 }, signal, () => {
    pieces.length = 0
    return {
      args: [...quiet, ...planSpectrogram({ source: SOURCE_PATH, output: DEVICE_PATH, range, width, height })],
      device: { mount: { kind: 'bytes' }, onPiece: (piece) => void pieces.push(piece) },
    }
  })
  const grey = await joined(pieces)
  if (grey.length !== width * height) throw noSound(log.at(-1))
  return grey
}

/** All pieces joined. */
export async function joined(pieces: readonly ArrayBuffer[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Blob([...pieces]).arrayBuffer())
}
