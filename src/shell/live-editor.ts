import type { ComponentType } from 'react'
import type { DataOf } from '#core/contract/index.ts'

export type Sample = DataOf<'listSamples'>['list'][number]

/**
 * The editor as a part of a page. Pages do not know the editor: `src/routes.tsx`, which knows both, hands it to them,
 * and it is fetched when it is shown.
 */
export type LiveEditor = ComponentType<{
  readonly sample: Sample
  /** Told once it can be used. */
  readonly onReady: () => void
}>
