import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from './page.ts'

/** Sets the title of the window while its content is shown. */
export function Titled({ title, children }: { title: Page['title']; children: ReactNode }): ReactNode {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${t(title)} · Cuelane`
  }, [t, title])
  return children
}
