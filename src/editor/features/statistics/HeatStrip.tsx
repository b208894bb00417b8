import { type ReactNode, useEffect, useRef } from 'react'
import { heatOf } from '#core/checks/speed-statistics.ts'
import { useTheme } from '#src/ui/theme.ts'
import { drawColumnStrip, paletteOf, THIN_STRIP_PX } from '../../timeline/index.ts'
import { useEditor } from '../../context/use-editor.ts'
import { speedsOf } from './speeds.ts'
import { qualityOf } from '../quality/quality.ts'

/** Below this share of the limit a line leaves no mark. */
const EASY = 0.7

/** Reading speed over the whole video: no mark at easy lines, up to the colour of errors above the limit. */
export function HeatStrip({ durationMs }: { durationMs: number }): ReactNode {
  const editor = useEditor()
  const { session } = editor
  const quality = qualityOf(editor)
  const speeds = speedsOf(editor)
  const theme = useTheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const { warning, error } = paletteOf(theme)
    const { profile } = quality
    return drawColumnStrip(element, {
      session,
      durationMs,
      rules: {
        leastPx: 1,
        valueOf: (cue) => markOf(heatOf(speeds.of(cue, profile.limits), profile.limits.cps)),
        isSum: false,
      },
      height: THIN_STRIP_PX,
      inset: 0,
      lookOf: (heat) => {
        if (heat < EASY) return undefined
        return heat > 1 ? { color: error, opacity: 1 } : { color: warning, opacity: (heat - EASY) / (1 - EASY) }
      },
      watch: (redraw) => profile.subscribe(redraw),
    })
  }, [session, quality, speeds, durationMs, theme])
  return <canvas ref={canvas} className="minimap-heat" data-testid="minimap-heat" aria-hidden />
}

/** All easy speeds are equal. */
const markOf = (heat: number): number => (heat < EASY ? 0 : heat)
