import './EdgeFrames.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { writeScreenTime } from '#core/timing/time-notation.ts'
import type { TimelineScene } from '../timeline/scene.ts'
import { xOf } from '../timeline/view.ts'
import { useEditor } from '../use-editor.ts'

/** The frames before, at and after an edge that is moved, over the timeline where the edge is; those with the line are marked. */
export function EdgeFrames({ scene }: { scene: TimelineScene }): ReactNode {
  const { edges, times } = useEditor()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = box.current
    if (!element) return
    // Told and not asked for: to ask would have the page laid out at every move.
    let width = 0
    const sizes = new ResizeObserver(([entry]) => {
      width = entry?.borderBoxSize[0]?.inlineSize ?? 0
      show()
    })
    sizes.observe(element)
    const show = (): void => {
      const view = edges.state()
      // Nothing is shown before a picture has come.
      element.hidden = !view?.frames.some(({ frame }) => edges.pictureOf(frame))
      if (!view || element.hidden) return
      for (const [at, figure] of element.querySelectorAll('figure').entries()) {
        const one = view.frames[at]
        figure.hidden = !one
        if (!one) continue
        const picture = edges.pictureOf(one.frame)
        draw(figure, picture, one.frame)
        figure.classList.toggle('edge-frame-lined', one.hasLine)
        figure.classList.toggle('edge-frame-late', !picture)
        const caption = figure.querySelector('figcaption')
        if (caption) caption.textContent = writeScreenTime(one.ms, one.frame, times.notation())
      }
      place(element, width, scene, view.ms)
    }
    const stops = [edges.subscribe(show), scene.onView(show), () => sizes.disconnect()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [edges, scene, times])
  return (
    <div className="edge-frames-anchor">
      <div ref={box} className="edge-frames" data-testid="edge-frames" aria-hidden hidden>
        {[0, 1, 2].map((at) => (
          <figure key={at} className="edge-frame">
            <canvas />
            <figcaption />
          </figure>
        ))}
      </div>
    </div>
  )
}

/** A picture that has not come leaves the one that was there. */
function draw(figure: HTMLElement, picture: ImageBitmap | undefined, frame: number): void {
  const canvas = figure.querySelector('canvas')
  if (!canvas || !picture || canvas.dataset['frame'] === String(frame)) return
  const { width, height } = picture
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
  canvas.getContext('2d', { alpha: false })?.drawImage(picture, 0, 0)
  canvas.dataset['frame'] = String(frame)
}

const SIDE_PX = 8

/** In the middle over the edge, as far as the timeline goes; its foot lies on the waveform, which stays in sight. */
function place(box: HTMLElement, width: number, scene: TimelineScene, ms: number): void {
  const { view, tracks } = scene.state
  const room = view.width - width - SIDE_PX
  const left = Math.max(SIDE_PX, Math.min(room, xOf(view, ms) - width / 2))
  box.style.transform = `translate(${Math.round(left)}px, ${tracks.ruler + tracks.thumbnails}px) translateY(-100%)`
}
