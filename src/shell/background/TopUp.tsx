import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { topUp } from '#src/api/top-up.ts'
import { loadMessages } from '#src/i18n/index.ts'
import { later } from '#src/ui/later.tsx'

const TopUpDialog = later(async () => {
  const [{ TopUpDialog: Part }] = await Promise.all([import('../top-up/TopUpDialog.tsx'), loadMessages('finance')])
  return Part
})

/** The top-up dialog, over any page. */
export function TopUp(): ReactNode {
  const { isOpen } = useSnapshot(topUp)
  return isOpen ? <TopUpDialog /> : null
}
