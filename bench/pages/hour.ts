/** The hour of video of every timeline: equal cues and sound. */
import { BUCKET_VALUES } from '#core/media/buckets.ts'
import { PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'

export const DURATION_MS = 3_600_000
export const WIDTH = 1400

/** A timeline driven in the same steps. Wheel and pointer events are external. */
export interface Driver {
  zoom(step: number): void
  /** Page position of a visible cue's edge. */
  edge(): { x: number; y: number }
}

export const host = (): HTMLElement => document.querySelector<HTMLElement>('#host')!

export function cuesOf(count: number): Cue[] {
  const slot = DURATION_MS / count
  return Array.from({ length: count }, (_, at) => {
    const start = Math.round(at * slot)
    return makeCue(`c${at}`, start, Math.round(start + slot * 0.8), `Line ${at + 1} of the video`)
  })
}

/** Louder and softer noise: least, greatest and root mean square of each bucket. */
export function buckets(): Int16Array {
  const count = (DURATION_MS / 1000) * PEAKS_PER_SECOND
  const values = new Int16Array(count * BUCKET_VALUES)
  for (let at = 0; at < count; at++) {
    const loud = Math.abs(Math.sin(at / 400)) * 20_000 + ((at * 7919) % 6000)
    values.set([-loud, loud, loud / 2].slice(0, BUCKET_VALUES), at * BUCKET_VALUES)
  }
  return values
}

/** In and out again: after whole rounds the view is unchanged. */
export const ZOOM_ROUND = 30
export const zoomFactor = (step: number): number => (step % ZOOM_ROUND < ZOOM_ROUND / 2 ? 1.04 : 1 / 1.04)
