import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import type { WebhookDelivery } from '#core/contract/webhook.ts'
import { webhookLimits } from '#core/domain/api-keys.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { FilterSelect } from '#src/ui/FilterSelect.tsx'
import { formatAgo } from '#src/ui/format.ts'
import { ListPage } from '#src/ui/ListPage.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { notify } from '#src/ui/toaster.ts'
import { eventWords } from './WebhookDialog.tsx'

const PAGE_SIZE = 20
/** Polling interval while deliveries wait. */
const WATCH_MS = 3000

const states = ['pending', 'delivered', 'failed'] as const
const intents = { pending: 'none', delivered: 'success', failed: 'danger' } as const

/** Deliveries with their answers, and a button to send again. */
export function Deliveries(): ReactNode {
  const { t } = useTranslation('apikeys')
  const [page, setPage] = useState(1)
  const [state, setState] = useState<'' | (typeof states)[number]>('')
  const answer = useCall(
    'listDeliveries',
    { page, page_size: PAGE_SIZE, ...(state && { state }) },
    {
      keepPreviousData: true,
      refreshInterval: (latest?: DataOf<'listDeliveries'>) =>
        latest?.list.some((one) => one.state === 'pending') ? WATCH_MS : 0,
    },
  )
  const change = (next: typeof state): void => {
    setState(next)
    setPage(1)
  }
  return (
    <section className="apikeys-deliveries">
      <div className="apikeys-bar">
        <div>
          <h2>{t('deliveries')}</h2>
          <p className="muted">{t('deliveries_text', { days: webhookLimits.days })}</p>
        </div>
        <FilterSelect
          label={t('column_state')}
          all={t('all_states')}
          value={state}
          options={states.map((value) => ({ value, label: t(`state_${value}`) }))}
          onChange={change}
        />
      </div>
      <ListPage
        answer={{ ...answer, data: answer.data, error: answer.error }}
        layout="auto"
        className="apikeys-table"
        columns={[
          { key: 'event', label: t('column_event') },
          { key: 'address', label: t('address') },
          { key: 'state', label: t('column_state') },
          { key: 'attempts', label: t('column_attempts'), isNumber: true },
          { key: 'when', label: t('column_when') },
          { key: 'actions', label: t('column_actions'), isUnseen: true },
        ]}
        page={page}
        pageSize={PAGE_SIZE}
        onPage={setPage}
        isFiltered={state !== ''}
        onClear={() => change('')}
        failedTitle={t('deliveries_failed')}
        empty={<p className="muted">{t('no_deliveries')}</p>}
        renderRow={(delivery) => <DeliveryRow key={delivery.id} delivery={delivery} />}
      />
    </section>
  )
}

function DeliveryRow({ delivery }: { delivery: WebhookDelivery }): ReactNode {
  const { t, i18n } = useTranslation('apikeys')
  const [busy, setBusy] = useState(false)
  const { id, event, url, state, attempts, status, detail, body, next_at, created_at } = delivery
  const time = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), { timeStyle: 'short' })
  const replay = async (): Promise<void> => {
    setBusy(true)
    try {
      await call('replayDelivery', { id })
      notify.success(t('replayed'))
      await refresh('listDeliveries')
    } catch (error) {
      notifyFailure(error)
    }
    setBusy(false)
  }
  const word = event in eventWords ? t(eventWords[event as keyof typeof eventWords]) : t('event_test')
  return (
    <tr>
      <td>
        <details className="apikeys-body">
          <summary>{word}</summary>
          <pre>{body}</pre>
        </details>
      </td>
      <td className="ellipsis" data-tip={url} data-tip-cut="">
        {url}
      </td>
      <td>
        <Tag minimal round intent={intents[state]}>
          {t(`state_${state}`)}
          {status > 0 && ` · ${status}`}
        </Tag>
        {detail && <div className="muted apikeys-detail">{detail}</div>}
        {state === 'pending' && attempts > 0 && next_at && (
          <div className="muted apikeys-detail">{t('next_try', { when: time.format(Date.parse(next_at)) })}</div>
        )}
      </td>
      <td className="number">{attempts}</td>
      <td className="muted">{formatAgo(created_at)}</td>
      <td>
        <div className="table-actions">
          <Button
            size="small"
            loading={busy}
            disabled={state === 'pending'}
            text={t('replay')}
            onClick={() => void replay()}
          />
        </div>
      </td>
    </tr>
  )
}
