import { endMs, leadMs, ownClock } from '#core/media/facts.ts'
import {
  type ShotCandidate,
  SHOT_CHANGE_SCORE,
  ShotChangeDetector,
  frameMs,
  readScores,
} from '#core/media/shot-changes.ts'
import { sliceVideo } from '#core/media/slices.ts'
import { quiet } from '#core/media/plans/parts.ts'
import { planShotChanges, SHOT_WIDTH } from '#core/media/plans/shot-changes.ts'
import { DEVICE_PATH, SOURCE_PATH } from './protocol.ts'
import { MediaFailed } from '#core/media/fault.ts'
import type { PacketReader } from './packets.ts'
import type { MediaSession } from './session.ts'
import { joined } from './sound.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

/** The browser's decoders are several times faster than the core; ffmpeg is the fallback. */
export type ShotChangePath = 'webcodecs' | 'ffmpeg'

const FIRST_SLICE_MS = 20_000
const LONGEST_SLICE_MS = 60_000
/** Pictures before a slice, for the first comparison. */
const LEAD_IN_MS = 250

export interface ShotChangeRequest {
  readonly playheadMs: number
  readonly path?: ShotChangePath | undefined
}

type OnFound = (candidates: ShotCandidate[], stretch: TimeRange) => void

/** Candidates for shot changes from the playhead outwards, range by range; returns the decoder used. */
export async function findShotChanges(
  session: MediaSession,
  { playheadMs, path }: ShotChangeRequest,
  signal: AbortSignal,
  onFound: OnFound,
): Promise<ShotChangePath> {
  const { facts } = await session.video()
  const slices = sliceVideo(endMs(facts), playheadMs, FIRST_SLICE_MS, LONGEST_SLICE_MS)
  const packets = path === 'ffmpeg' ? undefined : await decodable(session)
  if (path === 'webcodecs' && !packets) throw new MediaFailed('unsupported')
  let done = 0
  if (packets) {
    try {
      for (const slice of slices) {
        onFound(await compareSlice(session, packets, slice, signal), slice)
        done++
      }
      return 'webcodecs'
    } catch (error) {
      if (signal.aborted) throw new MediaFailed('cancelled')
      // Ranges that the browser fails on are left to the core.
      if (path === 'webcodecs' || (error instanceof MediaFailed && error.fault === 'source_lost')) throw error
    }
  }
  await Promise.all(
    slices.slice(done).map(async (slice, order) => onFound(await scoreSlice(session, slice, order, signal), slice)),
  )
  return 'ffmpeg'
}

async function decodable(session: MediaSession): Promise<PacketReader | undefined> {
  const packets = await session.packets()
  return packets && (await packets.canDecode()) ? packets : undefined
}

async function compareSlice(
  session: MediaSession,
  packets: PacketReader,
  { start: fromMs, end: toMs }: TimeRange,
  signal: AbortSignal,
): Promise<ShotCandidate[]> {
  const facts = await session.facts()
  const detector = new ShotChangeDetector()
  const found: ShotCandidate[] = []
  const from = ownClock(facts, fromMs - LEAD_IN_MS) / 1000
  for await (const { time, luma } of packets.greys(from, ownClock(facts, toMs) / 1000, SHOT_WIDTH)) {
    if (signal.aborted) throw new MediaFailed('cancelled')
    const score = detector.score(luma)
    const ms = frameMs(time) - facts.startMs + leadMs(facts)
    if (score >= SHOT_CHANGE_SCORE && ms >= fromMs) found.push({ ms, score })
  }
  return found
}

async function scoreSlice(
  session: MediaSession,
  { start: fromMs, end: toMs }: TimeRange,
  order: number,
  signal: AbortSignal,
): Promise<ShotCandidate[]> {
  const { facts, video } = await session.video()
  const lead = leadMs(facts)
  const start = Math.max(0, fromMs - lead - LEAD_IN_MS)
  const pieces: ArrayBuffer[] = []
  const { code, log } = await session.run({ level: 'background', order }, signal, () => {
    pieces.length = 0
    return {
      args: [
        ...quiet,
        ...planShotChanges({
          source: SOURCE_PATH,
          videoIndex: video.index,
          output: DEVICE_PATH,
          range: { start, end: toMs - lead },
        }),
      ],
      device: { mount: { kind: 'bytes' }, onPiece: (piece) => void pieces.push(piece) },
    }
  })
  const text = new TextDecoder().decode(await joined(pieces))
  if (text === '' && code !== 0) throw new MediaFailed('unreadable', log.at(-1))
  return readScores(text, start + lead).filter(({ ms }) => ms >= fromMs)
}
