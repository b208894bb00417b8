import { Button, Tooltip } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { APP_VERSION } from '#core/domain/limits.ts'
import { changeLanguage, storedLanguage } from '#src/api/language.ts'
import { account } from '#src/api/session.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import type { Page } from './page.ts'

interface Props {
  pages: readonly Page[]
  collapsed: boolean
  onToggle: () => void
}

/** The menu on the left: pages that have an entry, the language and the version. */
export function SideMenu({ pages, collapsed, onToggle }: Props): ReactNode {
  const { t } = useTranslation()
  const { user } = useSnapshot(account)
  const language = storedLanguage()
  const entries = pages
    .filter(({ guard }) => guard !== 'staff' || user?.is_staff)
    .flatMap(({ menu, paths: [to] }) => (menu ? [{ ...menu, to }] : []))
    .sort((a, b) => a.place - b.place)
  return (
    <nav className="side-menu" aria-label={t('menu')}>
      <ul>
        {entries.map(({ to, label, icon }) => (
          <li key={to}>
            <Tooltip content={t(label)} disabled={!collapsed} placement="right" fill>
              <NavLink to={to} className="menu-entry">
                {icon}
                {!collapsed && <span>{t(label)}</span>}
              </NavLink>
            </Tooltip>
          </li>
        ))}
      </ul>
      <div className="side-foot">
        <Button
          variant="minimal"
          fill
          onClick={() => changeLanguage(language === 'zh_cn' ? 'en' : 'zh_cn')}
          text={collapsed ? (language === 'zh_cn' ? 'EN' : '中') : language === 'zh_cn' ? 'English' : '简体中文'}
          title={t('change_language')}
        />
        {!collapsed && <span className="version">v{APP_VERSION}</span>}
        <IconButton
          icon={collapsed ? <ChevronRight /> : <ChevronLeft />}
          onClick={onToggle}
          label={t(collapsed ? 'expand_menu' : 'collapse_menu')}
        />
      </div>
    </nav>
  )
}
