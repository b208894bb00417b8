import './chains.css'
import type { ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/api/hooks.ts'
import { type Start, starts } from '../compose/starts.ts'
import { ChainCard } from './ChainCard.tsx'
import { StartCard } from './StartCard.tsx'

/** Orders that wait for their files, go on, or ended and were not dismissed: each with its videos and results. */
export function Chains(): ReactNode {
  const { t } = useTranslation('start')
  const waiting = useSnapshot(starts).list as readonly Start[]
  const { data } = useCall('listChains', { unread: '1' })
  const chains = data?.list ?? []
  if (waiting.length + chains.length === 0) return null
  return (
    <section className="chains" aria-labelledby="start-chains">
      <h2 id="start-chains">{t('orders')}</h2>
      {waiting.map((start) => (
        <StartCard key={start.key} start={start} />
      ))}
      {chains.map((chain) => (
        <ChainCard key={chain.chain_id} chain={chain} />
      ))}
    </section>
  )
}
