import { type MediaFacts, ownClock, type VideoFacts } from '#core/media/facts.ts'
import { itemAt } from '#core/subtitle/text/item-at.ts'
import { thumbnailWidth } from '#core/media/thumbnails.ts'
import { quiet, talkative } from '#core/media/plans/parts.ts'
import { keyFrameList, keyFrameOf, planKeyFrames, planListedPictures } from '#core/media/plans/thumbnails.ts'
import { DEVICE_PATH, KEY_FRAMES_PATH, LIST_PATH, SOURCE_PATH } from './protocol.ts'
import { MediaFailed } from '#core/media/fault.ts'
import type { Priority } from './job-queue.ts'
import type { PacketReader } from './packets.ts'
import type { MediaSession } from './session.ts'

/**
 * Sources of a picture: keyframe packets copied for ffmpeg; ffmpeg alone, for unknown containers; the browser's decoders,
 * for codecs that the core lacks.
 */
export type PicturePath = 'packets' | 'concat' | 'webcodecs'

export interface ThumbnailRequest {
  /** On the player's clock. */
  readonly times: readonly number[]
  readonly height: number
  /** `video` for the whole video's, `visible` for those the user waits for. */
  readonly level: 'video' | 'visible'
  /** Only this source, for tests and measurements. */
  readonly path?: PicturePath | undefined
}

export interface Thumbnail {
  readonly index: number
  readonly image: ImageBitmap
}

/** Codecs that the core can only identify. */
const noDecoder = new Set(['av1', 'vvc'])
/** Pictures of the first round, spread over the video for a quick overview. */
const FIRST_ROUND = 8

interface Task {
  readonly session: MediaSession
  readonly facts: MediaFacts
  readonly video: VideoFacts
  readonly request: ThumbnailRequest
  readonly width: number
  readonly signal: AbortSignal
  readonly hand: (index: number, image: ImageBitmap) => void
}

/** Pictures at the keyframes at or before the given times, each emitted once; returns their number and source. */
export async function readThumbnails(
  session: MediaSession,
  request: ThumbnailRequest,
  signal: AbortSignal,
  onThumbnail: (thumbnail: Thumbnail) => void,
): Promise<{ count: number; path: PicturePath }> {
  const { facts, video } = await session.video()
  const done = new Set<number>()
  const hand = (index: number, image: ImageBitmap): void => {
    if (done.has(index)) return image.close()
    done.add(index)
    onThumbnail({ index, image })
  }
  const width = thumbnailWidth(video, request.height)
  const task: Task = { session, facts, video, request, width, signal, hand }
  let failure: MediaFailed | undefined
  for (const path of request.path ? [request.path] : pathsFor(video)) {
    const wanted = spread(request.times.length).filter((index) => !done.has(index))
    try {
      await walk[path](task, wanted)
      if (done.size === request.times.length) return { count: done.size, path }
    } catch (error) {
      if (signal.aborted) throw new MediaFailed('cancelled')
      if (!(error instanceof MediaFailed) || error.fault === 'source_lost') throw error
      failure = error
    }
  }
  if (done.size > 0) throw new MediaFailed('truncated', failure?.message)
  throw failure ?? new MediaFailed('unsupported', video.codec)
}

function pathsFor({ codec }: VideoFacts): PicturePath[] {
  return noDecoder.has(codec) ? ['webcodecs'] : ['packets', 'concat', 'webcodecs']
}

/** Every index once, the first few spread out. */
function spread(count: number): number[] {
  const step = Math.max(1, Math.ceil(count / FIRST_ROUND))
  const all = Array.from({ length: count }, (_, index) => index)
  const first = all.filter((index) => index % step === step >> 1)
  return [...first, ...all.filter((index) => index % step !== step >> 1)]
}

