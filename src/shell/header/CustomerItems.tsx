import type { ReactNode } from 'react'
import { Credits } from './Credits.tsx'
import { HistoryButton } from './HistoryButton.tsx'
import { UserMenu } from './UserMenu.tsx'

/** What somebody with an account has in the header. */
export function CustomerItems({ name, ckey }: { name: string; ckey: string }): ReactNode {
  return (
    <>
      <Credits />
      <HistoryButton />
      <UserMenu name={name} ckey={ckey} />
    </>
  )
}
