import type { ComponentType } from 'react'

/**
 * The editor on what `video`, `file` and `cue` of the page's address name. Pages do not know the editor: `src/lab-routes.ts`,
 * which knows both, hands it to them, and it is fetched when it is shown.
 */
export type EditorOverPage = ComponentType<{
  /** Called once the text is saved, or as safe as it can be. */
  readonly onLeave: () => void
  /** What the way back is called. */
  readonly leaveLabel: string
}>
