import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { type Cover, coverOf, uncovered } from '#core/media/erase/frame.ts'
import type { Box, Plane } from '#core/media/erase/plane.ts'
import { type FramePart, FrameSearch } from '#core/media/erase/temporal.ts'
import { type Covered, coverings, type FoundText, maskOf } from '#core/media/erase/texts.ts'
import { withoutVeils } from '#core/media/erase/veils.ts'
import { matroskaHead, pictureHead } from '#core/media/raw-matroska.ts'
import {
  type ColourTags,
  planParts,
  planPatch,
  readShownFrame,
  sampleFilters,
  type StartAt,
} from '#core/media/plans/erase.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { readPieces } from '../../engines/video-pictures.ts'

/** One stretch of a video without its texts. */
export interface PatchJob {
  readonly ffmpeg: string
  readonly source: string
  readonly output: string
  /** Parts of the upright picture that are worked on; all numbers even. None: the pictures are only encoded. */
  readonly parts: readonly PatchPart[]
  /** Frames that are written, numbered from the video's first one. */
  readonly first: number
  readonly last: number
  /** Frames around them that are looked at too. */
  readonly from: number
  readonly to: number
  /** When each frame from `from` to `to` is shown, in seconds. */
  readonly times: readonly number[]
  /** Frames a second. */
  readonly rate: number
  /** Whether frames are found by the file's index; otherwise all before them is decoded. */
  readonly seeks: boolean
  /** Whether what moves is followed. */
  readonly follows: boolean
  readonly colours: ColourTags
}

export interface PatchPart {
  readonly box: Box
  /** In pixels of the part. */
  readonly texts: readonly FoundText[]
}

/** The frames that were found are not those that were asked for. */
class WrongFrames extends Error {}

/** Writes one stretch of a video without its texts. */
export async function patchStretch(job: PatchJob, onProgress: (share: number) => void): Promise<void> {
  try {
    await patchOnce(job, onProgress)
  } catch (error) {
    // Some files' indexes are wrong.
    if (!(error instanceof WrongFrames) || !job.seeks) throw error
    await patchOnce({ ...job, seeks: false }, onProgress)
  }
}

async function patchOnce(job: PatchJob, onProgress: (share: number) => void): Promise<void> {
  const { ffmpeg: program, source, output, parts, first, last, colours } = job
  const start = startAt(job, first)
  const count = last - first + 1
  const begin = 'seconds' in start ? start.seconds : 0
  const boxes = parts.map(({ box }) => box)
  const stack = await readStack(job)
  const plan = planPatch({
    source,
    output,
    parts: boxes,
    start,
    count,
    shift: timeOf(job, first) - begin - early(job, first),
    colours,
  })
  if (!stack) return void (await runFfmpeg(plan, { program, onStreams: ({ stdin }) => stdin.end() }))
  const work = parts.map((part, at) => new PartWork(job, part, stack.parts(at)))
  let feeding: Promise<void> = Promise.resolve()
  await runFfmpeg(plan, {
    program,
    onStreams: ({ stdin, stdout }) => {
      stdout.resume()
      feeding = feed(job, stack, work, stdin, onProgress)
      feeding.catch(() => stdin.destroy())
    },
  })
  await feeding
}

/** A quarter of a frame, in seconds: by so much a patch comes early, or rounding could put it behind its picture. */
function early(job: PatchJob, frame: number): number {
  return (frame > job.from ? timeOf(job, frame) - timeOf(job, frame - 1) : 1 / job.rate) / 4
}

function timeOf({ times, from }: PatchJob, frame: number): number {
  return times[frame - from] ?? 0
}

/** Where a frame is found: a little before its time, so that rounding does not lose it. */
function startAt(job: PatchJob, frame: number): StartAt {
  if (!job.seeks) return { frame }
  const before = frame > job.from ? timeOf(job, frame - 1) : timeOf(job, frame) - 1 / job.rate
  const time = timeOf(job, frame)
  return { seconds: Math.max(0, time - Math.min(0.02, (time - before) / 2)) }
}

