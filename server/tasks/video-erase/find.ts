import type { FoundTexts } from '#core/media/erase/mask.ts'
import { type Box, grownBox, type Plane, sharedArea } from '#core/media/erase/plane.ts'
import type { FoundText } from '#core/media/erase/texts.ts'
import { bandsOf, isCaption, type OpenTrack, TextTracker, type TextTrack } from '#core/media/erase/tracks.ts'
import { startShare } from '#core/media/erase/work.ts'
import { judgeTracks, mayBeCaption, textOf } from '#core/media/erase/verdicts.ts'
import type { ShownFrame } from '#core/media/plans/erase.ts'
import type { Picture, PixelBox } from '../../engines/pictures.ts'
import { samplePictures } from '../../engines/video-pictures.ts'
import type { Run } from '../../jobs/run.ts'
import { detectText } from '../picture-text/detect-text.ts'
import { greyOf, RowReader } from './read.ts'
import { rateOf } from './stretches.ts'

export interface FindRequest {
  readonly path: string
  readonly videoIndex: number
  readonly durationMs: number
  /** Size of the picture as it is shown. */
  readonly shown: { readonly width: number; readonly height: number }
  /** Regions to search, in shares of the picture; by default the usual places of captions. */
  readonly region: PixelBox | undefined
  /** Whether static text is searched in the whole picture. */
  readonly findsMarks: boolean
  /** Language of the video; empty if unknown. */
  readonly language: string
  readonly onProgress: (share: number) => void
}

/** Longest side of a searched picture. */
const MOST_SIDE = 640
const MOST_BAND_SIDE = 960
/** Pictures of the first pass over a video. */
const FIRST_LOOKS = 60
const LEAST_STEP_S = 0.5
const MOST_STEP_S = 4
/** Seconds between pictures of a band: shorter text is hardly read. */
const BAND_STEP_S = 0.25
/** How often text is searched again although the known text is unchanged. */
const LOOK_EVERY = 4
/** Cost of a close pass against a first one, when the whole picture is searched. */
const CLOSE_WORK = 0.4
/** Share of pictures with static text, and the least length of video to judge it. */
const MARK_SHARE = 0.85
const MARK_LOOKS = 6
/** Readings of a text until this many succeeded. */
const MOST_READINGS = 5
const SURE_READINGS = 2

/** Finds and reads a video's texts: first coarsely everywhere, then closely in their places. */
export async function findTexts(run: Run, asked: FindRequest): Promise<FoundTexts> {
  const { region, shown, durationMs } = asked
  const start = startShare({ seconds: durationMs / 1000, pixels: shown.width * shown.height, follows: false })
  const request = { ...asked, onProgress: (share: number) => asked.onProgress(start + (1 - start) * share) }
  const reader = new RowReader(run, request.language)
  const looked = await lookOver(run, request, reader)
  const { frames } = looked
  const [picture = { width: 0, height: 0 }] = frames
  const times = frames.map(({ seconds }) => seconds)
  const texts = region
    ? await textsInPlace(run, request, { looked, reader, place: regionBox(region, picture) })
    : await textsAnywhere(run, request, { looked, reader })
  return { width: picture.width, height: picture.height, times, texts: texts.map((text) => within(text, picture)) }
}

interface Looked {
  readonly looked: FirstLook
  readonly reader: RowReader
}

/** Captions from the close pass, everything else from the first one. */
async function textsAnywhere(run: Run, request: FindRequest, { looked, reader }: Looked): Promise<FoundText[]> {
  const { size, tracks, marks } = looked
  const [picture = size] = looked.frames
  const [across, down] = [picture.width / size.width, picture.height / size.height]
  const wide = tracks.map((track) => ({ ...track, box: scaled(track.box, across, down), height: track.height * down }))
  const places = wide.filter((track) => mayBeCaption(track, picture))
  const bands = bandsOf(
    places.map(({ box }) => box),
    picture,
  )
  const closely = await lookAtBands(run, request, bands, reader)
  const outside = wide.filter(({ box }) => !bands.some((band) => sharedArea(band, box) > 0))
  const rate = rateOf(looked.frames.map(({ seconds }) => seconds))
  const found = judgeTracks([...closely, ...outside], { ...picture, rate })
  const never = marks.map((box) => markOf(scaled(box, across, down), looked.frames.length))
  return [...never, ...found.filter(({ box }) => !never.some((mark) => sharedArea(mark.box, box) > 0))]
}

