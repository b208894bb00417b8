import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'

/** Staff pages by the last segment of their address. */
export const staffParts = [
  'overview',
  'requests',
  'survey',
  'notices',
  'accounts',
  'tasks',
  'ledger',
  'reports',
  'audit',
  'settings',
] as const
export type StaffPart = (typeof staffParts)[number]

/** Navigation between the staff pages. */
export function StaffNav(): ReactNode {
  const { t } = useTranslation('staff')
  return (
    <nav className="staff-nav" aria-label={t('desk')}>
      {staffParts.map((part) => (
        <NavLink key={part} end to={part === 'overview' ? '/lab/staff' : `/lab/staff/${part}`}>
          {t(`part_${part}`)}
        </NavLink>
      ))}
      <NavLink to="/lab/staff/engines">{t('engines')}</NavLink>
    </nav>
  )
}
