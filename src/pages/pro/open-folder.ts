import type { Dispatch, SetStateAction } from 'react'
import type { DataOf } from '#core/contract/index.ts'

/** A folder on its page. */
export type OpenFolder = DataOf<'getProFolder'>

/** Props of every tab of the page. */
export interface TabProps {
  readonly folder: OpenFolder
  /** Ids of selected videos; kept across tabs. */
  readonly chosen: readonly string[]
  readonly onChoose: Dispatch<SetStateAction<readonly string[]>>
}