/** In a place that the user named, everything is erased. */
async function textsInPlace(
  run: Run,
  request: FindRequest,
  { looked, reader, place }: Looked & { readonly place: Box },
): Promise<FoundText[]> {
  const tracks = await lookAtBands(run, request, [place], reader)
  if (tracks.length > 0) return tracks.map((track) => textOf(track, 'place'))
  return [{ ...markOf(place, looked.frames.length), id: 'place', verdict: 'place', isWhole: true }]
}

/** Static text. */
function markOf(box: Box, frames: number): FoundText {
  const id = `mark-${Math.round(box.x)}-${Math.round(box.y)}`
  const range = { first: 0, last: Math.max(0, frames - 1) }
  return { id, verdict: 'mark', reading: undefined, box, height: box.height, ...range, isMark: true, isWhole: false }
}

async function lookAtBands(
  run: Run,
  request: FindRequest,
  bands: readonly Box[],
  reader: RowReader,
): Promise<TextTrack[]> {
  const tracks: TextTrack[] = []
  for (const [at, band] of bands.entries()) {
    const before = request.region ? 0 : firstShare(request.durationMs)
    const share = (done: number): number => before + ((1 - before) * (at + done)) / bands.length
    tracks.push(
      ...(await lookClosely(run, request, { band, reader, onProgress: (done) => request.onProgress(share(done)) })),
    )
  }
  return tracks
}

function within(text: FoundText, picture: { width: number; height: number }): FoundText {
  return { ...text, box: grownBox(text.box, 0, picture) }
}

function scaled({ x, y, width, height }: Box, across: number, down: number): Box {
  return { x: x * across, y: y * down, width: width * across, height: height * down }
}

/** A region in even pixels. */
function regionBox(region: PixelBox, { width, height }: { width: number; height: number }): Box {
  const box = grownBox(scaled(region, width, height), 0, { width, height })
  const x = box.x - (box.x % 2)
  const y = box.y - (box.y % 2)
  return { x, y, width: Math.max(2, box.width - (box.width % 2)), height: Math.max(2, box.height - (box.height % 2)) }
}

interface FirstLook {
  readonly frames: readonly ShownFrame[]
  /** Of the searched pictures. */
  readonly size: { width: number; height: number }
  /** In their pixels; `first` and `last` are frames of the video. */
  readonly tracks: readonly TextTrack[]
  readonly marks: readonly Box[]
}

/** Seconds between pictures of the first pass. */
function firstStep(durationMs: number): number {
  return Math.min(MOST_STEP_S, Math.max(LEAST_STEP_S, durationMs / 1000 / FIRST_LOOKS))
}

/** The first pass's part of the work. */
function firstShare(durationMs: number): number {
  const close = (CLOSE_WORK * firstStep(durationMs)) / BAND_STEP_S
  return 1 / (1 + close)
}

/** Searches samples of the whole video. */
async function lookOver(run: Run, request: FindRequest, reader: RowReader): Promise<FirstLook> {
  const { path, videoIndex, durationMs, shown, region, findsMarks, onProgress } = request
  const { ffmpeg: program } = run.deps.engines.need('ffmpeg', {})
  const size = lookSize(shown, MOST_SIDE)
  const every = firstStep(durationMs)
  const most = region ? 0 : firstShare(durationMs)
  const tracker = new TextTracker()
  const still: { box: Box; seen: number }[] = []
  let looks = 0
  const sampling = { source: path, videoIndex, every, ...size }
  const frames = await samplePictures(sampling, { program, signal: run.signal }, async ({ frame, picture }) => {
    looks++
    if (region === undefined) {
      const boxes = await detect(run, picture)
      if (findsMarks) countPlaces(still, boxes)
      await readTexts(reader, picture, tracker.take(frame, lumaOf(picture), boxes))
    }
    onProgress(most * Math.min(1, (looks * every * 1000) / durationMs))
  })
  const marks = looks < MARK_LOOKS ? [] : still.filter(({ seen }) => seen >= MARK_SHARE * looks).map(({ box }) => box)
  return { frames, size, tracks: tracker.end(), marks }
}

