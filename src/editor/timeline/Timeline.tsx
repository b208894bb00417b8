import { Application, extend, useApplication } from '@pixi/react'
import { Container, Ticker } from 'pixi.js'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { isRendererThere, loadRenderer, type Renderer, usualRenderer } from './renderer-choice.ts'
import { defaultTracks, type LayerName, layerNames, TimelineScene, tracksHeight } from './scene.ts'

extend({ Container })

// Left on, Pixi's own ticker runs at every frame for ever, also when nothing is drawn.
Ticker.system.autoStart = false
Ticker.system.stop()

/** Gestures are the pane's own: Pixi need not look for what lies under the pointer at every move. */
const noEvents = { move: false, globalMove: false, click: false, wheel: false }

interface Props {
  onScene: (scene: TimelineScene) => void
  /** Undefined takes what draws fastest in this browser. */
  renderer?: Renderer
}

/** The canvas of the timeline, once what draws it is there: React would show what it suspended 0.3 s later. */
export function Timeline({ onScene, renderer }: Props): ReactNode {
  const [chosen] = useState(() => renderer ?? usualRenderer())
  const [isThere, setThere] = useState(() => isRendererThere(chosen))
  const [failed, setFailed] = useState<{ readonly error: unknown }>()
  useEffect(() => {
    if (isThere) return
    loadRenderer(chosen).then(
      () => setThere(true),
      (error: unknown) => setFailed({ error }),
    )
  }, [chosen, isThere])
  if (failed) throw failed.error
  return isThere && <Canvas onScene={onScene} renderer={chosen} />
}

/** The application makes the canvas and ends it, the layers lie in it, the scene fills them. */
function Canvas({ onScene, renderer }: Required<Props>): ReactNode {
  // The binding's types do not know Pixi's canvas renderer yet.
  const preference = useMemo(() => ({ preference: renderer as 'webgl' }), [renderer])
  return (
    <Application
      autoStart={false}
      sharedTicker={false}
      {...preference}
      eventFeatures={noEvents}
      antialias={false}
      backgroundAlpha={1}
      width={1000}
      height={tracksHeight(defaultTracks)}
      resolution={Math.min(2, devicePixelRatio)}
      autoDensity
    >
      <Layers onScene={onScene} />
    </Application>
  )
}

const isAlive = (app: { readonly renderer: unknown }): boolean => app.renderer !== null && app.renderer !== undefined

/** The layers from back to front. When they are mounted and the renderer is ready, the scene begins. */
function Layers({ onScene }: Pick<Props, 'onScene'>): ReactNode {
  const { app, isInitialised } = useApplication()
  const layers = useRef(new Map<LayerName, Container>())
  useEffect(() => {
    // The binding goes on with an application that was left, and destroyed, while it was being made.
    if (!isInitialised || !isAlive(app)) return
    const scene = new TimelineScene(app, layers.current)
    onScene(scene)
    return () => scene.destroy()
  }, [app, isInitialised, onScene])
  return layerNames.map((name) => (
    <pixiContainer
      key={name}
      label={name}
      ref={(container: Container | null) => {
        if (container) layers.current.set(name, container)
      }}
    />
  ))
}