/** Each source emits what it can; the next one tries the rest. */
const walk: Record<PicturePath, (task: Task, wanted: readonly number[]) => Promise<void>> = {
  async packets(task, wanted) {
    const packets = await task.session.packets()
    if (!packets) return
    let read: Promise<unknown> = Promise.resolve()
    let shown: Promise<unknown> = Promise.resolve()
    const ends = rounds(wanted).map((round, order) => {
      // Sequential rounds: the first must not wait for all packets, nor share the processor with the others.
      const video = read.then(() => keyFrameVideo(task, packets, round))
      read = video.catch(() => undefined)
      const end = shown.then(() => decodeKeyFrames(task, video, round, order))
      shown = end.catch(() => undefined)
      return end
    })
    // All must have ended before a failure is reported.
    const failed = (await Promise.allSettled(ends)).find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  },

  async concat({ session, video, request, width, signal, hand, facts }, wanted) {
    const order = inTime(request, wanted)
    const times = order.map(({ ms }) => ownClock(facts, ms))
    const look = { output: DEVICE_PATH, video, width, height: request.height }
    let at = 0
    const { log } = await drawn(session, { level: request.level, order: 0 }, signal, width, request.height, () => {
      at = 0
      return {
        args: [...quiet, ...planListedPictures({ ...look, source: LIST_PATH, count: times.length })],
        files: { [LIST_PATH]: keyFrameList(SOURCE_PATH, times) },
        onPicture: (image) => handNext(hand, order[at++], image),
      }
    })
    if (at === 0) throw new MediaFailed('unreadable', log.at(-1))
  },

  async webcodecs(task, wanted) {
    const packets = await task.session.packets()
    if (!packets || !(await packets.canDecode())) return
    const { facts, request, width, signal, hand } = task
    const order = inTime(request, wanted)
    const times = order.map(({ ms }) => ownClock(facts, ms) / 1000)
    let at = 0
    for await (const image of packets.pictures(await packets.keyTimes(times, signal), width, request.height)) {
      if (signal.aborted) throw new MediaFailed('cancelled')
      if (image) handNext(hand, order[at], image)
      at++
    }
  },
}

interface Wanted {
  readonly index: number
  readonly ms: number
}

/** The given pictures in time order: decoders go forward only. */
function inTime({ times }: ThumbnailRequest, wanted: readonly number[]): Wanted[] {
  return wanted.map((index) => ({ index, ms: itemAt(times, index) })).sort((a, b) => a.ms - b.ms)
}

function handNext(hand: Task['hand'], wanted: Wanted | undefined, image: ImageBitmap): void {
  if (wanted) hand(wanted.index, image)
  else image.close()
}

function rounds(wanted: readonly number[]): (readonly number[])[] {
  return [wanted.slice(0, FIRST_ROUND), wanted.slice(FIRST_ROUND)].filter((round) => round.length > 0)
}

function keyFrameVideo(task: Task, packets: PacketReader, round: readonly number[]): Promise<Uint8Array<ArrayBuffer>> {
  const { facts, request, signal } = task
  const times = round.map((index) => ownClock(facts, itemAt(request.times, index)) / 1000)
  return packets.keyFrames(times, signal).catch((error: unknown) => {
    if (error instanceof MediaFailed) throw error
    throw new MediaFailed(signal.aborted ? 'cancelled' : 'unreadable', String(error))
  })
}

async function decodeKeyFrames(
  { session, video, request, width, signal, hand }: Task,
  keyFrames: Promise<Uint8Array<ArrayBuffer>>,
  round: readonly number[],
  order: number,
): Promise<void> {
  const bytes = await keyFrames
  const look = { output: DEVICE_PATH, video, width, height: request.height }
  const shown: number[] = []
  let drawnCount = 0
  const { log } = await drawn(session, { level: request.level, order }, signal, width, request.height, () => {
    shown.length = 0
    return {
      args: [...talkative, ...planKeyFrames({ ...look, source: KEY_FRAMES_PATH })],
      // A copy per attempt, as it is transferred to the core.
      files: { [KEY_FRAMES_PATH]: bytes.slice() },
      onLog: (line) => {
        const key = keyFrameOf(line)
        if (key !== undefined) shown.push(key)
      },
      onPicture: (image) => {
        const index = round[shown.shift() ?? -1]
        drawnCount++
        if (index === undefined) image.close()
        else hand(index, image)
      },
    }
  })
  if (drawnCount < round.length) throw new MediaFailed('unreadable', log.at(-1))
}

interface Drawing {
  args: readonly string[]
  files: Record<string, Uint8Array<ArrayBuffer> | string>
  onLog?: (line: string) => void
  onPicture: (image: ImageBitmap) => void
}

/** Runs a command with raw pictures as output; ends when all are emitted in order. */
export async function drawn(
  session: MediaSession,
  place: Priority,
  signal: AbortSignal,
  width: number,
  height: number,
  make: () => Drawing,
): Promise<{ log: readonly string[] }> {
  let last: Promise<void> = Promise.resolve()
  const { log } = await session.run(place, signal, () => {
    const { args, files, onLog, onPicture } = make()
    const onPiece = (buffer: ArrayBuffer): void => {
      const image = createImageBitmap(new ImageData(new Uint8ClampedArray(buffer), width, height))
      last = last.then(async () => onPicture(await image))
    }
    return { args, files, onLog, device: { mount: { kind: 'frames', frameBytes: width * height * 4 }, onPiece } }
  })
  await last
  return { log }
}
