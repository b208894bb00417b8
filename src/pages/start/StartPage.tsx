import './start.css'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { account } from '#src/api/session.ts'
import { Chains, useOrders } from './chains/Chains.tsx'
import { Composer } from './compose/Composer.tsx'
import { resumeStarts } from './compose/starts.ts'
import { QuickStarts } from './QuickStarts.tsx'
import { RecentWork } from './RecentWork.tsx'

/** The start page: the drop zone, orders under way with their results, recent videos, other tools. */
export function StartPage(): ReactNode {
  const { t } = useTranslation('start')
  const { user } = useSnapshot(account)
  const isCustomer = user !== undefined && !user.is_vistor
  const orders = useOrders(isCustomer)
  useEffect(() => {
    if (isCustomer) resumeStarts()
  }, [isCustomer])
  return (
    <div className="start">
      <header className="start-title">
        <h1>{t('title')}</h1>
        <p className="muted">{t('subtitle')}</p>
      </header>
      <Composer isCustomer={isCustomer} isCompact={orders.count > 0} />
      {orders.count > 0 && <Chains {...orders} />}
      <RecentWork />
      <QuickStarts isVisitor={!isCustomer} />
    </div>
  )
}
