import { type Box, grownBox, type Plane } from '#core/media/erase/plane.ts'
import { bandsOf, isCaption, TextTracker, type TextTrack } from '#core/media/erase/tracks.ts'
import type { FoundText } from '#core/media/erase/texts.ts'
import type { ShownFrame } from '#core/media/plans/erase.ts'
import type { Picture, PixelBox } from '../../engines/pictures.ts'
import { samplePictures } from '../../engines/video-pictures.ts'
import type { Run } from '../../jobs/run.ts'
import { detectText } from '../picture-text/detect-text.ts'

export interface FindRequest {
  readonly path: string
  readonly durationMs: number
  /** Size of the picture as it is shown. */
  readonly shown: { readonly width: number; readonly height: number }
  /** Where text is looked for, in shares of the picture; the places of captions where there is none. */
  readonly region: PixelBox | undefined
  /** Whether text that never leaves is looked for all over the picture. */
  readonly findsMarks: boolean
  readonly onProgress: (share: number) => void
}

/** What was found in a video. */
export interface FoundTexts {
  /** Size of the upright picture in pixels. */
  readonly width: number
  readonly height: number
  /** When each frame is shown, in seconds. */
  readonly times: number[]
  /** In pixels of the picture. */
  readonly texts: FoundText[]
}

/** Longest side of a picture in which text is looked for. */
const MOST_SIDE = 640
const MOST_BAND_SIDE = 960
/** Pictures of the first look over all of a video. */
const FIRST_LOOKS = 60
const LEAST_STEP_S = 0.5
const MOST_STEP_S = 4
/** Seconds between pictures of a band: a text that stands shorter is hardly read. */
const BAND_STEP_S = 0.25
/** So often text is looked for anew although all that was there still is. */
const LOOK_EVERY = 4
/** In such a share of the pictures stands what never leaves, and a video must be this long to tell. */
const MARK_SHARE = 0.85
const MARK_LOOKS = 6

/** Finds the texts of a video: first where text stands at all, then in these places closely. */
export async function findTexts(run: Run, request: FindRequest): Promise<FoundTexts> {
  const { region, onProgress } = request
  const looked = await lookOver(run, request)
  const { frames, size, boxes } = looked
  const [{ width, height }] = frames.length > 0 ? frames : [{ width: 0, height: 0 }]
  const picture = { width, height }
  const wide = (box: Box): Box => scaled(box, width / size.width, height / size.height)
  const marks = request.findsMarks ? looked.marks.map(wide) : []
  const area = region && regionBox(region, picture)
  const captions = area ? [] : boxes.filter((box) => isCaption(box, size.height)).map(wide)
  const bands = area ? [area] : bandsOf(captions, picture)
  const all = { first: 0, last: frames.length - 1 }
  const texts: FoundText[] = marks.map((box) => ({ box, height: box.height, ...all, isMark: true, isWhole: false }))
  for (const [at, band] of bands.entries()) {
    const share = (done: number): number => 0.4 + (0.6 * (at + done)) / bands.length
    const tracks = await lookClosely(run, request, band, (done) => onProgress(share(done)))
    texts.push(...tracks.filter(({ box }) => !marks.some((mark) => overlaps(mark, box))).map(foundText))
  }
  // A person who names a place wants it clean, whatever stands there.
  if (area && texts.length === 0) texts.push({ box: area, height: area.height, ...all, isMark: true, isWhole: true })
  return {
    width,
    height,
    times: frames.map(({ seconds }) => seconds),
    texts: texts.map((text) => within(text, picture)),
  }
}

function foundText({ box, height, first, last }: TextTrack): FoundText {
  return { box, height, first, last, isMark: false, isWhole: false }
}

function within(text: FoundText, picture: { width: number; height: number }): FoundText {
  return { ...text, box: grownBox(text.box, 0, picture) }
}

function overlaps(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

function scaled({ x, y, width, height }: Box, across: number, down: number): Box {
  return { x: x * across, y: y * down, width: width * across, height: height * down }
}

/** A region in whole even pixels. */
function regionBox(region: PixelBox, { width, height }: { width: number; height: number }): Box {
  const box = grownBox(scaled(region, width, height), 0, { width, height })
  const x = box.x - (box.x % 2)
  const y = box.y - (box.y % 2)
  return { x, y, width: Math.max(2, box.width - (box.width % 2)), height: Math.max(2, box.height - (box.height % 2)) }
}

interface FirstLook {
  readonly frames: readonly ShownFrame[]
  /** Of the pictures that were looked at. */
  readonly size: { width: number; height: number }
  readonly boxes: Box[]
  readonly marks: Box[]
}

/** Looks at some pictures of the whole video. */
async function lookOver(
  run: Run,
  { path, durationMs, shown, region, findsMarks, onProgress }: FindRequest,
): Promise<FirstLook> {
  const { ffmpeg: program } = run.deps.engines.need('ffmpeg', {})
  const size = lookSize(shown, MOST_SIDE)
  const every = Math.min(MOST_STEP_S, Math.max(LEAST_STEP_S, durationMs / 1000 / FIRST_LOOKS))
  const boxes: Box[] = []
  const tracks: { box: Box; seen: number }[] = []
  let looks = 0
  const needsLook = region === undefined || findsMarks
  const frames = await samplePictures(
    { source: path, every, ...size },
    { program, signal: run.signal },
    async (sample) => {
      looks++
      if (needsLook) {
        for (const box of await detect(run, sample.picture)) {
          boxes.push(box)
          const same = tracks.find((track) => isSamePlace(track.box, box))
          if (same) same.seen++
          else tracks.push({ box, seen: 1 })
        }
      }
      onProgress(Math.min(0.4, (0.4 * looks * every * 1000) / durationMs))
    },
  )
  const marks = looks < MARK_LOOKS ? [] : tracks.filter(({ seen }) => seen >= MARK_SHARE * looks).map(({ box }) => box)
  return { frames, size, boxes: boxes.filter((box) => !marks.some((mark) => isSamePlace(mark, box))), marks }
}

function isSamePlace(a: Box, b: Box): boolean {
  const room = Math.min(a.height, b.height) / 2
  const edges = [a.x - b.x, a.y - b.y, a.x + a.width - b.x - b.width, a.y + a.height - b.y - b.height]
  return edges.every((edge) => Math.abs(edge) <= room)
}

async function lookClosely(
  run: Run,
  { path, durationMs }: FindRequest,
  band: Box,
  onProgress: (share: number) => void,
): Promise<TextTrack[]> {
  const { ffmpeg: program } = run.deps.engines.need('ffmpeg', {})
  const box = evenBox(band)
  const size = lookSize(box, MOST_BAND_SIDE)
  const tracker = new TextTracker()
  let looks = 0
  const sampling = { source: path, every: BAND_STEP_S, box, ...size }
  await samplePictures(sampling, { program, signal: run.signal }, async ({ frame, picture }) => {
    const luma = lumaOf(picture)
    const standing = looks++ % LOOK_EVERY === 0 ? undefined : tracker.standing(luma)
    tracker.take(frame, luma, standing ?? (await detect(run, picture)))
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

/** The box with even numbers, none of them larger. */
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

function lumaOf({ width, height, data }: Picture): Plane {
  const luma = new Uint8Array(width * height)
  for (let at = 0; at < luma.length; at++)
    luma[at] = ((data[3 * at] ?? 0) * 77 + (data[3 * at + 1] ?? 0) * 150 + (data[3 * at + 2] ?? 0) * 29) >> 8
  return { width, height, data: luma }
}
