import { type ReactNode, useEffect, useRef } from 'react'
import type { Cue } from '#core/subtitle/cue.ts'
import { useTheme } from '#src/ui/theme.ts'
import type { Quality } from '../quality/quality.ts'
import { useEditor } from '../use-editor.ts'
import { cssColor } from './boxes.ts'
import { drawStrip, STRIP_HEIGHT } from './draw-strip.ts'
import { paletteOf } from './palette.ts'
import { standingContext } from './standing-context.ts'

const [NOTHING, WARNING, ERROR] = [0, 1, 2]
/** A line alone is seen in an hour. */
const LEAST_PX = 2

/** Where lines break rules, and where a task asks for a look. */
export function FindingStrip({ durationMs }: { durationMs: number }): ReactNode {
  const { session, quality } = useEditor()
  const theme = useTheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const { warning, error } = paletteOf(theme)
    const colors = new Map([
      [WARNING, cssColor(warning)],
      [ERROR, cssColor(error)],
    ])
    return drawStrip(element, {
      session,
      durationMs,
      leastPx: LEAST_PX,
      valueOf: (cue) => gradeOf(cue, quality),
      paint: (strip, grades, first, last) => paint(strip, grades.subarray(first, last), first, colors),
      watch: (redraw) => quality.onWhole(redraw),
    })
  }, [session, quality, durationMs, theme])
  return <canvas ref={canvas} className="minimap-marks" data-testid="minimap-marks" aria-hidden />
}

/** A line that a task flags counts as a warning. */
function gradeOf({ id }: Cue, quality: Quality): number {
  const severity = quality.severityOf(id)
  if (severity === 'error') return ERROR
  return severity === 'warning' || quality.flags.has(id) ? WARNING : NOTHING
}

function paint(
  canvas: HTMLCanvasElement,
  grades: Float64Array,
  first: number,
  colors: ReadonlyMap<number, string>,
): void {
  const context = standingContext(canvas)
  if (!context) return
  context.clearRect(first, 0, grades.length, STRIP_HEIGHT)
  for (let from = 0, to = 0; from < grades.length; from = to) {
    while (to < grades.length && grades[to] === grades[from]) to++
    const color = colors.get(grades[from] ?? NOTHING)
    if (color === undefined) continue
    context.fillStyle = color
    context.fillRect(first + from, 0, to - from, STRIP_HEIGHT)
  }
}
