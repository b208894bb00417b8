import './finance.css'
import '#src/ui/states.css'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { Order } from '#core/contract/finance.ts'
import { isWaiting, type OrderState } from '#core/domain/orders.ts'
import { safeRedirect } from '#core/domain/redirect.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { openTopUp } from '#src/api/top-up.ts'
import { Button } from '#src/ui/Button.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { CrossCircle, Document, TickCircle, Time } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { useNumber } from './format.ts'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

/** Polling interval, in case the server's event is lost. */
const ASK_MS = 3000
/** After this time it says that it takes longer than usual. */
const SLOW_MS = 20_000

/** A payment's result: waits for the gateway's notification, shows it, and leads back. */
export function PayResultPage(): ReactNode {
  const { t } = useTranslation('finance')
  const [query] = useSearchParams()
  const orderId = query.get('order_id') ?? ''
  const hasLeft = query.get('result') === 'fail'
  const { data, error, isValidating, mutate } = useCall(
    'getPayInfo',
    orderId === '' ? undefined : { order_id: orderId },
    { refreshInterval: (order?: Order) => (order && !isWaiting(order.state) ? 0 : ASK_MS) },
  )
  const state = data?.state
  // Credits in the header that came before the order's event belong to it.
  const { data: info } = useCall('getInfo', {})
  const credits = info?.credits
  useEffect(() => {
    if (orderId !== '') void refresh('getPayInfo')
  }, [credits, orderId])
  useEffect(() => {
    if (state !== undefined && !isWaiting(state)) void refresh('getInfo', 'quote', 'listSkus')
  }, [state])
  if (orderId === '')
    return (
      <NonIdealState
        className="state-page"
        level={1}
        icon={<Document size={40} />}
        title={t('no_order')}
        description={t('no_order_text')}
        action={<Way to="/finance/payorder" text={t('to_orders')} isPrimary />}
      />
    )
  if (!data && error)
    return (
      <Failing
        title={t('pay_result_failed')}
        text={error.isOffline ? t('common:offline') : error.message}
        busy={isValidating}
        level={1}
        onRetry={() => void mutate()}
      />
    )
  if (!data) return <Spinner className="pay-result-loading" />
  return (
    <div className="pay-result" role="status">
      {isWaiting(data.state) ? <Waiting order={data} hasLeft={hasLeft} /> : <Ended order={data} />}
    </div>
  )
}

function Waiting({ order, hasLeft }: { order: Order; hasLeft: boolean }): ReactNode {
  const { t } = useTranslation('finance')
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  if (hasLeft)
    return (
      <>
        <Time size={48} className="pay-result-wait" />
        <h1>{t('result_open')}</h1>
        <p>{t('result_open_text')}</p>
        <div className="pay-result-buttons">
          <Way to={safeRedirect(order.from)} text={t('back')} />
          {order.pay_url !== '' && (
            <Button intent="primary" text={t('pay_now')} onClick={() => window.location.assign(order.pay_url)} />
          )}
        </div>
      </>
    )
  return (
    <>
      <Spinner size={48} />
      <h1>{t('result_waiting')}</h1>
      <p>{t(isSlow ? 'result_slow_text' : 'result_waiting_text')}</p>
      <div className="pay-result-buttons">
        <Way to={safeRedirect(order.from)} text={t('back')} />
      </div>
    </>
  )
}

/** Words for an order's final states. */
const words: Readonly<
  Record<
    Exclude<OrderState, 'pending' | 'partly_refunded'>,
    'paid' | 'failed' | 'cancelled' | 'expired' | 'refunded' | 'disputed'
  >
> = {
  paid: 'paid',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
  refunded: 'refunded',
  disputed: 'disputed',
}

function Ended({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('finance')
  const number = useNumber()
  const isPaid = order.state === 'paid' || order.state === 'partly_refunded'
  const word = order.state === 'pending' || order.state === 'partly_refunded' ? 'paid' : words[order.state]
  return (
    <>
      {isPaid ? (
        <TickCircle size={48} className="pay-result-good" />
      ) : (
        <CrossCircle size={48} className="pay-result-bad" />
      )}
      <h1>{t(`result_${word}`)}</h1>
      <p>{t(`result_${word}_text`, { number: number(order.credits), days: order.validity_period })}</p>
      <div className="pay-result-buttons">
        <Way to="/finance/payorder" text={t('to_orders')} />
        <Way to={safeRedirect(order.from)} text={t('back')} isPrimary={isPaid} />
        {!isPaid && <Button intent="primary" text={t('again')} onClick={openTopUp} />}
      </div>
    </>
  )
}

function Way({ to, text, isPrimary = false }: { to: string; text: string; isPrimary?: boolean }): ReactNode {
  return (
    <LinkButton intent={isPrimary ? 'primary' : undefined} to={to}>
      {text}
    </LinkButton>
  )
}
