import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NavLink } from 'react-router-dom'

/** Parts of the desk by the last step of their address. */
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

/** The way from one part of the desk to another. */
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
