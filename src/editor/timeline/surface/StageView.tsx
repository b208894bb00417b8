// Pages may not run code that is written while they run: Pixi does without.
import 'pixi.js/unsafe-eval'
import { Application, extend, useApplication } from '@pixi/react'
import { type Application as PixiApplication, Container, Ticker } from 'pixi.js'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { Renderer } from './renderer-choice.ts'
import { drawnDensity, type Stage } from './surface.ts'

extend({ Container })

// Left on, Pixi's own ticker runs at every frame for ever, also when nothing is drawn.
Ticker.system.autoStart = false
Ticker.system.stop()

export interface StageProps {
  readonly height: number
  /** Called with the stage once it can draw; what it returns ends what draws there. */
  readonly onStage: (stage: Stage) => () => void
}

interface Props extends StageProps {
  readonly renderer: Renderer
  readonly makeStage: (app: PixiApplication, container: Container) => Stage
  /** Called with the canvas before Pixi begins with it. */
  readonly onCanvas?: (canvas: HTMLCanvasElement) => void
}

/** The application makes the canvas and ends it; the stage draws into its one container. */
export function StageView({ renderer, height, makeStage, onStage, onCanvas }: Props): ReactNode {
  // The binding's types do not know Pixi's canvas renderer yet.
  const preference = useMemo(() => ({ preference: renderer as 'webgl' }), [renderer])
  const prepare = useCallback(
    (view: { getCanvas(): HTMLCanvasElement | null } | null) => {
      const canvas = view?.getCanvas()
      if (canvas) onCanvas?.(canvas)
    },
    [onCanvas],
  )
  // What Pixi draws with is imported here. Its events are not: gestures are the pane's own.
  return (
    <Application
      ref={prepare}
      {...preference}
      skipExtensionImports
      autoStart={false}
      sharedTicker={false}
      antialias={false}
      backgroundAlpha={1}
      width={1000}
      height={height}
      resolution={drawnDensity()}
      autoDensity
    >
      <Root makeStage={makeStage} onStage={onStage} />
    </Application>
  )
}

const isAlive = (app: { readonly renderer: unknown }): boolean => app.renderer !== null && app.renderer !== undefined

/** When it is mounted and the renderer is ready, the stage begins. */
function Root({ makeStage, onStage }: Pick<Props, 'makeStage' | 'onStage'>): ReactNode {
  const { app, isInitialised } = useApplication()
  const [container, setContainer] = useState<Container | null>(null)
  useEffect(() => {
    // The binding goes on with an application that was left, and destroyed, while it was being made.
    if (!isInitialised || !container || !isAlive(app)) return
    return onStage(makeStage(app, container))
  }, [app, isInitialised, container, makeStage, onStage])
  return <pixiContainer ref={setContainer} />
}
