import './EdgeFrames.css'
import { type ReactNode, useEffect, useRef } from 'react'
import { writeScreenTime } from '#core/timing/time-notation.ts'
import { useTheme } from '#src/ui/theme.ts'
import { EDGE_FRAMES_HEIGHT, type EdgePicture, EdgeFramesPainter } from '../timeline/edge-frames-picture.ts'
import type { TimelineScene } from '../timeline/scene.ts'
import { standingContext } from '../timeline/standing-context.ts'
import { xOf } from '../timeline/view.ts'
import { useEditor } from '../use-editor.ts'

/**
 * The frames before, at and after an edge that is moved, over the timeline where the edge is; those with the line are
 * marked. Painted on a canvas that stays: parts of the page would be laid out at each move, and at the drop.
 */
export function EdgeFrames({ scene }: { scene: TimelineScene }): ReactNode {
  const { edges, times } = useEditor()
  const theme = useTheme()
  const place = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = place.current
    const context = canvas && standingContext(canvas)
    if (!context) return
    const painter = new EdgeFramesPainter(canvas, context)
    /** Of the frame that each place showed last. */
    const last: number[] = []
    const show = (): void => {
      const { view } = scene.state
      const now = edges.state()
      const pictures = (now?.frames ?? []).map(({ frame, ms, hasLine }, at): EdgePicture => {
        const own = edges.pictureOf(frame)
        if (own) last[at] = frame
        const image = own ?? edges.pictureOf(last[at] ?? frame)
        return { image, isLate: !own, time: writeScreenTime(ms, frame, times.notation()), hasLine }
      })
      // Nothing is shown before a picture has come.
      const isShown = pictures.some(({ isLate }) => !isLate)
      painter.paint(isShown ? pictures : [], now ? xOf(view, now.ms) : 0, view.width)
    }
    const stops = [edges.subscribe(show), scene.onView(show)]
    return () => {
      for (const stop of stops) stop()
      painter.paint([], 0, scene.state.view.width)
    }
  }, [edges, scene, times, theme])
  useEffect(() => {
    let foot = 0
    return scene.onView(() => {
      const { ruler, thumbnails } = scene.state.tracks
      if (foot === ruler + thumbnails || !place.current) return
      foot = ruler + thumbnails
      // Its foot lies on the waveform, which stays in sight.
      place.current.style.top = `${foot - EDGE_FRAMES_HEIGHT}px`
    })
  }, [scene])
  return (
    <div className="edge-frames-anchor">
      <canvas
        ref={place}
        className="edge-frames"
        style={{ height: EDGE_FRAMES_HEIGHT }}
        data-testid="edge-frames"
        aria-hidden
      />
    </div>
  )
}
