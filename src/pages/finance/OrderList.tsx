import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#core/contract/finance.ts'
import { formatMoney, isWaiting, type OrderState, orderStates } from '#core/domain/orders.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { ListPage } from '#src/ui/ListPage.tsx'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { useNumber, useTime } from './format.ts'
import { NothingYet, PAGE_SIZE } from './NothingYet.tsx'
import { bytesOf, saveBytes } from './save-bytes.ts'

const tones: Readonly<Record<OrderState, 'good' | 'warn' | 'bad' | 'quiet'>> = {
  pending: 'warn',
  paid: 'good',
  failed: 'bad',
  cancelled: 'quiet',
  expired: 'quiet',
  partly_refunded: 'warn',
  refunded: 'quiet',
  disputed: 'bad',
}

/** Orders, newest first: to pay or cancel, with invoices after payment. */
export function OrderList(): ReactNode {
  const { t } = useTranslation('finance')
  const [page, setPage] = useState(1)
  const [state, setState] = useState<OrderState | ''>('')
  const change = (next: OrderState | ''): void => {
    setState(next)
    setPage(1)
  }
  const answer = useCall(
    'listOrders',
    { page, page_size: PAGE_SIZE, ...(state && { state }) },
    { keepPreviousData: true },
  )
  return (
    <ListPage
      answer={{ ...answer, data: answer.data, error: answer.error }}
      columns={[
        { key: 'order', label: t('column_order') },
        { key: 'time', label: t('column_time') },
        { key: 'package', label: t('column_package'), isNumber: true },
        { key: 'amount', label: t('column_amount'), isNumber: true },
        { key: 'state', label: t('column_state') },
        { key: 'actions', label: t('column_actions'), isUnseen: true },
      ]}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={setPage}
      place="part"
      isFiltered={page > 1 || state !== ''}
      onClear={() => change('')}
      failedTitle={t('list_failed')}
      empty={<NothingYet title={t('no_orders')} text={t('no_orders_text')} />}
      toolbar={
        <Toolbar>
          <FilterSelect
            label={t('filter_state')}
            all={t('all_states')}
            value={state}
            options={orderStates.map((value) => ({ value, label: t(`state_${value}`) }))}
            onChange={change}
          />
        </Toolbar>
      }
      renderRow={(order) => <OrderRow key={order.order_id} order={order} />}
    />
  )
}

function OrderRow({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('finance')
  const [number, time] = [useNumber(), useTime()]
  const { order_id, credits, amount, currency, state, is_test, create_time } = order
  return (
    <tr data-order={order_id}>
      <td>
        <code className="order-number">{order_id}</code>
        {is_test && (
          <Tag minimal round className="order-test">
            {t('test_mark')}
          </Tag>
        )}
      </td>
      <td>{time(create_time)}</td>
      <td className="number">{t('credits_count', { count: credits, number: number(credits) })}</td>
      <td className="number">{formatMoney(amount, currency)}</td>
      <td>
        <span className={`order-state order-state-${tones[state]}`}>{t(`state_${state}`)}</span>
      </td>
      <td>
        <div className="table-actions">
          <OrderActions order={order} />
        </div>
      </td>
    </tr>
  )
}

function OrderActions({ order }: { order: Order }): ReactNode {
  const { t } = useTranslation('finance')
  const [busy, setBusy] = useState(false)
  const [asking, setAsking] = useState(false)
  const { order_id, pay_url, state, has_invoice } = order
  const run = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true)
    await act().catch(notifyFailure)
    setBusy(false)
    setAsking(false)
  }
  const cancel = async (): Promise<void> => {
    try {
      await call('cancelOrder', { order_id })
    } finally {
      await refresh('listOrders', 'getPayInfo')
    }
  }
  const save = async (): Promise<void> => {
    const { file_name, content } = await call('getInvoice', { order_id })
    saveBytes(file_name, bytesOf(content), 'application/pdf')
  }
  return (
    <>
      {isWaiting(state) && pay_url !== '' && (
        <Button size="small" intent="primary" text={t('pay_now')} onClick={() => window.location.assign(pay_url)} />
      )}
      {isWaiting(state) && (
        <Button size="small" variant="minimal" text={t('cancel_order')} onClick={() => setAsking(true)} />
      )}
      {has_invoice && <Button size="small" loading={busy} text={t('invoice')} onClick={() => void run(save)} />}
      <ConfirmDialog
        open={asking}
        busy={busy}
        text={t('cancel_question')}
        confirmText={t('cancel_confirm')}
        cancelText={t('keep_order')}
        onConfirm={() => run(cancel)}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
