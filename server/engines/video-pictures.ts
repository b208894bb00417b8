import type { Readable } from 'node:stream'
import {
  planSamples,
  readShownFrame,
  sampleFilters,
  type SamplesOptions,
  type ShownFrame,
} from '#core/media/plans/erase.ts'
import { runFfmpeg } from './ffmpeg.ts'
import type { Picture } from './pictures.ts'

export interface SampledPicture {
  /** Index of the frame from the video's first one. */
  readonly frame: number
  readonly picture: Picture
}

interface SamplesRun {
  readonly program: string
  readonly signal: AbortSignal
}

/**
 * Pictures of a video at regular intervals, one after another: the next is decoded when `take` is done. Returns all
 * frames.
 */
export async function samplePictures(
  options: SamplesOptions,
  { program, signal }: SamplesRun,
  take: (sample: SampledPicture, frames: readonly ShownFrame[]) => Promise<void>,
): Promise<ShownFrame[]> {
  const frames: ShownFrame[] = []
  const taken: number[] = []
  const byTime = new Map<number, number>()
  let reading: Promise<void> = Promise.resolve()
  const { width, height } = options
  await runFfmpeg(planSamples(options), {
    program,
    signal,
    onLogLine: (line) => {
      const frame = readShownFrame(line, sampleFilters.all)
      if (frame) {
        byTime.set(frame.seconds, frames.length)
        frames.push({ ...frame, number: frames.length })
      }
      const sample = readShownFrame(line, sampleFilters.taken)
      if (sample) taken.push(byTime.get(sample.seconds) ?? 0)
    },
    onStreams: ({ stdin, stdout }) => {
      stdin.end()
      let count = 0
      reading = readPieces(stdout, width * height * 3, async (data) => {
        const frame = await frameOf(taken, count++)
        await take({ frame, picture: { width, height, channels: 3, data } }, frames)
      })
      // An error here ends the program: its pictures have no reader any more.
      reading.catch(() => stdout.destroy())
    },
  }).catch(async (error: unknown) => {
    await reading
    throw error
  })
  await reading
  return frames
}

/** Waits for the log line of a picture, which may arrive later. */
async function frameOf(taken: readonly number[], at: number): Promise<number> {
  for (let wait = 0; taken[at] === undefined && wait < 400; wait++) await new Promise((done) => setTimeout(done, 5))
  const frame = taken[at]
  if (frame === undefined) throw new Error('ffmpeg did not report which frame it is')
  return frame
}

/** Splits a stream into pieces of one size; reading pauses until the last piece is processed. */
export async function readPieces(
  stream: Readable,
  size: number,
  take: (bytes: Uint8Array) => Promise<void> | void,
): Promise<void> {
  let piece = new Uint8Array(size)
  let filled = 0
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length;) {
      const step = Math.min(size - filled, chunk.length - at)
      piece.set(chunk.subarray(at, at + step), filled)
      filled += step
      at += step
      if (filled < size) continue
      await take(piece)
      piece = new Uint8Array(size)
      filled = 0
    }
  }
}
