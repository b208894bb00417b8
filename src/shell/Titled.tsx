import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import type { Page } from './page.ts'
import { shownPage } from './shown-page.ts'

/** Sets the title of the window while its content is shown. */
export function Titled({ title, children }: { title: Page['title']; children: ReactNode }): ReactNode {
  const { t } = useTranslation()
  const { pathname, search } = useLocation()
  useEffect(() => {
    document.title = `${t(title)} · Cuelane`
    Object.assign(shownPage, { path: pathname + search, title: document.title })
  }, [t, title, pathname, search])
  return children
}
