import { Button, Tooltip } from '@blueprintjs/core'
import { ChevronLeft, ChevronRight, Desktop, FolderOpen, History } from '@blueprintjs/icons'
import type { ReactElement, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'
import { APP_VERSION } from '#core/domain/limits.ts'
import { changeLanguage, storedLanguage } from '#src/api/language.ts'

const entries: { to: string; label: string; icon: ReactElement }[] = [
  { to: '/lab/library', label: 'menu_library', icon: <FolderOpen /> },
  { to: '/lab/history', label: 'menu_history', icon: <History /> },
  { to: '/lab/pro/srt-edit', label: 'menu_local', icon: <Desktop /> },
]

export function SideMenu({ collapsed, onToggle }: { collapsed: boolean; onToggle: () => void }): ReactNode {
  const { t } = useTranslation()
  const language = storedLanguage()
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
        <Button
          variant="minimal"
          icon={collapsed ? <ChevronRight /> : <ChevronLeft />}
          onClick={onToggle}
          aria-label={t(collapsed ? 'expand_menu' : 'collapse_menu')}
        />
      </div>
    </nav>
  )
}
