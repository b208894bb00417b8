import './chains.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Chain } from '#core/contract/chain.ts'
import { useCall } from '#src/api/hooks.ts'
import { type Start, starts } from '../compose/starts.ts'
import { ChainCard } from './ChainCard.tsx'
import { StartCard } from './StartCard.tsx'

interface Orders {
  /** Those that wait for their files. */
  readonly waiting: readonly Start[]
  /** Those that go on, or ended and were not dismissed. */
  readonly chains: readonly Chain[]
}

/** The orders that the start page shows. */
export function useOrders(isCustomer: boolean): Orders & { readonly count: number } {
  const waiting = useSnapshot(starts).list as readonly Start[]
  const { data } = useCall('listChains', isCustomer ? { unread: '1' } : undefined)
  const chains = data?.list ?? []
  return { waiting, chains, count: isCustomer ? waiting.length + chains.length : 0 }
}

/** Orders with their videos and results. */
export function Chains({ waiting, chains }: Orders): ReactNode {
  const { t } = useTranslation('start')
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
