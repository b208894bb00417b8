import { lazy, type ReactNode, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { topUp } from '#src/api/top-up.ts'
import { loadMessages } from '#src/i18n/index.ts'

const TopUpDialog = lazy(async () => {
  const [{ TopUpDialog: Part }] = await Promise.all([import('../top-up/TopUpDialog.tsx'), loadMessages('finance')])
  return { default: Part }
})

/** The dialog of packages, over whichever page asks for it. */
export function TopUp(): ReactNode {
  const { isOpen } = useSnapshot(topUp)
  return isOpen ? (
    <Suspense>
      <TopUpDialog />
    </Suspense>
  ) : null
}
