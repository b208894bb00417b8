import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chain } from '#core/contract/chain.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { randomId } from '#src/api/random-id.ts'
import { ChainState } from '#src/tasks/ChainState.tsx'
import { Button } from '#src/ui/Button.ts'
import { formatList } from '#src/ui/format.ts'
import { Layers, Refresh } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import { GroupFacts, GroupName, GroupTable, useGroupPage } from './GroupTable.tsx'

/** Chains, newest first, in pages. */
export function ChainTable(): ReactNode {
  const { t } = useTranslation('tasks')
  const answer = useCall('listChains', useGroupPage(), { keepPreviousData: true })
  return (
    <GroupTable
      view="chains"
      label={t('tray_chain')}
      answer={{ ...answer, data: answer.data, error: answer.error }}
      stateWidth="26%"
      actionsWidth={160}
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
      <GroupName name={name} to={`?chain=${chain_id}`}>
        <span className="ellipsis">{formatList(to_languages.map(nameOf))}</span>
      </GroupName>
      <GroupFacts state={<ChainState chain={chain} />} credits={credits} createTime={create_time}>
        {(state === 'failed' || state === 'cancelled') && <RetryChain chainId={chain_id} />}
      </GroupFacts>
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
