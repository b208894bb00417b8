import { type ReactNode, useEffect, useRef } from 'react'
import { heatOf } from '#core/checks/speed-statistics.ts'
import { useTheme } from '#src/ui/theme.ts'
import { cssColor } from '../timeline/boxes.ts'
import { drawStrip, STRIP_HEIGHT } from '../timeline/draw-strip.ts'
import { paletteOf } from '../timeline/palette.ts'
import { useEditor } from '../use-editor.ts'
import { standingContext } from '../timeline/standing-context.ts'

/** Below this share of the limit a line is easy: it leaves no mark. */
const EASY = 0.7

/** How fast the lines are read over the whole video: nothing where they are easy, to the colour of errors above the limit. */
export function HeatStrip({ durationMs }: { durationMs: number }): ReactNode {
  const { session, quality, speeds } = useEditor()
  const theme = useTheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const { warning, error } = paletteOf(theme)
    const [near, over] = [cssColor(warning), cssColor(error)]
    const { profile } = quality
    return drawStrip(element, {
      session,
      durationMs,
      leastPx: 1,
      valueOf: (cue) => markOf(heatOf(speeds.of(cue, profile.limits), profile.limits.cps)),
      paint: (strip, heats, first, last) => paint(strip, heats.subarray(first, last), first, near, over),
      watch: (redraw) => profile.subscribe(redraw),
    })
  }, [session, quality, speeds, durationMs, theme])
  return <canvas ref={canvas} className="minimap-heat" data-testid="minimap-heat" aria-hidden />
}

/** What is easy is all the same. */
const markOf = (heat: number): number => (heat < EASY ? 0 : heat)

function paint(canvas: HTMLCanvasElement, heats: Float64Array, first: number, near: string, over: string): void {
  const context = standingContext(canvas)
  if (!context) return
  context.clearRect(first, 0, heats.length, STRIP_HEIGHT)
  heats.forEach((heat, at) => {
    if (heat < EASY) return
    context.globalAlpha = heat > 1 ? 1 : (heat - EASY) / (1 - EASY)
    context.fillStyle = heat > 1 ? over : near
    context.fillRect(first + at, 0, 1, STRIP_HEIGHT)
  })
}
