import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { type Cover, coverOf, uncovered } from '#core/media/erase/frame.ts'
import type { Box } from '#core/media/erase/plane.ts'
import { type FramePart, FrameSearch } from '#core/media/erase/temporal.ts'
import { type Covered, type Covering, coverings, type PlacedText, maskOf } from '#core/media/erase/texts.ts'
import { stretchShares, stretchWork } from '#core/media/erase/work.ts'
import { withoutVeils } from '#core/media/erase/veils.ts'
import { matroskaHead, pictureHead } from '#core/media/raw-matroska.ts'
import { type ColourTags, planPatch } from '#core/media/plans/erase.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { readStack, type Stack, type StackJob, startAt, timeOf, withFrames } from './stack.ts'

/** One stretch of a video without its texts; without parts the pictures are only encoded. */
export interface PatchJob extends StackJob {
  readonly output: string
  readonly parts: readonly PatchPart[]
  /** Frames to write; `from` to `to` includes the frames around them that are read too. */
  readonly first: number
  readonly last: number
  /** Whether motion is followed. */
  readonly follows: boolean
  /** Most pixels of a frame that texts may cover; undefined if the user saw the mask or named the place. */
  readonly mostCovered: number | undefined
  readonly colours: ColourTags
}

export interface PatchPart {
  readonly box: Box
  /** In pixels of the part. */
  readonly texts: readonly PlacedText[]
}

/** Writes one stretch of a video without its texts. */
export async function patchStretch(job: PatchJob, onProgress: (share: number) => void): Promise<void> {
  await withFrames(job, (same) => patchOnce(same, onProgress))
}

/** Texts cover more of a frame than captions do. */
export class MaskTooLarge extends Error {}

async function patchOnce(job: PatchJob, onProgress: (share: number) => void): Promise<void> {
  const { ffmpeg: program, source, videoIndex, output, parts, first, last, colours } = job
  const start = startAt(job, first)
  const count = last - first + 1
  const begin = 'seconds' in start ? start.seconds : 0
  const boxes = parts.map(({ box }) => box)
  const { read, seen } = stretchShares(job.follows)
  const stack = parts.length > 0 ? await readStack(job, { onProgress: (share) => onProgress(read * share) }) : undefined
  const plan = planPatch({
    source,
    videoIndex,
    output,
    parts: boxes,
    start,
    count,
    shift: timeOf(job, first) - begin - early(job, first),
    colours,
  })
  if (!stack) return void (await runFfmpeg(plan, { program, onStreams: ({ stdin }) => stdin.end() }))
  const work = parts.map((part, at) => new PartWork(job, part, stack.parts(at)))
  checkCovered(job, work)
  onProgress(seen)
  let feeding: Promise<void> = Promise.resolve()
  await runFfmpeg(plan, {
    program,
    onStreams: ({ stdin, stdout }) => {
      stdout.resume()
      feeding = feed(job, stack, work, stdin, (share) => onProgress(seen + (1 - seen) * share))
      feeding.catch(() => stdin.destroy())
    },
  })
  await feeding
}

/** A quarter of a frame in seconds: patches come this early, since rounding could put them after their picture. */
function early(job: PatchJob, frame: number): number {
  return (frame > job.from ? timeOf(job, frame) - timeOf(job, frame - 1) : 1 / job.rate) / 4
}

function checkCovered({ first, last, mostCovered = Infinity }: PatchJob, work: readonly PartWork[]): void {
  for (let frame = first; frame <= last; frame++) {
    const covered = work.reduce((sum, part) => sum + part.covered(frame), 0)
    if (covered > mostCovered) throw new MaskTooLarge(`${covered} pixels of frame ${frame}`)
  }
}

/** Bytes of cached parts without veils: neighbouring frames ask for the same ones. */
const KEPT_BYTES = 100_000_000

/** A cache of the last parts. */
function kept(partOf: (frame: number) => FramePart, most: number): (frame: number) => FramePart {
  const parts = new Map<number, FramePart>()
  return (frame) => {
    const part = parts.get(frame) ?? partOf(frame)
    parts.delete(frame)
    parts.set(frame, part)
    if (parts.size > most) parts.delete(parts.keys().next().value ?? frame)
    return part
  }
}

/** One part of the picture through all frames of a stretch. */
class PartWork {
  private readonly job: PatchJob
  private readonly covers: readonly Covered[]
  private readonly texts: readonly Covering[]
  private readonly partOf: (frame: number) => FramePart
  private readonly size: { width: number; height: number }
  private readonly search: FrameSearch
  private readonly made = new Map<string, Cover>()
  private readonly counts = new Map<string, number>()

  constructor(job: PatchJob, part: PatchPart, partOf: (frame: number) => FramePart) {
    this.job = job
    this.size = part.box
    const { from: first, to: last } = job
    const covers = (of: (frame: number) => FramePart) =>
      coverings(part.texts, { first, last, luma: (frame) => of(frame).luma }, job.rate)
    const seen = covers(partOf)
    const { part: clear, edges } = withoutVeils(seen, { first, last, part: partOf })
    this.partOf = kept(clear, Math.floor(KEPT_BYTES / (1.5 * part.box.width * part.box.height)))
    this.texts = edges.length > 0 ? covers(this.partOf) : seen
    this.covers = [...this.texts, ...edges]
    const around = { first, last, part: this.partOf, mask: (frame: number) => this.cover(frame)?.luma.mask }
    this.search = new FrameSearch(around, { follows: job.follows })
  }

  /** Pixels of a frame that texts cover, except in places that the user named. */
  covered(frame: number): number {
    const found = this.texts.filter(({ text, first, last }) => !text.isWhole && first <= frame && frame <= last)
    const key = found.map(({ text: { first, box } }) => `${first} ${box.x} ${box.y}`).join(' ')
    let count = this.counts.get(key)
    if (count === undefined) {
      count = maskOf(found, frame, this.size)?.reduce((sum, value) => sum + value, 0) ?? 0
      this.counts.set(key, count)
    }
    return count
  }

  /** The part of a frame without its texts; undefined if it has none. */
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
  const texts = job.parts.flatMap((part) => part.texts)
  const hasText = job.times
    .slice(first - job.from, last + 1 - job.from)
    .map((_, at) => texts.some((text) => text.first <= first + at && first + at <= text.last))
  const all = stretchWork(hasText.length, hasText.filter(Boolean).length)
  let done = 0
  for (let frame = first; frame <= last; frame++) {
    const bytes = stack.of(frame).slice()
    for (const [index, part] of work.entries()) {
      const erased = part.erased(frame)
      if (erased) stack.put(index, bytes, erased)
    }
    // ffmpeg starts every input at 0.
    const sinceFirst = timeOf(job, frame) - early(job, frame) - timeOf(job, first) + early(job, first)
    const us = Math.max(0, Math.round(sinceFirst * 1e6))
    stdin.write(pictureHead(us, bytes.length))
    if (!stdin.write(bytes)) await once(stdin, 'drain')
    onProgress((done += stretchWork(1, hasText[frame - first] ? 1 : 0)) / all)
  }
  stdin.end()
}
