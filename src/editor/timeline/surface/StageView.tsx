// The content security policy forbids code from strings; with this Pixi needs none.
import 'pixi.js/unsafe-eval'
import { Application, extend, useApplication } from '@pixi/react'
import { type Application as PixiApplication, Container, Ticker } from 'pixi.js'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { Renderer } from './renderer-choice.ts'
import { drawnDensity, type Stage } from './surface.ts'

extend({ Container })

// Otherwise Pixi's ticker runs in every frame, even when nothing is drawn.
Ticker.system.autoStart = false
Ticker.system.stop()

export interface StageProps {
  readonly height: number
  /** Called with the stage once it can draw; returns a function that ends the drawing. */
  readonly onStage: (stage: Stage) => () => void
}

interface Props extends StageProps {
  readonly renderer: Renderer
  readonly makeStage: (app: PixiApplication, container: Container) => Stage
  /** Called with the canvas before Pixi uses it. */
  readonly onCanvas?: (canvas: HTMLCanvasElement) => void
}

/** The application creates and destroys the canvas; the stage draws into its container. */
export function StageView({ renderer, height, makeStage, onStage, onCanvas }: Props): ReactNode {
  // The binding's types lack Pixi's canvas renderer.
  const preference = useMemo(() => ({ preference: renderer as 'webgl' }), [renderer])
  const prepare = useCallback(
    (view: { getCanvas(): HTMLCanvasElement | null } | null) => {
      const canvas = view?.getCanvas()
      if (canvas) onCanvas?.(canvas)
    },
    [onCanvas],
  )
  // Imports what Pixi draws with, but not its events: the pane handles gestures.
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

/** Starts the stage once the renderer is ready. */
function Root({ makeStage, onStage }: Pick<Props, 'makeStage' | 'onStage'>): ReactNode {
  const { app, isInitialised } = useApplication()
  const [container, setContainer] = useState<Container | null>(null)
  useEffect(() => {
    // The binding continues with an application that was unmounted, and destroyed, during its creation.
    if (!isInitialised || !container || !isAlive(app)) return
    return onStage(makeStage(app, container))
  }, [app, isInitialised, container, makeStage, onStage])
  return <pixiContainer ref={setContainer} />
}
