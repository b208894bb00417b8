import type { Application, Container } from 'pixi.js'
import type { ReactNode } from 'react'
import { CanvasStage } from './canvas-stage.ts'
import { desynchronizedContext } from './desynchronized.ts'
import { type StageProps, StageView } from './StageView.tsx'

// Pixi imports it after the editor is mounted: bundled here, it is loaded by then.
export { CanvasRenderer } from 'pixi.js'

export function CanvasStageView(props: StageProps): ReactNode {
  return <StageView {...props} renderer="canvas" makeStage={makeStage} onCanvas={takeContext} />
}

const makeStage = (app: Application, container: Container) => new CanvasStage(app, container)

/** A canvas has one context, so Pixi gets this one with any attributes. */
const takeContext = (canvas: HTMLCanvasElement) => void desynchronizedContext(canvas, { alpha: false })
