import { rulerTicks } from '#core/timing/ruler.ts'
import type { TimeNotation } from '#core/timing/time-notation.ts'
import type { Palette } from './palette.ts'
import { drawnDensity, type Surface } from './surface/surface.ts'
import { endOf, LABEL_PX, type View, xOf } from './view.ts'

const TEXT_PX = 11
const BASELINE_PX = 12
const SHORT_PX = 4
const LONG_PX = 10

/** Draws ticks and times at the top. */
export function drawRuler(
  surface: Surface,
  view: View,
  height: number,
  durationMs: number,
  palette: Palette,
  notation: TimeNotation,
): void {
  // On whole device pixels: otherwise lines blur over two.
  const density = drawnDensity()
  const placeOf = (ms: number): number => Math.round(xOf(view, ms) * density) / density
  const line = Math.max(1, Math.round(density)) / density
  const last = Math.min(endOf(view), durationMs)
  const ticks = rulerTicks(view.startMs, last, LABEL_PX / view.pxPerMs, notation)
  for (const { ms, label } of ticks) {
    const tick = label === undefined ? SHORT_PX : LONG_PX
    surface.rect(palette.rulerLine, placeOf(ms), height - tick, line, tick)
  }
  for (const { ms, label } of ticks) {
    if (label !== undefined) surface.text(label, placeOf(ms) + 4, BASELINE_PX, TEXT_PX, palette.rulerText)
  }
}
