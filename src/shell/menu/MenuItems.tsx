import type { ParseKeys } from 'i18next'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { type MenuEntry, menuTarget } from '#core/domain/menu.ts'
import {
  Cog,
  Desktop,
  Document,
  Eraser,
  FolderOpen,
  Help,
  History,
  Home,
  Inbox,
  Layers,
  Microphone,
  Share,
  Translate,
} from '#src/ui/icons.ts'
import { notify } from '#src/ui/toaster.ts'

interface Props {
  entries: readonly MenuEntry[]
  /** Icons only, with tooltips. */
  collapsed: boolean
  /** Id of the page's entry. */
  active: string | undefined
}

const icons: Readonly<Record<string, ComponentType<{ size?: number }>>> = {
  home: Home,
  folder: FolderOpen,
  history: History,
  desktop: Desktop,
  translate: Translate,
  voice: Microphone,
  layers: Layers,
  eraser: Eraser,
  help: Help,
  cog: Cog,
  inbox: Inbox,
}

/** Words for the server's entries; an unknown one shows its name. */
const labels: Readonly<Record<string, ParseKeys<'shell'>>> = {
  start: 'menu_start',
  my_space: 'menu_my_space',
  history: 'menu_history',
  local_files: 'menu_local_files',
  localisation: 'menu_localisation',
  dubbing_personal: 'menu_dubbing_personal',
  dubbing_pro: 'menu_dubbing_pro',
  subtitle_erase: 'menu_subtitle_erase',
  subtitle_translate: 'menu_subtitle_translate',
  help: 'menu_help',
  engines: 'menu_engines',
  staff: 'menu_staff',
}

/** Menu entries; a group's are below its name. */
export function MenuItems({ entries, collapsed, active }: Props): ReactNode {
  const label = useLabel()
  return (
    <ul>
      {entries.map((entry) => (
        <li key={entry.id} className={entry.childlist.length > 0 ? 'menu-group' : undefined}>
          {entry.childlist.length > 0 ? (
            <>
              {!collapsed && <h2>{label(entry)}</h2>}
              <MenuItems entries={entry.childlist} collapsed={collapsed} active={active} />
            </>
          ) : (
            <MenuItem entry={entry} collapsed={collapsed} isActive={entry.id === active} />
          )}
        </li>
      ))}
    </ul>
  )
}

function useLabel(): (entry: MenuEntry) => string {
  const { t } = useTranslation('shell')
  return ({ name }) => {
    const key = labels[name]
    return key === undefined ? name : t(key)
  }
}

interface ItemProps {
  entry: MenuEntry
  collapsed: boolean
  isActive: boolean
}

/** A page, a new tab, or an entry without a target. */
function MenuItem({ entry, collapsed, isActive }: ItemProps): ReactNode {
  const { t } = useTranslation('shell')
  const label = useLabel()(entry)
  const Icon = icons[entry.icon] ?? Document
  const target = menuTarget(entry)
  const shared = { className: 'menu-entry', 'aria-label': label, ...(collapsed && { 'data-tip': label }) }
  const content = (
    <>
      <Icon />
      {!collapsed && <span className="ellipsis">{label}</span>}
      {!collapsed && target.kind === 'tab' && <Share size={12} className="menu-outside" />}
    </>
  )
  if (target.kind === 'page') {
    return (
      <Link
        {...shared}
        className={isActive ? 'menu-entry active' : 'menu-entry'}
        aria-current={isActive ? 'page' : undefined}
        to={target.path}
      >
        {content}
      </Link>
    )
  }
  if (target.kind === 'tab') {
    return (
      <a {...shared} href={target.address} target="_blank" rel="noreferrer">
        {content}
      </a>
    )
  }
  return (
    <button {...shared} type="button" onClick={() => notify.info(t('coming_soon'))}>
      {content}
    </button>
  )
}
