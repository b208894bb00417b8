import type { Box, Plane } from '#core/media/erase/plane.ts'
import type { FramePart } from '#core/media/erase/temporal.ts'
import { planParts, readShownFrame, sampleFilters, type StartAt } from '#core/media/plans/erase.ts'
import type { PictureSource } from '#core/media/plans/parts.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { readPieces } from '../../engines/video-pictures.ts'

/** Frames of a video, and the parts of them to read. */
export interface StackJob extends PictureSource {
  readonly ffmpeg: string
  /** Parts of the upright picture; all numbers even. */
  readonly parts: readonly { readonly box: Box }[]
  /** Frames to read, numbered from the video's first one. */
  readonly from: number
  readonly to: number
  /** The time of each frame from `from` to `to`, in seconds. */
  readonly times: readonly number[]
  /** Frames a second. */
  readonly rate: number
  /** Whether frames are found by the file's index; otherwise everything before them is decoded. */
  readonly seeks: boolean
}

/** Other frames than the requested ones were found. */
class WrongFrames extends Error {}

/** Runs work that reads frames; repeats it without the file's index if that is wrong. */
export async function withFrames<J extends StackJob, T>(job: J, work: (job: J) => Promise<T>): Promise<T> {
  try {
    return await work(job)
  } catch (error) {
    if (!(error instanceof WrongFrames) || !job.seeks) throw error
    return work({ ...job, seeks: false })
  }
}

export function timeOf({ times, from }: StackJob, frame: number): number {
  return times[frame - from] ?? 0
}

/** Where a frame is sought: a little before its time, as rounding could lose it. */
export function startAt(job: StackJob, frame: number): StartAt {
  if (!job.seeks) return { frame }
  const before = frame > job.from ? timeOf(job, frame - 1) : timeOf(job, frame) - 1 / job.rate
  const time = timeOf(job, frame)
  return { seconds: Math.max(0, time - Math.min(0.02, (time - before) / 2)) }
}

/** Parts of all frames of a stretch in order: the parts below each other in 4:2:0. */
export class Stack {
  readonly width: number
  readonly height: number
  private readonly job: StackJob
  private readonly frames: Uint8Array[] = []

  constructor(job: StackJob) {
    this.job = job
    this.width = Math.max(...job.parts.map(({ box }) => box.width))
    this.height = job.parts.reduce((sum, { box }) => sum + box.height, 0)
  }

  get bytes(): number {
    return (this.width * this.height * 3) / 2
  }

  get count(): number {
    return this.frames.length
  }

  add(frame: Uint8Array): void {
    this.frames.push(frame)
  }

  /** The bytes of a frame. */
  of(frame: number): Uint8Array {
    return this.frames[frame - this.job.from] ?? new Uint8Array(this.bytes)
  }

  parts(index: number): (frame: number) => FramePart {
    return (frame) => this.part(index, this.of(frame))
  }

  private top(index: number): number {
    return this.job.parts.slice(0, index).reduce((sum, { box }) => sum + box.height, 0)
  }

  private part(index: number, bytes: Uint8Array): FramePart {
    const [luma, u, v] = this.planes(index).map(({ offset, stride, width, height }): Plane => {
      const data = new Uint8Array(width * height)
      for (let y = 0; y < height; y++) {
        const from = offset + y * stride
        data.set(bytes.subarray(from, from + width), y * width)
      }
      return { width, height, data }
    })
    if (!luma || !u || !v) throw new Error('A picture has three planes')
    return { luma, colours: [u, v] }
  }

  /** Writes a part back. */
  put(index: number, bytes: Uint8Array, { luma, colours }: FramePart): void {
    const planes = [luma, ...colours]
    for (const [at, { offset, stride }] of this.planes(index).entries()) {
      const plane = planes[at]
      if (!plane) continue
      const { width, height, data } = plane
      for (let y = 0; y < height; y++) bytes.set(data.subarray(y * width, (y + 1) * width), offset + y * stride)
    }
  }

  private planes(index: number) {
    const { width, height } = this.job.parts[index]?.box ?? { width: 0, height: 0 }
    const top = this.top(index)
    const [w, area] = [this.width, this.width * this.height]
    const colour = { stride: w / 2, width: width / 2, height: height / 2 }
    return [
      { offset: top * w, stride: w, width, height },
      { ...colour, offset: area + (top / 2) * (w / 2) },
      { ...colour, offset: area + area / 4 + (top / 2) * (w / 2) },
    ]
  }
}

interface ReadOptions {
  readonly signal?: AbortSignal
  readonly onProgress?: (share: number) => void
}

/** Reads the parts of all frames of a job. */
export async function readStack(job: StackJob, { signal, onProgress }: ReadOptions = {}): Promise<Stack> {
  const stack = new Stack(job)
  const { ffmpeg: program, source, videoIndex, parts, from, to } = job
  const start = startAt(job, from)
  const begin = 'seconds' in start ? start.seconds : 0
  const shown: number[] = []
  let reading: Promise<void> = Promise.resolve()
  const plan = planParts({ source, videoIndex, parts: parts.map(({ box }) => box), start, count: to - from + 1 })
  await runFfmpeg(plan, {
    program,
    ...(signal ? { signal } : {}),
    onStreams: ({ stdin, stdout }) => {
      stdin.end()
      reading = readPieces(stdout, stack.bytes, (bytes) => {
        stack.add(bytes)
        onProgress?.(stack.count / (to - from + 1))
      })
    },
    onLogLine: (line) => {
      const frame = readShownFrame(line, sampleFilters.all)
      if (frame) shown.push(frame.seconds + begin)
    },
  })
  await reading
  const isRight = shown.every((seconds, at) => Math.abs(seconds - (job.times[at] ?? -1)) < 0.4 / job.rate)
  if (stack.count !== to - from + 1 || (job.seeks && !isRight))
    throw new WrongFrames(`${stack.count} frames from ${from} to ${to}`)
  return stack
}
