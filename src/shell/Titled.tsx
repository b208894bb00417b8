import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'

export function Titled({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${t(title)} · Cuelane`
  }, [t, title])
  return children
}
