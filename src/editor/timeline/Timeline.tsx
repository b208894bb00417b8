import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { defaultTracks, TimelineScene, tracksHeight } from './scene.ts'
import { keepChoice, type Renderer, usualRenderer } from './surface/renderer-choice.ts'
import { stageViews } from './surface/stage-views.ts'
import type { Stage } from './surface/surface.ts'

/** By then the page is open and idle. */
const LOOK_AGAIN_MS = 8000

interface Props {
  onScene: (scene: TimelineScene) => void
  /** Undefined selects the fastest renderer of this browser. */
  renderer?: Renderer
}

/** The timeline's canvas, with its scene. */
export function Timeline({ onScene, renderer }: Props): ReactNode {
  const [chosen] = useState(() => renderer ?? usualRenderer())
  useEffect(() => {
    const timer = setTimeout(keepChoice, LOOK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [])
  const begin = useCallback(
    (stage: Stage) => {
      const scene = new TimelineScene(stage)
      onScene(scene)
      return () => scene.destroy()
    },
    [onScene],
  )
  const View = stageViews[chosen]
  return <View height={tracksHeight(defaultTracks)} onStage={begin} />
}
