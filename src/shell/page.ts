import type { ComponentType } from 'react'
import type { Namespace } from '#src/i18n/index.ts'
import type common from '../../locales/en/common.json'

type CommonKey = keyof typeof common

/** A page as router, title and menu know it. */
export interface Page {
  /** Paths of this page; the first is canonical. */
  readonly paths: readonly [string, ...string[]]
  /** Old paths that redirect to the first one. */
  readonly formerPaths?: readonly string[]
  /** Key in `common` of the window's title. */
  readonly title: Extract<CommonKey, `title_${string}`>
  /** Who may see it: everyone, only signed-out users, all with a session (also visitors), or staff. */
  readonly guard: 'none' | 'guest' | 'session' | 'staff'
  /** Whether it has header and menu. */
  readonly framed: boolean
  /** Required catalogues besides `common`. */
  readonly messages: readonly Namespace[]
  readonly load: () => Promise<ComponentType>
}
