import './EdgeFrames.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { writeScreenTime } from '#core/timing/time-notation.ts'
import { useTheme } from '#src/ui/theme.ts'
import {
  EDGE_FRAMES_HEIGHT,
  edgeBox,
  type EdgeFramesLook,
  type EdgePainting,
  type EdgePicture,
} from '#workers/edge-frames/painter.ts'
import type { Editor } from '../editor.ts'
import { EdgeCanvas } from '../media/edge-canvas.ts'
import type { TimelineScene } from '../timeline/scene.ts'
import { xOf } from '../timeline/view.ts'
import { useEditor } from '../use-editor.ts'

/** As fine as the screen, to that. */
const MAX_DENSITY = 2

/** The frames before, at and after an edge that is moved, over the timeline where the edge is; those with the line are marked. */
export function EdgeFrames({ scene }: { scene: TimelineScene }): ReactNode {
  const { edges, times } = useEditor()
  const theme = useTheme()
  const anchor = useRef<HTMLDivElement>(null)
  const look = useRef<EdgeFramesLook>(undefined)
  useEffect(() => {
    look.current = undefined
  }, [theme])
  useEffect(() => {
    if (!anchor.current) return
    // Of the effect: a canvas can be given to a worker once only.
    const canvas = canvasIn(anchor.current)
    const place = new EdgeCanvas(canvas, edges.fail)
    const pictures = shownPictures(edges, times)
    const show = (): void => {
      const shown = pictures()
      const x = xOf(scene.state.view, edges.state()?.ms ?? 0)
      if (shown.length > 0) look.current ??= lookOf(canvas)
      place.paint(look.current && paintingOf(shown, edges.aspect, x, scene.state.view.width, look.current))
    }
    const stops = [edges.showAt(place), edges.subscribe(show), scene.onView(show), standOnWave(canvas, scene)]
    return () => {
      for (const stop of stops) stop()
      place.close()
      canvas.remove()
    }
  }, [edges, scene, times])
  return <div ref={anchor} className="edge-frames-anchor" />
}

function canvasIn(anchor: HTMLElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.className = 'edge-frames'
  canvas.style.height = `${EDGE_FRAMES_HEIGHT}px`
  canvas.dataset['testid'] = 'edge-frames'
  canvas.ariaHidden = 'true'
  anchor.append(canvas)
  return canvas
}

/** Gives what is to be seen now; the picture of a frame that has not come is the last one of its place. */
function shownPictures(edges: Editor['edges'], times: Editor['times']): () => EdgePicture[] {
  /** Of the frame that each place showed last. */
  const last: number[] = []
  return () => {
    const pictures = (edges.state()?.frames ?? []).map(({ frame, ms, hasLine }, at): EdgePicture => {
      const isLate = !edges.hasPicture(frame)
      if (!isLate) last[at] = frame
      return { frame: last[at] ?? frame, isLate, time: writeScreenTime(ms, frame, times.notation()), hasLine }
    })
    // Nothing is shown before a picture has come.
    return pictures.some(({ isLate }) => !isLate) ? pictures : []
  }
}

function paintingOf(
  pictures: readonly EdgePicture[],
  aspect: number,
  x: number,
  width: number,
  look: EdgeFramesLook,
): EdgePainting | undefined {
  if (pictures.length === 0) return undefined
  const box = edgeBox(pictures.length, aspect, x, width)
  return { width, density: Math.min(MAX_DENSITY, devicePixelRatio), look, box, pictures }
}

/** Its foot lies on the waveform, which stays in sight. */
function standOnWave(canvas: HTMLCanvasElement, scene: TimelineScene): () => void {
  let foot = 0
  return scene.onView(() => {
    const { ruler, thumbnails } = scene.state.tracks
    if (foot === ruler + thumbnails) return
    foot = ruler + thumbnails
    canvas.style.top = `${foot - EDGE_FRAMES_HEIGHT}px`
  })
}

function lookOf(canvas: HTMLCanvasElement): EdgeFramesLook {
  const style = getComputedStyle(canvas)
  const color = (name: string): string => style.getPropertyValue(`--${name}`).trim()
  return {
    font: `${style.fontSize} ${style.fontFamily}`,
    ground: color('overlay'),
    border: color('border-strong'),
    text: color('text'),
    muted: color('text-muted'),
    mark: color('accent'),
  }
}
