import type { Palette } from './palette.ts'
import type { Surface } from './surface/surface.ts'
import { type Painter, type TilePlace, Tiles } from './tiles.ts'
import { endOf, type View } from './view.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

/** Closer shot changes are not drawn, as in a view of the whole video, which they would fill. */
const MIN_SHOT_PX = 3
const SPEECH_PX = 4
/** With more marks in view they are painted on tiles. */
const MANY = 150

export interface VideoMarks {
  /** Shot changes, in order. */
  readonly shotChanges: readonly number[]
  readonly speech: readonly TimeRange[]
}

/** Draws shot changes as lines over pictures and sound, and speech as a band below the sound. */
export class MarkLayer {
  private readonly tiles = new Tiles<VideoMarks>()

  draw(surface: Surface, marks: VideoMarks, place: TilePlace, palette: Palette): void {
    const { view, top, height } = place
    const count = countIn(marks, view)
    if (count > MANY) {
      const painter: Painter<VideoMarks> = {
        signature: () => marks,
        paint: (tile, stretch) => paint(tile, marks, { ...stretch, top: 0, bottom: height }, palette),
      }
      return this.tiles.draw(surface, painter, place, `${palette.speech} ${palette.shotChange}`)
    }
    const { startMs, pxPerMs, width } = view
    if (count > 0)
      paint(surface, marks, { fromPx: startMs * pxPerMs, pxPerMs, width, top, bottom: top + height }, palette)
  }
}

/** A range of the video in pixels: its start, counted from the video's start, and where it is drawn. */
interface Stretch {
  readonly fromPx: number
  readonly pxPerMs: number
  readonly width: number
  readonly top: number
  readonly bottom: number
}

/** Number of marks in view, at most. */
function countIn({ shotChanges, speech }: VideoMarks, view: View): number {
  const last = endOf(view)
  const shots = firstAtOrAfter(shotChanges, last) - firstAtOrAfter(shotChanges, view.startMs)
  return shots + firstEndingAfter(speech, last) + 1 - firstEndingAfter(speech, view.startMs)
}

function paint(surface: Surface, { speech, shotChanges }: VideoMarks, stretch: Stretch, palette: Palette): void {
  paintSpeech(surface, speech, stretch, palette.speech)
  paintShotChanges(surface, shotChanges, stretch, palette.shotChange)
}

function paintSpeech(surface: Surface, speech: readonly TimeRange[], stretch: Stretch, color: number): void {
  const { fromPx, pxPerMs, width, bottom } = stretch
  const lastMs = (fromPx + width) / pxPerMs
  let right = 0
  for (let at = firstEndingAfter(speech, fromPx / pxPerMs); at < speech.length; at++) {
    const { start, end } = speech[at]!
    if (start > lastMs) return
    const from = Math.max(right, Math.round(start * pxPerMs - fromPx))
    const to = Math.max(from + 1, Math.round(end * pxPerMs - fromPx))
    surface.rect(color, from, bottom - SPEECH_PX, to - from, SPEECH_PX)
    right = to
  }
}

function paintShotChanges(surface: Surface, shotChanges: readonly number[], stretch: Stretch, color: number): void {
  const { fromPx, pxPerMs, width, top, bottom } = stretch
  const first = firstAtOrAfter(shotChanges, fromPx / pxPerMs)
  const end = firstAtOrAfter(shotChanges, (fromPx + width) / pxPerMs)
  if (width / (end - first) < MIN_SHOT_PX) return
  for (let at = first; at < end; at++) {
    surface.rect(color, Math.round(shotChanges[at]! * pxPerMs - fromPx), top, 1, bottom - top)
  }
}

function firstAtOrAfter(values: readonly number[], ms: number): number {
  return lowest(values, (value) => value >= ms)
}

function firstEndingAfter(intervals: readonly TimeRange[], ms: number): number {
  return lowest(intervals, ({ end }) => end > ms)
}

/** The first index for which `holds` is true, as it is for all later ones. */
function lowest<T>(items: readonly T[], holds: (item: T) => boolean): number {
  let lo = 0
  let hi = items.length
  while (lo < hi) {
    const middle = (lo + hi) >> 1
    const item = items[middle]
    if (item === undefined || holds(item)) hi = middle
    else lo = middle + 1
  }
  return lo
}
