import './side-menu.css'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { entryOfPage } from '#core/domain/menu.ts'
import { APP_VERSION } from '#core/domain/limits.ts'
import { account } from '#src/api/session.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ChevronLeft, ChevronRight } from '#src/ui/icons.ts'
import { LanguageMenu } from './LanguageMenu.tsx'
import { MenuItems } from './MenuItems.tsx'
import { menuEntries } from './menu-list.ts'

interface Props {
  /** Addresses of all pages. */
  paths: readonly string[]
  collapsed: boolean
  onToggle: () => void
}

/** The side menu: the server's entries, language and version. */
export function SideMenu({ paths, collapsed, onToggle }: Props): ReactNode {
  const { t } = useTranslation('shell')
  const { user } = useSnapshot(account)
  const { pathname } = useLocation()
  const entries = useMemo(() => menuEntries(user, paths), [user, paths])
  return (
    <nav className="side-menu" aria-label={t('menu')}>
      <MenuItems entries={entries} collapsed={collapsed} active={entryOfPage(entries, pathname)?.id} />
      <div className="side-foot">
        <LanguageMenu collapsed={collapsed} />
        <div className="side-foot-line">
          <span className="version">{collapsed ? APP_VERSION : t('version', { version: APP_VERSION })}</span>
          <IconButton
            icon={collapsed ? <ChevronRight /> : <ChevronLeft />}
            onClick={onToggle}
            label={t(collapsed ? 'expand_menu' : 'collapse_menu')}
          />
        </div>
      </div>
    </nav>
  )
}
