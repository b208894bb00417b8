import { clamp } from '#core/timing/rules.ts'
import { timelineLimits } from '#core/domain/limits.ts'

/** The part of the video that the timeline shows. */
export interface View {
  /** Time at the left edge; may be a fraction of a millisecond. */
  readonly startMs: number
  readonly pxPerMs: number
  readonly width: number
}

/** Durations that zoom 1 fits to the timeline's width. */
export const spans = ['whole', '10min', '1min', '10s'] as const
export type Span = (typeof spans)[number]

/** Scale of the timeline: a span over its width, magnified by `zoom`. */
export interface TimelineScale {
  readonly span: Span
  readonly zoom: number
}

const spanMs: Record<Exclude<Span, 'whole'>, number> = { '10min': 600_000, '1min': 60_000, '10s': 10_000 }

/** Up to a minute the whole video has room for its texts; up to five, half a minute; longer ones open at a minute. */
const LONGEST_WHOLE_MS = 60_000
const LONGEST_HALF_MS = 5 * 60_000

/** The scale at which a video that was not open before opens. */
export function openingScale(durationMs: number): TimelineScale {
  if (durationMs <= LONGEST_WHOLE_MS) return { span: 'whole', zoom: 1 }
  return { span: '1min', zoom: durationMs <= LONGEST_HALF_MS ? 2 : 1 }
}

function lengthOf(span: Span, durationMs: number): number {
  return span === 'whole' ? Math.max(1000, durationMs) : spanMs[span]
}

/** The largest scale is one pixel per millisecond. */
const MAX_PX_PER_MS = 1

/** Pixels per millisecond at a scale and width. */
export function pxPerMsOf({ span, zoom }: TimelineScale, width: number, durationMs: number): number {
  return Math.min(MAX_PX_PER_MS, (Math.max(1, width) * zoom) / lengthOf(span, durationMs))
}

/** Span and zoom of a view: the last span if the zoom is in its range, else the nearest one. */
export function scaleOf({ pxPerMs, width }: View, durationMs: number, last: Span): TimelineScale {
  const scales = [last, ...spans].map((span) => ({ span, zoom: (pxPerMs * lengthOf(span, durationMs)) / width }))
  return scales.reduce((best, scale) => (zoomExcess(scale) < zoomExcess(best) ? scale : best))
}

/** How far a zoom is outside the range of a span, as a ratio; 0 inside. */
function zoomExcess({ zoom }: TimelineScale): number {
  const { minZoom, maxZoom, zoomStep } = timelineLimits
  return Math.abs(Math.log(zoom / clamp(zoom, minZoom - zoomStep / 2, maxZoom + zoomStep / 2)))
}

/** The time at `x` pixels from the left of the view. */
export function timeAt(view: View, x: number): number {
  return view.startMs + x / view.pxPerMs
}

/** Pixels from the left of the view to a time. */
export function xOf(view: View, ms: number): number {
  return (ms - view.startMs) * view.pxPerMs
}

/** The time at the right edge. */
export function endOf(view: View): number {
  return timeAt(view, view.width)
}

/** The view with its start inside the video; a video shorter than the view starts at 0. */
export function keepInside(view: View, durationMs: number): View {
  const last = Math.max(0, durationMs - view.width / view.pxPerMs)
  return { ...view, startMs: clamp(view.startMs, 0, last) }
}

/** Changes the scale while the time under `x` stays there. */
export function zoomTo(view: View, pxPerMs: number, x: number, durationMs: number): View {
  const anchor = timeAt(view, x)
  return keepInside({ ...view, pxPerMs, startMs: anchor - x / pxPerMs }, durationMs)
}

/**
 * Pixels per millisecond after a zoom by `factor`, between the whole video with some space and one pixel per
 * millisecond.
 */
export function scaledBy(view: View, factor: number, durationMs: number): number {
  const whole = pxPerMsOf({ span: 'whole', zoom: timelineLimits.minZoom }, view.width, durationMs)
  return clamp(view.pxPerMs * factor, whole, MAX_PX_PER_MS)
}

/** Moves the view by pixels, within the video. */
export function panBy(view: View, px: number, durationMs: number): View {
  return keepInside({ ...view, startMs: view.startMs + px / view.pxPerMs }, durationMs)
}

/** Scrolls by the least amount that shows a time, with some space around it. */
export function reveal(view: View, ms: number, durationMs: number): View {
  const x = xOf(view, ms)
  if (x >= 0 && x <= view.width) return view
  return keepInside({ ...view, startMs: ms - (view.width / view.pxPerMs) * 0.2 }, durationMs)
}

/** If a range is not fully in view, scrolls to start it a fifth of the way in, or to fill the view. */
export function revealRange(view: View, start: number, end: number, durationMs: number): View {
  const [left, right] = [xOf(view, start), xOf(view, end)]
  const isShown = left >= 0 && right <= view.width
  // A line longer than the view can't fit: its start and what follows are shown.
  const isFilled = left <= view.width / 2 && left >= 0 && right > view.width && right - left > view.width
  if (isShown || isFilled) return view
  const lead = Math.min(0.2 * view.width, Math.max(0, (view.width - (right - left)) / 2))
  return keepInside({ ...view, startMs: start - lead / view.pxPerMs }, durationMs)
}

/** Centres a time, within the video. */
export function centre(view: View, ms: number, durationMs: number): View {
  return keepInside({ ...view, startMs: ms - view.width / view.pxPerMs / 2 }, durationMs)
}

/** Least distance between labels of the ruler. */
export const LABEL_PX = 90
