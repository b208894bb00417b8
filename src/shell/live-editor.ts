import type { ComponentType } from 'react'
import type { DataOf } from '#core/contract/index.ts'

export type Sample = DataOf<'listSamples'>['list'][number]

/** The editor as part of a page. Pages can't import it: `src/routes.tsx` injects it, loaded on demand. */
export type LiveEditor = ComponentType<{
  readonly sample: Sample
  /** Called once it is usable. */
  readonly onReady: () => void
}>
