import type { Container } from 'pixi.js'
import { Boxes } from './boxes.ts'
import type { Palette } from './palette.ts'
import { Tiles } from './tiles.ts'
import type { View } from './view.ts'
import type { TimeRange } from '#core/timing/time-range.ts'

/** Closer than this, shot changes would be a wall: a view of the whole video shows none. */
const MIN_SHOT_PX = 3
const SPEECH_PX = 4

export interface VideoMarks {
  /** Shot changes, in order. */
  readonly shotChanges: readonly number[]
  readonly speech: readonly TimeRange[]
}

/** Shot changes as lines over pictures and sound, speech as a band along the sound's foot. */
export class MarkLayer {
  private readonly tiles: Tiles<VideoMarks>
  private readonly boxes = new Boxes()

  constructor(container: Container, onSettled: () => void) {
    this.tiles = new Tiles(container, onSettled)
  }

  draw(marks: VideoMarks, view: View, durationMs: number, top: number, bottom: number, palette: Palette): void {
    if (marks.shotChanges.length + marks.speech.length === 0) return this.tiles.hide()
    const painter = {
      stamp: () => marks,
      paint: (context: CanvasRenderingContext2D, fromPx: number, pxPerMs: number) => {
        this.boxes.clear()
        this.addSpeech(marks.speech, context.canvas, fromPx, pxPerMs, palette.speech)
        this.addShotChanges(marks.shotChanges, context.canvas, fromPx, pxPerMs, palette.shotChange)
        this.boxes.paint(context)
      },
    }
    this.tiles.draw(painter, view, durationMs, top, bottom - top, `${palette.speech} ${palette.shotChange}`)
  }

  private addSpeech(speech: readonly TimeRange[], tile: Size, fromPx: number, pxPerMs: number, color: number) {
    const lastMs = (fromPx + tile.width) / pxPerMs
    let right = 0
    for (const { start, end } of speech.slice(firstEndingAfter(speech, fromPx / pxPerMs))) {
      if (start > lastMs) return
      const from = Math.max(right, Math.round(start * pxPerMs) - fromPx)
      const to = Math.max(from + 1, Math.round(end * pxPerMs) - fromPx)
      this.boxes.add(color, from, tile.height - SPEECH_PX, to - from, SPEECH_PX)
      right = to
    }
  }

  private addShotChanges(
    shotChanges: readonly number[],
    tile: Size,
    fromPx: number,
    pxPerMs: number,
    color: number,
  ): void {
    const first = firstAtOrAfter(shotChanges, fromPx / pxPerMs)
    const end = firstAtOrAfter(shotChanges, (fromPx + tile.width) / pxPerMs)
    if (tile.width / (end - first) < MIN_SHOT_PX) return
    for (const ms of shotChanges.slice(first, end)) {
      this.boxes.add(color, Math.round(ms * pxPerMs) - fromPx, 0, 1, tile.height)
    }
  }
}

interface Size {
  readonly width: number
  readonly height: number
}

function firstAtOrAfter(values: readonly number[], ms: number): number {
  return lowest(values, (value) => value >= ms)
}

function firstEndingAfter(intervals: readonly TimeRange[], ms: number): number {
  return lowest(intervals, ({ end }) => end > ms)
}

/** The first index for which something holds that holds for all after it too. */
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
