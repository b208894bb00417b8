/** Length in milliseconds of the sound played while the playhead is dragged. */
export const GRAIN_MS = 90
/** Length of decoded pieces, counted from the video's start. */
export const GRAIN_PIECE_MS = 1000
/** Fade of a grain: an abrupt edge clicks. */
export const GRAIN_FADE_MS = 12

/** A piece of sound, from -1 to 1: all channels mixed, or the left one of two. */
export interface SoundPiece {
  /** Hertz. */
  readonly rate: number
  readonly samples: Float32Array<ArrayBuffer>
  readonly right?: Float32Array<ArrayBuffer> | undefined
}

/** Indexes of the pieces that a grain at a time needs. */
export function grainPieces(ms: number): number[] {
  const from = Math.max(0, Math.floor(ms / GRAIN_PIECE_MS))
  const to = Math.max(0, Math.floor((ms + GRAIN_MS - 1) / GRAIN_PIECE_MS))
  return from === to ? [from] : [from, to]
}

/** The grain at a time with fades; undefined if a piece is missing. Past a piece there is silence. */
export function cutGrain(ms: number, pieces: ReadonlyMap<number, SoundPiece>): SoundPiece | undefined {
  const [first, second] = grainPieces(ms).map((number) => pieces.get(number))
  if (!first || (grainPieces(ms).length === 2 && !second)) return undefined
  const { rate } = first
  const length = Math.round((GRAIN_MS * rate) / 1000)
  const samples = new Float32Array(length)
  const pieceLength = Math.round((GRAIN_PIECE_MS * rate) / 1000)
  const begin = Math.round(((Math.max(0, ms) % GRAIN_PIECE_MS) * rate) / 1000)
  samples.set(first.samples.subarray(begin, Math.min(pieceLength, begin + length)))
  const over = begin + length - pieceLength
  if (second && over > 0) samples.set(second.samples.subarray(0, over), length - over)
  return { rate, samples: faded(samples, Math.round((GRAIN_FADE_MS * rate) / 1000)) }
}

/** Half a cosine at each end, so that overlapping grains keep the loudness of one. */
function faded(samples: Float32Array<ArrayBuffer>, fade: number): Float32Array<ArrayBuffer> {
  const last = samples.length - 1
  for (let at = 0; at < fade; at++) {
    const gain = 0.5 - 0.5 * Math.cos((Math.PI * at) / fade)
    samples[at] = (samples[at] ?? 0) * gain
    samples[last - at] = (samples[last - at] ?? 0) * gain
  }
  return samples
}
