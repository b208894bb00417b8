import { clamp } from '#core/timing/rules.ts'
import { timelineLimits } from '#core/domain/limits.ts'

/** What part of the video the timeline shows. */
export interface View {
  /** Time at the left edge; may be a fraction of a millisecond. */
  readonly startMs: number
  readonly pxPerMs: number
  readonly width: number
}

/** Lengths of video that zoom 1 spreads over the base width. */
export const spans = ['whole', '10min', '1min', '10s'] as const
export type Span = (typeof spans)[number]

const spanMs: Record<Exclude<Span, 'whole'>, number> = { '10min': 600_000, '1min': 60_000, '10s': 10_000 }

/** One pixel a millisecond is as close as it gets. */
const MAX_PX_PER_MS = 1

/** Pixels a millisecond at a span and a zoom. */
export function pxPerMsOf(span: Span, zoom: number, durationMs: number): number {
  const length = span === 'whole' ? Math.max(1000, durationMs) : spanMs[span]
  return Math.min(MAX_PX_PER_MS, (timelineLimits.baseWidthPx * zoom) / length)
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

/** Scale after a zoom by `factor`, between the whole video in the base width and one pixel a millisecond. */
export function scaledBy(view: View, factor: number, durationMs: number): number {
  const whole = (timelineLimits.minZoom * timelineLimits.baseWidthPx) / Math.max(1000, durationMs)
  return clamp(view.pxPerMs * factor, Math.min(whole, MAX_PX_PER_MS), MAX_PX_PER_MS)
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

/** With a time in the middle, as far as the video goes. */
export function centre(view: View, ms: number, durationMs: number): View {
  return keepInside({ ...view, startMs: ms - view.width / view.pxPerMs / 2 }, durationMs)
}

const LADDER = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 15_000, 30_000]
const LONG = [60_000, 120_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 18_000_000]
const LABEL_PX = 90

/** Distance of the ruler's labels: steps that people count in, at least 90 px apart. */
export function rulerStep(pxPerMs: number): number {
  return [...LADDER, ...LONG].find((step) => step * pxPerMs >= LABEL_PX) ?? 36_000_000
}