/** Parts of all frames of a stretch, one frame after another: the parts below each other in 4:2:0. */
class Stack {
  readonly width: number
  readonly height: number
  private readonly job: PatchJob
  private readonly frames: Uint8Array[] = []

  constructor(job: PatchJob) {
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

  /** Puts a part back. */
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

async function readStack(job: PatchJob): Promise<Stack | undefined> {
  if (job.parts.length === 0) return undefined
  const stack = new Stack(job)
  const { ffmpeg: program, source, parts, from, to } = job
  const start = startAt(job, from)
  const begin = 'seconds' in start ? start.seconds : 0
  const shown: number[] = []
  let reading: Promise<void> = Promise.resolve()
  await runFfmpeg(planParts({ source, parts: parts.map(({ box }) => box), start, count: to - from + 1 }), {
    program,
    onStreams: ({ stdin, stdout }) => {
      stdin.end()
      reading = readPieces(stdout, stack.bytes, (bytes) => stack.add(bytes))
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

/** One part of the picture through all frames of a stretch. */
class PartWork {
  private readonly job: PatchJob
  private readonly covers: readonly Covered[]
  private readonly partOf: (frame: number) => FramePart
  private readonly size: { width: number; height: number }
  private readonly search: FrameSearch
  private readonly made = new Map<string, Cover>()

  constructor(job: PatchJob, part: PatchPart, partOf: (frame: number) => FramePart) {
    this.job = job
    this.size = part.box
    const { from: first, to: last } = job
    const covers = (of: (frame: number) => FramePart) =>
      coverings(part.texts, { first, last, luma: (frame) => of(frame).luma }, job.rate)
    const seen = covers(partOf)
    const { part: clear, edges } = withoutVeils(seen, { first, last, part: partOf })
    this.partOf = clear
    this.covers = edges.length > 0 ? [...covers(clear), ...edges] : seen
    const around = { first, last, part: clear, mask: (frame: number) => this.cover(frame)?.luma.mask }
    this.search = new FrameSearch(around, { follows: job.follows })
  }

  /** The part of a frame without its texts; undefined where there is none. */
  erased(frame: number): FramePart | undefined {
    const cover = this.cover(frame)
    return cover && uncovered(this.partOf(frame), cover, this.search.seen(frame))
  }

  private cover(frame: number): Cover | undefined {
    const { covers, size, job } = this
    if (frame < job.from || frame > job.to) return undefined
    const key = covers.flatMap(({ first, last }, at) => (first <= frame && frame <= last ? [at] : [])).join(' ')
    if (key === '') return undefined
    let cover = this.made.get(key)
    if (!cover) {
      const mask = maskOf(covers, frame, size)
      if (!mask) return undefined
      cover = coverOf(mask, size)
      this.made.set(key, cover)
    }
    return cover
  }
}

async function feed(
  job: PatchJob,
  stack: Stack,
  work: readonly PartWork[],
  stdin: Writable,
  onProgress: (share: number) => void,
): Promise<void> {
  const { first, last } = job
  stdin.write(matroskaHead(stack))
  for (let frame = first; frame <= last; frame++) {
    const bytes = stack.of(frame).slice()
    for (const [index, part] of work.entries()) {
      const erased = part.erased(frame)
      if (erased) stack.put(index, bytes, erased)
    }
    // ffmpeg lets every input begin at 0.
    const sinceFirst = timeOf(job, frame) - early(job, frame) - timeOf(job, first) + early(job, first)
    const us = Math.max(0, Math.round(sinceFirst * 1e6))
    stdin.write(pictureHead(us, bytes.length))
    if (!stdin.write(bytes)) await once(stdin, 'drain')
    onProgress((frame - first + 1) / (last - first + 1))
  }
  stdin.end()
}
