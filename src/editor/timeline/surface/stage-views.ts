import { later } from '#src/ui/later.tsx'

/** What makes the canvas of each renderer, read when it is first shown. */
export const stageViews = {
  canvas: later(async () => (await import('./CanvasStageView.tsx')).CanvasStageView),
  webgl: later(async () => (await import('./GpuStageView.tsx')).GpuStageView),
}
