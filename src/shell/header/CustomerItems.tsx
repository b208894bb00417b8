import type { ReactNode } from 'react'
import { Credits } from './Credits.tsx'
import { FeedbackButton } from './FeedbackButton.tsx'
import { HelpButton } from './HelpButton.tsx'
import { HistoryButton } from './HistoryButton.tsx'
import { Leaving } from './Leaving.tsx'
import { NoticesButton } from './NoticesButton.tsx'
import { UserMenu } from './UserMenu.tsx'

/** Header items of a user with an account. */
export function CustomerItems(): ReactNode {
  return (
    <>
      <Leaving />
      <Credits />
      <HistoryButton />
      <FeedbackButton />
      <NoticesButton />
      <HelpButton />
      <UserMenu />
    </>
  )
}
