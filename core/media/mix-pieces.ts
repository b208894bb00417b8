import { MIX_RATE } from './mix.ts'
import { R128_STEPS } from './r128.ts'

/** Samples of a packet of AAC. */
export const AAC_FRAME = 1024
/** Of a piece of a mix, 9.6 seconds: whole packets, and whole steps of the loudness meter. */
export const PIECE_SAMPLES = 6 * 76_800
const PIECE_FRAMES = PIECE_SAMPLES / AAC_FRAME
export const PIECE_STEPS = PIECE_SAMPLES / (MIX_RATE / R128_STEPS)
/** Packets that are encoded before and after a piece and left out: encoders look back and ahead. */
const FRAMES_BEFORE = 16
const FRAMES_AFTER = 4
/** Samples before and after a piece on which its results depend: encoder, meter, limiter, resampler. */
export const PIECE_MARGIN = MIX_RATE / 2

/** Samples of a mix of this length. */
export const samplesOf = (durationMs: number): number => Math.round((durationMs * MIX_RATE) / 1000)

/** Packets that decode to all samples: each packet ends what the one before began. */
export const framesOf = (samples: number): number => Math.ceil(samples / AAC_FRAME) + 1

/** Number of pieces that have all packets. */
export const pieceCount = (samples: number): number => Math.ceil(framesOf(samples) / PIECE_FRAMES)

/** What is encoded for a piece, and which of the encoder's packets are the piece's. */
export interface EncodedPiece {
  readonly from: number
  readonly count: number
  readonly firstFrame: number
  readonly frames: number
}

/** A packet n holds the samples of packets n - 1 and n; the first one of an encoder is of silence before. */
export function encodedPiece(index: number, samples: number): EncodedPiece {
  const first = index * PIECE_FRAMES
  const frames = Math.min(PIECE_FRAMES, framesOf(samples) - first)
  const from = (first - 1 - FRAMES_BEFORE) * AAC_FRAME
  const count = (FRAMES_BEFORE + 1 + frames + FRAMES_AFTER) * AAC_FRAME
  return { from, count, firstFrame: FRAMES_BEFORE + 1, frames }
}

/** Bytes of the packets of a piece in an ADTS stream; undefined if it is damaged or lacks some. */
export function adtsFrames(stream: Uint8Array, { firstFrame, frames }: EncodedPiece): Uint8Array | undefined {
  let at = 0
  let start = 0
  for (let frame = 0; frame < firstFrame + frames; frame++) {
    if (frame === firstFrame) start = at
    const [first, second = 0, , high = 0, middle = 0, low = 0] = stream.subarray(at, at + 7)
    if (first !== 0xff || (second & 0xf0) !== 0xf0) return undefined
    const length = ((high & 3) << 11) | (middle << 3) | (low >> 5)
    if (length < 7 || at + length > stream.length) return undefined
    at += length
  }
  return stream.subarray(start, at)
}
