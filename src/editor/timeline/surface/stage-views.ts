import { later } from '#src/ui/later.tsx'

/** The canvas component of each renderer, loaded when it is first shown. */
export const stageViews = {
  canvas: later(async () => (await import('./CanvasStageView.tsx')).CanvasStageView),
  webgl: later(async () => (await import('./GpuStageView.tsx')).GpuStageView),
}
