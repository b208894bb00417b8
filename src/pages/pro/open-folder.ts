import type { Dispatch, SetStateAction } from 'react'
import type { DataOf } from '#core/contract/index.ts'

/** A folder as its page has it. */
export type OpenFolder = DataOf<'getProFolder'>

/** What every tab of the page is given. */
export interface TabProps {
  readonly folder: OpenFolder
  /** Ids of the videos that are chosen in the list; kept while another tab is shown. */
  readonly chosen: readonly string[]
  readonly onChoose: Dispatch<SetStateAction<readonly string[]>>
}
