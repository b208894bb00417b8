import './Minimap.css'
import { type PointerEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cue } from '#core/subtitle/cue.ts'
import type { Patch } from '#core/subtitle/patch.ts'
import { useTheme } from '#src/ui/theme.ts'
import { followText } from '../follow-text.ts'
import { HeatStrip } from '../statistics/HeatStrip.tsx'
import { useEditor } from '../use-editor.ts'
import { FindingStrip } from '../timeline/FindingStrip.tsx'
import { MovedMark } from '../timeline/moved-mark.ts'
import { paletteOf } from '../timeline/palette.ts'
import type { TimelineScene } from '../timeline/scene.ts'
import { centre, type View } from '../timeline/view.ts'
import { standingContext } from '../timeline/standing-context.ts'

interface Props {
  scene: TimelineScene
  durationMs: number
  onView: (view: View) => void
}

const HEIGHT = 14
/** What an edit changed here waits for a frame of the timeline, but no longer than this: a drop alone needs no frame. */
const LATEST_MS = 500

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
    let coverage: Coverage | undefined
    let latest: ReturnType<typeof setTimeout> | undefined
    const draw = (): void => {
      clearTimeout(latest)
      latest = undefined
      coverage?.paint(element, color)
    }
    const fit = (): void => {
      const width = element.clientWidth
      coverage = width > 0 ? new Coverage(session.list.cues, width, durationMs) : undefined
      draw()
    }
    const stop = followText(session, (patch) => {
      if (coverage?.follow(patch)) latest ??= setTimeout(draw, LATEST_MS)
    })
    const stopDraws = scene.onDraw(() => {
      if (latest !== undefined) draw()
    })
    // It tells the width at once, and each other one that comes.
    const observer = new ResizeObserver(fit)
    observer.observe(element)
    return () => {
      clearTimeout(latest)
      stop()
      stopDraws()
      observer.disconnect()
    }
  }, [scene, session, durationMs, theme])
  useEffect(() => {
    const element = mark.current
    if (!element || durationMs <= 0) return
    const moved = new MovedMark(element, (share) => `translateX(${share}cqw)`, 100)
    let width = ''
    const stop = scene.onView((view) => {
      const shown = `${Math.min(100, (view.width / view.pxPerMs / durationMs) * 100)}%`
      // As it was set: the browser tells it rounded.
      if (shown !== width) element.style.width = width = shown
      moved.place(Math.max(0, (view.startMs / durationMs) * 100))
    })
    return () => {
      stop()
      moved.close()
    }
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

/** How much of each pixel column is covered by cues. An edit changes the columns of its cues, however many others there are. */
class Coverage {
  private readonly shares: Float64Array
  private readonly painted: Float32Array
  private readonly pxPerMs: number
  /** Columns that are not painted as they are by now: from the first up to the second. */
  private changed: readonly [number, number]

  constructor(cues: readonly Cue[], width: number, durationMs: number) {
    this.shares = new Float64Array(width)
    this.painted = new Float32Array(width)
    this.pxPerMs = width / durationMs
    this.changed = [0, width]
    for (const cue of cues) this.add(cue, 1)
  }

  /** True where there is something to paint that would be seen. */
  follow(patch: Patch): boolean {
    for (const { from, to } of patch) {
      if (from && to && from.start === to.start && from.end === to.end) continue
      if (from) this.add(from, -1)
      if (to) this.add(to, 1)
    }
    const { shares, painted, changed } = this
    for (let x = changed[0]; x < Math.min(changed[1], shares.length); x++) {
      if (Math.abs(shares[x]! - painted[x]!) >= SEEN_SHARE || shares[x]! < LEAST_SHARE !== painted[x]! < LEAST_SHARE)
        return true
    }
    return false
  }

  private add({ start, end }: Cue, sign: 1 | -1): void {
    const { shares, pxPerMs } = this
    const from = Math.max(0, start * pxPerMs)
    const to = Math.min(shares.length, end * pxPerMs)
    const [first, last] = this.changed
    this.changed = [Math.min(first, Math.floor(from)), Math.max(last, Math.ceil(to))]
    for (let x = Math.floor(from); x < to; x++) {
      shares[x] = (shares[x] ?? 0) + sign * (Math.min(x + 1, to) - Math.max(x, from))
    }
  }

  /** The columns that changed, as dense as each is covered; as one image, which costs a tenth of a rectangle each. */
  paint(canvas: HTMLCanvasElement, color: number): void {
    const { shares } = this
    const context = standingContext(canvas)
    if (!context) return
    if (canvas.width !== shares.length) canvas.width = shares.length
    if (canvas.height !== HEIGHT) canvas.height = HEIGHT
    const [first, last] = this.changed
    this.changed = [shares.length, 0]
    const width = Math.min(last, shares.length) - first
    if (width <= 0) return
    const image = context.createImageData(width, HEIGHT)
    const pixels = new Uint32Array(image.data.buffer)
    // Bytes of a pixel are red, green, blue, opacity: the number that holds them has them from the lowest.
    const bytes = ((color & 0xff) << 16) | (color & 0xff00) | (color >> 16)
    this.painted.set(shares.subarray(first, first + width), first)
    for (let x = 0; x < width; x++) {
      const share = shares[first + x] ?? 0
      if (share < LEAST_SHARE) continue
      const opacity = Math.round(255 * (0.25 + 0.75 * Math.min(1, share)))
      const pixel = (bytes | (opacity << 24)) >>> 0
      for (let y = 2; y < HEIGHT - 2; y++) pixels[y * width + x] = pixel
    }
    context.putImageData(image, first, 0)
  }
}

/** Less than this is what rounding left of cues that went. */
const LEAST_SHARE = 1e-9
/** A column that is covered by so much more or less is painted again with the next one that is. */
const SEEN_SHARE = 1 / 8
