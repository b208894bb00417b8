import { lastRenderer } from './surface/renderer-choice.ts'
import { stageViews } from './surface/stage-views.ts'

/** Fetches what draws the timeline while the editor's code is on its way, where that is known from the last visit. */
export function fetchTimeline(): void {
  const last = lastRenderer()
  // The timeline asks for it again, and says what is wrong.
  if (last) stageViews[last].fetch().catch(() => undefined)
}
