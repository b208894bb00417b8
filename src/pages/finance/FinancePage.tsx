import './finance.css'
import '#src/ui/states.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { useCall } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { openTopUp } from '#src/api/top-up.ts'
import { Button } from '#src/ui/Button.ts'
import { CreditCard } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Tab, TabPanel, Tabs } from '#src/ui/Tabs.ts'
import { ConsumptionList } from './ConsumptionList.tsx'
import { useNumber } from './format.ts'
import { OrderList } from './OrderList.tsx'
import { RechargeList } from './RechargeList.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

const tabs = ['orders', 'consumption', 'recharges'] as const
const lists = { orders: OrderList, consumption: ConsumptionList, recharges: RechargeList }

/** Orders with invoices, uses of credits, and their origins. */
export function FinancePage(): ReactNode {
  const { t } = useTranslation('finance')
  const { user } = useSnapshot(account)
  const [query, setQuery] = useSearchParams()
  const tab = tabs.find((name) => name === query.get('tab')) ?? 'orders'
  if (user?.is_vistor) return <ForCustomers />
  const List = lists[tab]
  return (
    <div className="finance">
      <header className="finance-head">
        <h1>{t('page_title')}</h1>
        <BalanceNote />
        <Button intent="primary" text={t('common:top_up')} onClick={openTopUp} />
      </header>
      <Tabs
        id="finance"
        selectedTabId={tab}
        onChange={(next) => setQuery(next === 'orders' ? {} : { tab: String(next) })}
      >
        {tabs.map((name) => (
          <Tab key={name} id={name} title={t(`tab_${name}`)} />
        ))}
      </Tabs>
      <TabPanel id={tab} parentId="finance" selectedTabId={tab} panel={<List key={tab} />} />
    </div>
  )
}

function BalanceNote(): ReactNode {
  const { t } = useTranslation('finance')
  const number = useNumber()
  const { data } = useCall('getInfo', {})
  if (!data) return <span />
  return (
    <span className="finance-balance">
      {t('balance')} <strong>{number(data.credits)}</strong>{' '}
      <span className="muted">
        {t('balance_parts', { bought: number(data.purchase_credits), gift: number(data.gift_credits) })}
      </span>
    </span>
  )
}

function ForCustomers(): ReactNode {
  const { t } = useTranslation('finance')
  return (
    <NonIdealState
      className="state-page"
      icon={<CreditCard size={40} />}
      title={t('customers_only')}
      action={
        <LinkButton intent="primary" to="/login?redirect=%2Ffinance%2Fpayorder">
          {t('visitor_login')}
        </LinkButton>
      }
    />
  )
}
