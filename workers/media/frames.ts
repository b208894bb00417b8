import { type MediaFacts, ownClock, type VideoFacts } from '#core/media/facts.ts'
import { MediaFailed } from '#core/media/fault.ts'
import { planFrame } from '#core/media/plans/thumbnails.ts'
import { quiet } from '#core/media/plans/parts.ts'
import { itemAt } from '#core/subtitle/text/item-at.ts'
import { thumbnailWidth } from '#core/media/thumbnails.ts'
import type { PacketReader } from './packets.ts'
import { drawn, type Thumbnail } from './pictures.ts'
import { DEVICE_PATH, SOURCE_PATH } from './protocol.ts'
import type { MediaSession } from './session.ts'

/** The browser's decoders, which need no download, or ffmpeg. */
export type FramePath = 'webcodecs' | 'ffmpeg'

export interface FrameRequest {
  /** On the player's clock, ascending. */
  readonly times: readonly number[]
  readonly height: number
  /** Whether ffmpeg may be loaded if the browser can't decode the video. */
  readonly mayLoad: boolean
  /** Only this decoder, for tests and measurements. */
  readonly path?: FramePath | undefined
}

/** A frame that begins at a time is shown at it, whatever the container's rounding. */
const ROUNDING_MS = 0.5

/** Frames at some times, each emitted once; returns their number. A damaged video gives what it can. */
export async function readFrames(
  session: MediaSession,
  request: FrameRequest,
  signal: AbortSignal,
  onFrame: (frame: Thumbnail) => void,
): Promise<number> {
  const done = new Set<number>()
  const hand = (index: number, image: ImageBitmap): void => {
    if (signal.aborted || done.has(index)) return image.close()
    done.add(index)
    onFrame({ index, image })
  }
  const packets = request.path === 'ffmpeg' ? undefined : await decodable(session)
  if (packets && (request.mayLoad || (await packets.keepsClock()))) {
    await fromBrowser(session, packets, request, signal, hand).catch((error: unknown) => {
      if (signal.aborted) throw new MediaFailed('cancelled')
      if (error instanceof MediaFailed && error.fault === 'source_lost') throw error
      // Times that the browser's decoder failed on are decoded by ffmpeg.
    })
  }
  if (done.size < request.times.length && request.mayLoad && request.path !== 'webcodecs') {
    const missing = [...request.times.keys()].filter((index) => !done.has(index))
    await fromFfmpeg(session, request, missing, signal, hand)
  }
  return done.size
}

async function decodable(session: MediaSession): Promise<PacketReader | undefined> {
  const packets = await session.packets()
  return packets && (await packets.canDecode()) ? packets : undefined
}

type Hand = (index: number, image: ImageBitmap) => void

/** Processes the times in one pass, so that no frame is decoded twice. */
async function fromBrowser(
  session: MediaSession,
  packets: PacketReader,
  { times, height }: FrameRequest,
  signal: AbortSignal,
  hand: Hand,
): Promise<void> {
  const keepsClock = await packets.keepsClock()
  const facts = keepsClock ? undefined : (await session.video()).facts
  const own = (ms: number): number => (facts ? ownClock(facts, ms) : ms)
  const width = thumbnailWidth(await packets.shownSize(), height)
  const asked = times.map((ms) => (own(ms) + ROUNDING_MS) / 1000)
  let index = 0
  for await (const image of packets.pictures(asked, width, height)) {
    if (signal.aborted) {
      image?.close()
      throw new MediaFailed('cancelled')
    }
    if (image) hand(index, image)
    index++
  }
}

async function fromFfmpeg(
  session: MediaSession,
  { times, height }: FrameRequest,
  wanted: readonly number[],
  signal: AbortSignal,
  hand: Hand,
): Promise<void> {
  const { facts, video } = await session.video()
  const width = thumbnailWidth(video, height)
  const one = async (index: number): Promise<void> => {
    const look = { source: SOURCE_PATH, output: DEVICE_PATH, video, width, height }
    const atMs = fromStart(facts, video, itemAt(times, index))
    await drawn(session, { level: 'visible', order: 0 }, signal, width, height, () => ({
      args: [...quiet, ...planFrame({ ...look, atMs })],
      files: {},
      onPicture: (image) => hand(index, image),
    }))
  }
  // Of visible requests the newest goes first: the leftmost picture is requested last.
  const ends = await Promise.allSettled(wanted.toReversed().map(one))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * Seek position of ffmpeg from the file's start: it gives the first frame from there. Some containers round to whole
 * frames: a place well before the frame's start is safe in all.
 */
function fromStart(facts: MediaFacts, { rate: [num, den], isVariableRate, startMs }: VideoFacts, ms: number): number {
  const frameMs = (1000 * den) / num
  const own = ownClock(facts, ms) + ROUNDING_MS
  const begin = isVariableRate ? own - frameMs / 2 : startMs + Math.floor((own - startMs) / frameMs) * frameMs
  return Math.max(0, begin - facts.startMs - 0.4 * frameMs)
}
