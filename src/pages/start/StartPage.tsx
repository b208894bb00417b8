import './start.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { account } from '#src/api/session.ts'
import { QuickStarts } from './QuickStarts.tsx'
import { RecentWork } from './RecentWork.tsx'
import { RunningTasks } from './RunningTasks.tsx'

/** The start page: entry points, running tasks, recent videos. */
export function StartPage(): ReactNode {
  const { t } = useTranslation('start')
  const { user } = useSnapshot(account)
  const isCustomer = user !== undefined && !user.is_vistor
  return (
    <div className="start">
      <h1>{isCustomer ? t('welcome', { name: user.nickname }) : t('welcome_visitor')}</h1>
      <QuickStarts isVisitor={!isCustomer} />
      {isCustomer && <RunningTasks />}
      <RecentWork />
    </div>
  )
}
