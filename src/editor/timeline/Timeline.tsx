import 'pixi.js/unsafe-eval'
import { Application, extend } from '@pixi/react'
import { type Application as PixiApplication, Container, Ticker } from 'pixi.js'
import { type ReactNode, useCallback, useMemo, useRef } from 'react'
import { chooseRenderer, type Renderer } from './renderer-choice.ts'
import { defaultTracks, type LayerName, layerNames, tracksHeight, TimelineScene } from './scene.ts'

extend({ Container })

// Left on, Pixi wakes the page at every frame for ever, also when nothing is drawn.
Ticker.system.autoStart = false
Ticker.system.stop()

/** Gestures are the pane's own: Pixi need not look for what lies under the pointer at every move. */
const noEvents = { move: false, globalMove: false, click: false, wheel: false }

interface Props {
  onScene: (scene: TimelineScene) => void
  /** Chosen by what this browser draws with, where nobody says. */
  renderer?: Renderer
}

/** The canvas of the timeline: React declares the layers, the scene fills them. */
export function Timeline({ onScene, renderer }: Props): ReactNode {
  // The binding's types do not know Pixi's canvas renderer yet.
  const preference = useMemo(() => ({ preference: (renderer ?? chooseRenderer()) as 'webgl' }), [renderer])
  const layers = useRef<Partial<Record<LayerName, Container>>>({})
  const put = (name: LayerName) => (container: Container | null) => {
    if (container) layers.current[name] = container
  }
  const begin = useCallback(
    (app: PixiApplication) => {
      app.stage.eventMode = 'none'
      // The layers are mounted by Pixi's own React renderer, a moment after the application.
      const wait = (): void => {
        if (isWhole(layers.current)) onScene(new TimelineScene(app, layers.current))
        else requestAnimationFrame(wait)
      }
      wait()
    },
    [onScene],
  )
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
      onInit={begin}
    >
      {layerNames.map((name) => (
        <pixiContainer key={name} ref={put(name)} />
      ))}
    </Application>
  )
}

function isWhole(layers: Partial<Record<LayerName, Container>>): layers is Record<LayerName, Container> {
  return layerNames.every((name) => layers[name])
}
