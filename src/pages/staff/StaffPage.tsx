import './staff.css'
import '#src/ui/states.css'
import type { ComponentType, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Navigate, useParams } from 'react-router-dom'
import { Accounts } from './Accounts.tsx'
import { Audit } from './Audit.tsx'
import { Ledger } from './Ledger.tsx'
import { Notices } from './Notices.tsx'
import { Overview } from './Overview.tsx'
import { Reports } from './Reports.tsx'
import { Requests } from './Requests.tsx'
import { Settings } from './Settings.tsx'
import { type StaffPart, staffParts, StaffNav } from './StaffNav.tsx'
import { Survey } from './Survey.tsx'
import { Tasks } from './Tasks.tsx'

const parts: Readonly<Record<StaffPart, ComponentType>> = {
  overview: Overview,
  requests: Requests,
  survey: Survey,
  notices: Notices,
  accounts: Accounts,
  tasks: Tasks,
  ledger: Ledger,
  reports: Reports,
  audit: Audit,
  settings: Settings,
}

/** The staff pages; the address selects one. */
export function StaffPage(): ReactNode {
  const { t } = useTranslation('staff')
  const { part = 'overview' } = useParams()
  const known = staffParts.find((one) => one === part)
  if (!known) return <Navigate to="/404/404" replace />
  const Part = parts[known]
  return (
    <div className="staff">
      <StaffNav />
      <h1>{t(known === 'overview' ? 'desk' : `part_${known}`)}</h1>
      <Part />
    </div>
  )
}
