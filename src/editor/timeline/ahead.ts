import { lastRenderer } from './surface/renderer-choice.ts'
import { stageViews } from './surface/stage-views.ts'

/** Loads the renderer of the last visit while the editor's code is loading. */
export function fetchTimeline(): void {
  const last = lastRenderer()
  // The timeline loads it again and reports errors.
  if (last) stageViews[last].fetch().catch(() => undefined)
}
