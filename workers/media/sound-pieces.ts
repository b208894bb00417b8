import { hasIndex, isDescribed, leadMs, ownClock } from '#core/media/facts.ts'
import { MediaFailed } from '#core/media/fault.ts'
import type { SoundPiece } from '#core/media/grains.ts'
import { quiet } from '#core/media/plans/parts.ts'
import { planPeaks } from '#core/media/plans/peaks.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { DEVICE_PATH, SOURCE_PATH } from './protocol.ts'
import type { MediaSession } from './session.ts'
import { joined } from './sound.ts'

export interface SoundPieceRequest extends TimeRange {
  /** Whether two channels stay apart, if the browser decodes them. */
  readonly isStereo?: boolean | undefined
  /** Only this decoder, for tests and measurements. */
  readonly path?: 'webcodecs' | 'ffmpeg' | undefined
}

/** The sound of a range on the player's clock, all channels mixed if not asked otherwise; silence without sound. */
export async function readSoundPiece(
  session: MediaSession,
  { start, end, path, isStereo = false }: SoundPieceRequest,
  signal: AbortSignal,
): Promise<SoundPiece> {
  const packets = path === 'ffmpeg' ? undefined : await session.sound()
  if (packets) {
    const offset = (await packets.keepsClock()) ? 0 : ownClock(await session.facts(), 0)
    const range = { start: start + offset, end: end + offset }
    const piece = await packets.read(range, signal, isStereo).catch((error: unknown) => {
      if (signal.aborted) throw new MediaFailed('cancelled')
      if (error instanceof MediaFailed) throw error
      // Ranges that the browser's decoder fails on are decoded by ffmpeg.
      return undefined
    })
    if (piece) return piece
  }
  if (path === 'webcodecs') throw new MediaFailed('unsupported')
  return fromFfmpeg(session, { start, end }, signal)
}

async function fromFfmpeg(session: MediaSession, { start, end }: TimeRange, signal: AbortSignal): Promise<SoundPiece> {
  const { facts, audio } = await session.audio()
  const { rate } = audio
  const samples = new Float32Array(Math.round(((end - start) * rate) / 1000))
  const lead = leadMs(facts)
  const begin = Math.max(start, lead)
  if (begin >= end) return { rate, samples }
  const parts: ArrayBuffer[] = []
  await session.run({ level: 'visible', order: 0 }, signal, () => {
    parts.length = 0
    const range = { start: begin - lead, end: end - lead }
    const look = { hasIndex: hasIndex(facts), isDescribed: isDescribed(facts) }
    return {
      args: [...quiet, ...planPeaks({ source: SOURCE_PATH, output: DEVICE_PATH, range, ...look })],
      device: { mount: { kind: 'bytes' }, onPiece: (part) => void parts.push(part) },
    }
  })
  const bytes = await joined(parts)
  const decoded = new Int16Array(bytes.buffer, 0, Math.floor(bytes.length / 2))
  const at = Math.round(((begin - start) * rate) / 1000)
  for (const [index, value] of decoded.subarray(0, samples.length - at).entries()) samples[at + index] = value / 32_768
  return { rate, samples }
}
