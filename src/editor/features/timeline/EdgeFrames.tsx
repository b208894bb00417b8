import './EdgeFrames.css'
import { type ReactNode, useEffect, useRef } from 'react'
import type { EdgeFrame } from '#core/timing/edge-frames.ts'
import { writeScreenTime } from '#core/timing/time-notation.ts'
import type { Editor } from '../../context/editor.ts'
import { type TimelineScene, xOf } from '../../timeline/index.ts'
import { useEditor } from '../../context/use-editor.ts'
import { edgesOf, type EdgePreview } from './edge-preview.ts'

/** Highest pixel density of the pictures. */
const MAX_DENSITY = 2
/** Sizes in CSS pixels. */
const PICTURE_HEIGHT = 90
/** Between the box and the sides of the timeline. */
const SIDE = 8
const PLACES = [0, 1, 2]

/**
 * Frames before, at and after a moving edge, above it in the timeline; those inside the line are marked. Opacity shows
 * and hides them without layout or paint.
 */
export function EdgeFrames({ scene }: { scene: TimelineScene }): ReactNode {
  const editor = useEditor()
  const { times } = editor
  const edges = edgesOf(editor)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const figures = [...element.querySelectorAll('figure')].map((figure) => new FrameFigure(figure))
    let isShown = false
    const place = (): void => {
      const { view, tracks } = scene.state
      if (!isShown) return
      const x = xOf(view, edges.state()?.ms ?? 0)
      const { offsetWidth: width, offsetHeight: height } = element
      const left = Math.max(SIDE, Math.min(view.width - width - SIDE, x - width / 2))
      // Ends above the waveform, which stays visible.
      element.style.transform = `translate(${Math.round(left)}px, ${tracks.ruler + tracks.thumbnails - height}px)`
    }
    const show = (): void => {
      const frames = edges.state()?.frames ?? []
      // Hidden until a picture is ready.
      isShown = frames.some(({ frame }) => edges.picture(frame))
      element.style.opacity = isShown ? '1' : '0'
      if (!isShown) return
      for (const [at, figure] of figures.entries()) figure.show(frames[at], edges, times)
      place()
    }
    const stops = [edges.subscribe(show), scene.onView(place)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [edges, scene, times])
  return (
    <div className="edge-frames-anchor">
      <div ref={box} className="edge-frames" data-testid="edge-frames" aria-hidden>
        {PLACES.map((place) => (
          <figure key={place}>
            <canvas />
            <figcaption />
          </figure>
        ))}
      </div>
    </div>
  )
}

/** One of the frames; until its picture is ready it shows the previous one, dimmed. */
class FrameFigure {
  private readonly figure: HTMLElement
  private readonly canvas: HTMLCanvasElement | null
  private readonly caption: HTMLElement | null
  private drawn: ImageBitmap | undefined

  constructor(figure: HTMLElement) {
    this.figure = figure
    this.canvas = figure.querySelector('canvas')
    this.caption = figure.querySelector('figcaption')
  }

  show(shown: EdgeFrame | undefined, edges: EdgePreview, times: Editor['times']): void {
    this.figure.hidden = !shown
    if (!shown || !this.caption) return
    const image = edges.picture(shown.frame)
    if (image && image !== this.drawn) this.draw(image)
    this.figure.classList.toggle('late', !image)
    this.figure.classList.toggle('has-line', shown.hasLine)
    this.caption.textContent = writeScreenTime(shown.ms, shown.frame, times.notation())
  }

  private draw(image: ImageBitmap): void {
    const { canvas } = this
    if (!canvas) return
    const width = Math.round((PICTURE_HEIGHT * image.width) / image.height)
    const density = Math.min(MAX_DENSITY, devicePixelRatio)
    const [wide, high] = [Math.round(width * density), Math.round(PICTURE_HEIGHT * density)]
    if (canvas.width !== wide || canvas.height !== high) {
      Object.assign(canvas, { width: wide, height: high })
      canvas.style.width = `${width}px`
    }
    canvas.getContext('2d')?.drawImage(image, 0, 0, wide, high)
    this.drawn = image
  }
}
