import { type ReactNode, useEffect, useRef } from 'react'
import { addToCurve, heatOf } from '#core/checks/speed-statistics.ts'
import { useTheme } from '#src/ui/theme.ts'
import { cssColor } from '../timeline/boxes.ts'
import { paletteOf } from '../timeline/palette.ts'
import { useEditor } from '../use-editor.ts'

const HEIGHT = 3
/** After the last change of the text. */
const SETTLE_MS = 400
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
    const palette = paletteOf(theme)
    let timer: ReturnType<typeof setTimeout> | undefined
    let control = new AbortController()
    const draw = async (): Promise<void> => {
      control.abort()
      control = new AbortController()
      const width = element.clientWidth
      if (width === 0) return
      const curve = new Float64Array(width)
      const { limits } = quality.profile
      const add = addToCurve.bind(undefined, curve)
      const isDone = await speeds.each(
        session.list,
        limits,
        (cue, speed) => add(cue, speed, width / durationMs),
        control.signal,
      )
      if (isDone) paint(element, curve, limits.cps, cssColor(palette.warning), cssColor(palette.error))
    }
    const later = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => void draw(), SETTLE_MS)
    }
    const stops = [session.onShown(later), quality.profile.subscribe(later)]
    const observer = new ResizeObserver(later)
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      control.abort()
      for (const stop of stops) stop()
      observer.disconnect()
    }
  }, [session, quality, speeds, durationMs, theme])
  return <canvas ref={canvas} className="minimap-heat" data-testid="minimap-heat" aria-hidden />
}

function paint(canvas: HTMLCanvasElement, curve: Float64Array, limit: number, near: string, over: string): void {
  canvas.width = curve.length
  canvas.height = HEIGHT
  const context = canvas.getContext('2d')
  if (!context) return
  for (let x = 0; x < curve.length; x++) {
    const heat = heatOf(curve[x] ?? 0, limit)
    if (heat < EASY) continue
    context.globalAlpha = heat > 1 ? 1 : (heat - EASY) / (1 - EASY)
    context.fillStyle = heat > 1 ? over : near
    context.fillRect(x, 0, 1, HEIGHT)
  }
}
