import type { Application, Container } from 'pixi.js'
import type { ReactNode } from 'react'
import { GpuStage } from './gpu-stage.ts'
import { type StageProps, StageView } from './StageView.tsx'

// Pixi imports it after the editor is mounted: bundled here, it is loaded by then.
export { WebGLRenderer } from 'pixi.js'

export function GpuStageView(props: StageProps): ReactNode {
  return <StageView {...props} renderer="webgl" makeStage={makeStage} />
}

const makeStage = (app: Application, container: Container) => new GpuStage(app, container)
