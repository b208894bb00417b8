import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { account } from '#src/api/session.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { toggleTheme, useTheme } from '#src/ui/theme.ts'
import { ThemeIcon } from '#src/ui/ThemeIcon.tsx'
import { CustomerItems } from './CustomerItems.tsx'
import { VisitorItems } from './VisitorItems.tsx'

/** The top bar: home, theme, user. */
export function Header(): ReactNode {
  const { t } = useTranslation()
  const { user } = useSnapshot(account)
  const theme = useTheme()
  return (
    <header className="header">
      <Link to="/lab/workspace" title={t('home')}>
        <Logo />
      </Link>
      <div className="header-items">
        <IconButton
          icon={<ThemeIcon />}
          onClick={toggleTheme}
          label={t(theme === 'dark' ? 'light_theme' : 'dark_theme')}
        />
        {user && !user.is_vistor ? <CustomerItems /> : <VisitorItems />}
      </div>
    </header>
  )
}
