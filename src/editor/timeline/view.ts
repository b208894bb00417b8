import { clamp } from '#core/timing/rules.ts'
import { timelineLimits } from '#core/domain/limits.ts'

/** What part of the video the timeline shows. */
export interface View {
  /** Time at the left edge; may be a fraction of a millisecond. */
  readonly startMs: number
  readonly pxPerMs: number
  readonly width: number
}

/** Lengths of video that zoom 1 spreads over the base width: the width of the timeline. */
export const spans = ['whole', '10min', '1min', '10s'] as const
export type Span = (typeof spans)[number]

/** How much the timeline shows: a span over its width, magnified by `zoom`. */
export interface TimelineScale {
  readonly span: Span
  readonly zoom: number
}

const spanMs: Record<Exclude<Span, 'whole'>, number> = { '10min': 600_000, '1min': 60_000, '10s': 10_000 }

function lengthOf(span: Span, durationMs: number): number {
  return span === 'whole' ? Math.max(1000, durationMs) : spanMs[span]
}

/** One pixel a millisecond is as close as it gets. */
const MAX_PX_PER_MS = 1

/** Pixels a millisecond at a scale, in a timeline of that width. */
export function pxPerMsOf({ span, zoom }: TimelineScale, width: number, durationMs: number): number {
  return Math.min(MAX_PX_PER_MS, (Math.max(1, width) * zoom) / lengthOf(span, durationMs))
}

/** Span and zoom of a view: the span it was last given while the zoom is one of that span, else the span next to it. */
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

/** Another scale with the time under `x` kept still. */
export function zoomTo(view: View, pxPerMs: number, x: number, durationMs: number): View {
  const anchor = timeAt(view, x)
  return keepInside({ ...view, pxPerMs, startMs: anchor - x / pxPerMs }, durationMs)
}

/** Pixels a millisecond after a zoom by `factor`, between the whole video with some room and one pixel a millisecond. */
export function scaledBy(view: View, factor: number, durationMs: number): number {
  const whole = pxPerMsOf({ span: 'whole', zoom: timelineLimits.minZoom }, view.width, durationMs)
  return clamp(view.pxPerMs * factor, whole, MAX_PX_PER_MS)
}

/** The view moved by pixels, inside the video. */
export function panBy(view: View, px: number, durationMs: number): View {
  return keepInside({ ...view, startMs: view.startMs + px / view.pxPerMs }, durationMs)
}

/** Scrolls as little as it takes to show a time, with some room around it. */
export function reveal(view: View, ms: number, durationMs: number): View {
  const x = xOf(view, ms)
  if (x >= 0 && x <= view.width) return view
  return keepInside({ ...view, startMs: ms - (view.width / view.pxPerMs) * 0.2 }, durationMs)
}

/** Scrolls where a stretch of time is not all in view: then it begins a fifth of the way in, or fills the view. */
export function revealRange(view: View, start: number, end: number, durationMs: number): View {
  const [left, right] = [xOf(view, start), xOf(view, end)]
  const isShown = left >= 0 && right <= view.width
  // A line that is longer than the view can't be shown whole: its start and what follows are.
  const isFilled = left <= view.width / 2 && left >= 0 && right > view.width && right - left > view.width
  if (isShown || isFilled) return view
  const lead = Math.min(0.2 * view.width, Math.max(0, (view.width - (right - left)) / 2))
  return keepInside({ ...view, startMs: start - lead / view.pxPerMs }, durationMs)
}

/** With a time in the middle, as far as the video goes. */
export function centre(view: View, ms: number, durationMs: number): View {
  return keepInside({ ...view, startMs: ms - view.width / view.pxPerMs / 2 }, durationMs)
}

/** Labels of the ruler are at least this far apart. */
export const LABEL_PX = 90
