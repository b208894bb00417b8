import './Minimap.css'
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cue } from '#core/subtitle/cue.ts'
import { useTheme } from '#src/ui/theme.ts'
import { useEditor } from '../use-editor.ts'
import { darkPalette, lightPalette } from '../timeline/palette.ts'
import type { TimelineScene } from '../timeline/scene.ts'
import { centre, type View } from '../timeline/view.ts'

interface Props {
  scene: TimelineScene
  durationMs: number
  onView: (view: View) => void
}

const HEIGHT = 14
/** After the last edit: a held key must not draw the whole video each time. */
const SETTLE_MS = 200

/** The whole video in one strip: where lines are, and which part the timeline shows. */
export function Minimap({ scene, durationMs, onView }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const theme = useTheme()
  const canvas = useRef<HTMLCanvasElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const color = (theme === 'dark' ? darkPalette : lightPalette).cue
    const draw = (): void => paint(canvas.current, session.list.cues, durationMs, color)
    draw()
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = session.onChange(() => {
      clearTimeout(timer)
      timer = setTimeout(draw, SETTLE_MS)
    })
    const observer = new ResizeObserver(draw)
    if (canvas.current) observer.observe(canvas.current)
    return () => {
      clearTimeout(timer)
      stop()
      observer.disconnect()
    }
  }, [session, durationMs, theme])
  useEffect(
    () =>
      scene.onView((view) => {
        if (!mark.current) return
        const share = view.width / view.pxPerMs / durationMs
        mark.current.style.left = `${Math.max(0, (view.startMs / durationMs) * 100)}%`
        mark.current.style.width = `${Math.min(100, share * 100)}%`
      }),
    [scene, durationMs],
  )
  const go = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.buttons !== 1) return
    const box = event.currentTarget.getBoundingClientRect()
    const ms = ((event.clientX - box.left) / box.width) * durationMs
    onView(centre(scene.state.view, ms, durationMs))
  }
  return (
    <div
      className="minimap"
      title={t('minimap')}
      data-testid="minimap"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={go}
    >
      <canvas ref={canvas} aria-hidden />
      <div ref={mark} className="minimap-view" />
    </div>
  )
}

/** One pixel column after the other, as dark as it is covered. */
function paint(canvas: HTMLCanvasElement | null, cues: readonly Cue[], durationMs: number, color: number): void {
  const context = canvas?.getContext('2d')
  if (!canvas || !context || canvas.clientWidth === 0) return
  const width = canvas.clientWidth
  canvas.width = width
  canvas.height = HEIGHT
  const covered = new Float32Array(width + 1)
  for (const { start, end } of cues) {
    const from = Math.max(0, (start / durationMs) * width)
    const to = Math.min(width, (end / durationMs) * width)
    for (let x = Math.floor(from); x < to; x++) {
      covered[x] = (covered[x] ?? 0) + Math.min(x + 1, to) - Math.max(x, from)
    }
  }
  context.fillStyle = `#${color.toString(16).padStart(6, '0')}`
  for (const [x, share] of covered.entries()) {
    if (share <= 0 || x >= width) continue
    context.globalAlpha = 0.25 + 0.75 * Math.min(1, share)
    context.fillRect(x, 2, 1, HEIGHT - 4)
  }
}