function countPlaces(places: { box: Box; seen: number }[], boxes: readonly Box[]): void {
  for (const box of boxes) {
    const same = places.find((place) => isSamePlace(place.box, box))
    if (same) same.seen++
    else places.push({ box, seen: 1 })
  }
}

/** Reads texts that were not read often enough yet. */
async function readTexts(reader: RowReader, picture: Picture, texts: readonly OpenTrack[]): Promise<void> {
  for (const { box, looks, seen } of texts) {
    if (looks.length >= MOST_READINGS || looks.filter(({ isSure }) => isSure).length >= SURE_READINGS) continue
    looks.push(await reader.read(picture, box, { triesOthers: seen > 1 && isCaption(box, picture.height) }))
  }
}

function isSamePlace(a: Box, b: Box): boolean {
  const room = Math.min(a.height, b.height) / 2
  const edges = [a.x - b.x, a.y - b.y, a.x + a.width - b.x - b.width, a.y + a.height - b.y - b.height]
  return edges.every((edge) => Math.abs(edge) <= room)
}

interface CloseLook {
  readonly band: Box
  readonly reader: RowReader
  readonly onProgress: (share: number) => void
}

async function lookClosely(
  run: Run,
  { path, videoIndex, durationMs }: FindRequest,
  { band, reader, onProgress }: CloseLook,
): Promise<TextTrack[]> {
  const { ffmpeg: program } = run.deps.engines.need('ffmpeg', {})
  const box = evenBox(band)
  const size = lookSize(box, MOST_BAND_SIDE)
  const tracker = new TextTracker()
  let looks = 0
  const sampling = { source: path, videoIndex, every: BAND_STEP_S, box, ...size }
  await samplePictures(sampling, { program, signal: run.signal }, async ({ frame, picture }) => {
    const luma = lumaOf(picture)
    const standing = looks++ % LOOK_EVERY === 0 ? undefined : tracker.standing(luma)
    await readTexts(reader, picture, tracker.take(frame, luma, standing ?? (await detect(run, picture))))
    onProgress(Math.min(1, (looks * BAND_STEP_S * 1000) / durationMs))
  })
  return tracker.end().map((track) => ({
    ...track,
    height: (track.height * box.height) / size.height,
    box: moved(scaled(track.box, box.width / size.width, box.height / size.height), box),
  }))
}

function moved({ x, y, width, height }: Box, by: Box): Box {
  return { x: x + by.x, y: y + by.y, width, height }
}

/** The box shrunk to even numbers. */
function evenBox({ x, y, width, height }: Box): Box {
  const left = 2 * Math.ceil(x / 2)
  const top = 2 * Math.ceil(y / 2)
  const even = (side: number): number => Math.max(2, 2 * Math.floor(side / 2))
  return { x: left, y: top, width: even(x + width - left), height: even(y + height - top) }
}

function lookSize({ width, height }: { width: number; height: number }, most: number) {
  const scale = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(2, Math.round(width * scale)), height: Math.max(2, Math.round(height * scale)) }
}

async function detect({ deps, signal }: Run, picture: Picture): Promise<Box[]> {
  const found = await detectText(deps.engines, picture, signal)
  return found.map(({ box }) => box).filter(({ width, height }) => width >= height * 0.8 && height >= 5)
}

function lumaOf(picture: Picture): Plane {
  return greyOf(picture)
}
