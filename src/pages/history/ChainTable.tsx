import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import type { Chain } from '#core/contract/chain.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { randomId } from '#src/api/random-id.ts'
import { ChainState } from '#src/tasks/ChainState.tsx'
import { Button } from '#src/ui/Button.ts'
import { formatAgo, formatList, formatNumber } from '#src/ui/format.ts'
import { Layers, Refresh } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { ListPage } from '#src/ui/ListPage.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

const PAGE_SIZE = 25

/** Chains, newest first, in pages. */
export function ChainTable(): ReactNode {
  const { t } = useTranslation('tasks')
  const [query, setQuery] = useSearchParams()
  const page = Math.max(1, Math.trunc(Number(query.get('page'))) || 1)
  const answer = useCall('listChains', { page, page_size: PAGE_SIZE }, { keepPreviousData: true })
  return (
    <ListPage
      answer={{ ...answer, data: answer.data, error: answer.error }}
      className="history-table"
      columns={[
        { key: 'chain', label: t('tray_chain') },
        { key: 'state', label: t('column_state'), width: '26%' },
        { key: 'credits', label: t('column_credits'), isNumber: true, width: 76 },
        { key: 'started', label: t('column_started'), width: 108 },
        { key: 'actions', label: t('column_actions'), isUnseen: true, width: 160 },
      ]}
      page={page}
      pageSize={PAGE_SIZE}
      onPage={(next) => setQuery({ view: 'chains', page: String(next) })}
      place="page"
      failedTitle={t('history_failed')}
      empty={<NoChains />}
      renderRow={(chain) => <ChainRow key={chain.chain_id} chain={chain} />}
    />
  )
}

function ChainRow({ chain }: { chain: Chain }): ReactNode {
  const { t } = useTranslation('tasks')
  const nameOf = useLanguageNames()
  const { chain_id, create_time, credits, state, to_languages, video_sum } = chain
  const name = t('tray_chain_name', { name: chain.name, count: video_sum - 1 })
  return (
    <tr data-chain={chain_id}>
      <td>
        <div className="task-of">
          <div>
            <Link className="task-open ellipsis" to={`?chain=${chain_id}`} title={name}>
              {name}
            </Link>
            <span className="muted task-kind">
              <span className="ellipsis">{formatList(to_languages.map(nameOf))}</span>
            </span>
          </div>
        </div>
      </td>
      <td className="task-is">
        <ChainState chain={chain} />
      </td>
      <td className="number">{formatNumber(credits)}</td>
      <td className="task-when">
        <time dateTime={create_time}>{formatAgo(create_time)}</time>
      </td>
      <td>
        <div className="table-actions task-actions">
          {(state === 'failed' || state === 'cancelled') && <RetryChain chainId={chain_id} />}
        </div>
      </td>
    </tr>
  )
}

/** Begins what failed or was cancelled again. */
function RetryChain({ chainId }: { chainId: string }): ReactNode {
  const { t } = useTranslation('tasks')
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    try {
      await call('retryChain', { chain_id: chainId, idempotency_key: randomId() })
      await refresh('listChains', 'getInfo')
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return <Button size="small" icon={<Refresh />} text={t('common:retry')} loading={busy} onClick={() => void retry()} />
}

function NoChains(): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <NonIdealState
      className="state-page"
      icon={<Layers size={40} />}
      title={t('no_chains')}
      description={t('no_chains_text')}
      action={
        <LinkButton intent="primary" to="/lab/workspace">
          {t('to_start')}
        </LinkButton>
      }
    />
  )
}
