import type { ReactNode } from 'react'
import { CreditCard } from '#src/ui/icons.ts'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** So many rows have the pages of the lists here. */
export const PAGE_SIZE = 25

/** In place of a list of finance that has nothing in it yet. */
export function NothingYet({ title, text }: { title: string; text: string }): ReactNode {
  return <NonIdealState className="state-page" icon={<CreditCard size={40} />} title={title} description={text} />
}
