import './Minimap.css'
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTheme } from '#src/ui/theme.ts'
import { FindingStrip } from '../quality/FindingStrip.tsx'
import { HeatStrip } from '../statistics/HeatStrip.tsx'
import { centre, drawColumnStrip, paletteOf, type TimelineScene, type View } from '../../timeline/index.ts'
import { useEditor } from '../../context/use-editor.ts'

interface Props {
  scene: TimelineScene
  durationMs: number
  onView: (view: View) => void
}

const HEIGHT = 14
const INSET = 2
/** Opacity of a column that cues barely cover; a fully covered one is opaque. */
const LEAST_OPACITY = 0.25

/** The whole video in one strip: where lines are, and which part the timeline shows. */
export function Minimap({ scene, durationMs, onView }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const theme = useTheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const color = paletteOf(theme).cue
    const element = canvas.current
    if (!element) return
    return drawColumnStrip(element, {
      session,
      durationMs,
      rules: { leastPx: 0, valueOf: () => 1, isSum: true },
      height: HEIGHT,
      inset: INSET,
      lookOf: (share) =>
        share > 0 ? { color, opacity: LEAST_OPACITY + (1 - LEAST_OPACITY) * Math.min(1, share) } : undefined,
    })
  }, [session, durationMs, theme])
  useEffect(() => {
    const element = mark.current
    if (!element || durationMs <= 0) return
    let width = ''
    return scene.onView((view) => {
      const shown = `${Math.min(100, (view.width / view.pxPerMs / durationMs) * 100)}%`
      // Compares the set value, since the browser returns it rounded.
      if (shown !== width) element.style.width = width = shown
      element.style.transform = `translateX(${Math.max(0, (view.startMs / durationMs) * 100)}cqw)`
    })
  }, [scene, durationMs])
  const go = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return
    const box = event.currentTarget.getBoundingClientRect()
    const ms = ((event.clientX - box.left) / box.width) * durationMs
    onView(centre(scene.state.view, ms, durationMs))
  }
  return (
    <div
      className="minimap"
      data-tip={t('minimap')}
      data-testid="minimap"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={go}
    >
      <canvas ref={canvas} aria-hidden />
      <FindingStrip durationMs={durationMs} />
      <HeatStrip durationMs={durationMs} />
      <div ref={mark} className="minimap-view" />
    </div>
  )
}
