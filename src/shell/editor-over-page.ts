import type { ComponentType } from 'react'

/**
 * The editor for `video`, `file` and `cue` of the page's address. Pages can't import it: `src/lab-routes.ts` injects it,
 * loaded on demand.
 */
export type EditorOverPage = ComponentType<{
  /** Called once the text is saved, or as safe as possible. */
  readonly onLeave: () => void
  /** Label of the way back. */
  readonly leaveLabel: string
}>
