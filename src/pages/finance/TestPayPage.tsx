import './finance.css'
import '#src/ui/states.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useSearchParams } from 'react-router-dom'
import type { Order } from '#core/contract/finance.ts'
import { formatMoney, isWaiting, PAY_RESULT_PATH, type TestAct } from '#core/domain/orders.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { useNumber } from './format.ts'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** The built-in test checkout, without money. */
export function TestPayPage(): ReactNode {
  const { t } = useTranslation('finance')
  const [query] = useSearchParams()
  const order_id = query.get('order_id') ?? ''
  const { data, error } = useCall('getPayInfo', order_id === '' ? undefined : { order_id })
  return (
    <main className="test-pay">
      <Logo />
      {data?.is_test && <Checkout order={data} />}
      {!data && !error && order_id !== '' && <Spinner />}
      {(order_id === '' || error || data?.is_test === false) && (
        <NonIdealState className="state-page" level={1} title={error?.message ?? t('no_order')} />
      )}
    </main>
  )
}

function Checkout({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('finance')
  const number = useNumber()
  const navigate = useNavigate()
  const [busy, setBusy] = useState<TestAct>()
  const result = (name: string): string => `${PAY_RESULT_PATH}?order_id=${order.order_id}&result=${name}`
  const act = async (what: TestAct): Promise<void> => {
    setBusy(what)
    try {
      await call('actAtTestCheckout', { order_id: order.order_id, act: what })
      await navigate(result(what === 'fail' || what === 'cancel' ? 'fail' : 'success'))
    } catch (error) {
      notifyFailure(error)
      setBusy(undefined)
    }
  }
  const button = (what: TestAct, text: string, isPrimary = false): ReactNode => (
    <Button
      fill
      size={isPrimary ? 'large' : 'medium'}
      intent={isPrimary ? 'primary' : 'none'}
      text={text}
      loading={busy === what}
      disabled={busy !== undefined && busy !== what}
      onClick={() => void act(what)}
    />
  )
  return (
    <section className="test-pay-card">
      <h1>{t('test_title')}</h1>
      <Callout intent="warning">{t('test_text')}</Callout>
      <dl>
        <dt>{t('test_for', { number: number(order.credits) })}</dt>
        <dd>{formatMoney(order.amount, order.currency)}</dd>
      </dl>
      {isWaiting(order.state) ? (
        <>
          {button('pay', `${t('test_pay')} ${formatMoney(order.amount, order.currency)}`, true)}
          <h2>{t('test_more')}</h2>
          <div className="test-pay-acts">
            {button('fail', t('test_fail'))}
            {button('cancel', t('test_cancel'))}
            {button('pay_twice', t('test_twice'))}
            {button('pay_late', t('test_late'))}
          </div>
        </>
      ) : (
        <>
          <p className="muted">{t('test_over')}</p>
          <LinkButton intent="primary" to={result('success')}>
            {t('title_pay_result', { ns: 'common' })}
          </LinkButton>
        </>
      )}
    </section>
  )
}
