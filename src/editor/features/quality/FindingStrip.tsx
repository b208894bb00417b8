import { type ReactNode, useEffect, useRef } from 'react'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { useTheme } from '#src/ui/theme.ts'
import { drawColumnStrip, paletteOf, THIN_STRIP_PX } from '../../timeline/index.ts'
import { useEditor } from '../../context/use-editor.ts'
import { type Quality, qualityOf } from './quality.ts'

const [NOTHING, WARNING, ERROR] = [0, 1, 2]
/** Keeps a single line visible in an hour of video. */
const LEAST_PX = 2

/** Shows where lines have findings or flags. */
export function FindingStrip({ durationMs }: { durationMs: number }): ReactNode {
  const editor = useEditor()
  const { session } = editor
  const quality = qualityOf(editor)
  const theme = useTheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const { warning, error } = paletteOf(theme)
    return drawColumnStrip(element, {
      session,
      durationMs,
      rules: { leastPx: LEAST_PX, valueOf: (cue) => gradeOf(cue, quality), isSum: false },
      height: THIN_STRIP_PX,
      inset: 0,
      lookOf: (grade) => (grade === NOTHING ? undefined : { color: grade === ERROR ? error : warning, opacity: 1 }),
      watch: (redraw) => quality.onWhole(redraw),
    })
  }, [session, quality, durationMs, theme])
  return <canvas ref={canvas} className="minimap-marks" data-testid="minimap-marks" aria-hidden />
}

/** A flagged line counts as a warning. */
function gradeOf({ id }: Cue, quality: Quality): number {
  const severity = quality.severityOf(id)
  if (severity === 'error') return ERROR
  return severity === 'warning' || quality.flags.has(id) ? WARNING : NOTHING
}
