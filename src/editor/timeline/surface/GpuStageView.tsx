import type { Application, Container } from 'pixi.js'
import type { ReactNode } from 'react'
import { GpuStage } from './gpu-stage.ts'
import { type StageProps, StageView } from './StageView.tsx'

// Pixi asks for it once the editor is mounted: read with this it is there by then.
export { WebGLRenderer } from 'pixi.js'

export function GpuStageView(props: StageProps): ReactNode {
  return <StageView {...props} renderer="webgl" makeStage={makeStage} />
}

const makeStage = (app: Application, container: Container) => new GpuStage(app, container)
