import type { ComponentType } from 'react'
import type { Namespace } from '#src/i18n/index.ts'
import type common from '../../locales/en/common.json'

type CommonKey = keyof typeof common

/** A page of a family: all that the router, the title and the menu need to know of it. */
export interface Page {
  /** Addresses that show this page; the first is its own. */
  readonly paths: readonly [string, ...string[]]
  /** Earlier addresses that lead to the first path. */
  readonly formerPaths?: readonly string[]
  /** Message in `common` for the title of the window. */
  readonly title: Extract<CommonKey, `title_${string}`>
  /**
   * Who may see it: everybody, only those without an account, all with a session (visitors have one too), or staff.
   */
  readonly guard: 'none' | 'guest' | 'session' | 'staff'
  /** Whether header and menu stand around it. */
  readonly framed: boolean
  /** Catalogues that it needs besides `common`. */
  readonly messages: readonly Namespace[]
  readonly load: () => Promise<ComponentType>
}
