import type { Cue } from '#core/subtitle/cue.ts'
import type { Patch } from '#core/subtitle/patch.ts'
import { inSlices } from '#src/media/by-steps.ts'
import { delays } from '../options.ts'
import type { EditorSession } from '../session.ts'
import { StripColumns } from './strip-columns.ts'

/** Pixels. */
export const STRIP_HEIGHT = 3

interface Strip {
  readonly session: EditorSession
  readonly durationMs: number
  /** Columns that a line takes at least. */
  readonly leastPx: number
  /** What a line shows; 0 is nothing. */
  readonly valueOf: (cue: Cue) => number
  /** Draws the columns from the first up to the second, itself excluded, over what was there. */
  readonly paint: (canvas: HTMLCanvasElement, values: Float64Array, first: number, last: number) => void
  /** Tells when lines may show something else without a change of theirs: `redraw` makes the whole again. */
  readonly watch: (redraw: () => void) => () => void
}

/** Keeps a strip over the whole video up to date at each rest; returns what ends it. */
export function drawStrip(canvas: HTMLCanvasElement, strip: Strip): () => void {
  const { session, durationMs, leastPx, valueOf } = strip
  let columns: StripColumns | undefined
  let patches: Patch[] = []
  let making: AbortController | undefined

  const show = (shown: StripColumns): void => {
    const [first, last] = shown.takeChanged()
    if (first >= last) return
    const { length } = shown.values
    // Written again, the size would clear it.
    if (canvas.width !== length || canvas.height !== STRIP_HEIGHT)
      [canvas.width, canvas.height] = [length, STRIP_HEIGHT]
    strip.paint(canvas, shown.values, first, last)
  }
  const makeWhole = async (width: number): Promise<void> => {
    making = new AbortController()
    const { signal } = making
    patches = []
    const made = new StripColumns({ width, durationMs, leastPx }, valueOf)
    if (!(await inSlices(session.list, (cue) => made.add(cue), signal))) return
    making = undefined
    columns = made
    draw()
  }
  const draw = (): void => {
    // What changes meanwhile is taken over when the whole is made.
    if (making) return
    const waiting = patches
    patches = []
    const shown = columns
    if (shown && waiting.every((patch) => shown.follow(session.list, patch))) return show(shown)
    const width = canvas.clientWidth
    if (width > 0) void makeWhole(width)
  }
  const later = (): void => session.loop.idle(draw, draw, { after: delays.save })
  const redraw = (): void => {
    making?.abort()
    making = undefined
    columns = undefined
    later()
  }
  const stops = [
    session.onChange(({ patch }) => {
      patches.push(patch)
      later()
    }),
    strip.watch(redraw),
  ]
  // It tells the width at once, and each other one that comes.
  const observer = new ResizeObserver(redraw)
  observer.observe(canvas)
  return () => {
    session.loop.cancel(draw)
    making?.abort()
    for (const stop of stops) stop()
    observer.disconnect()
  }
}
