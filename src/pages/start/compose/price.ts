import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { ChainStepKind } from '#core/domain/chain.ts'
import type { DataOf } from '#core/contract/index.ts'
import { chainOf, lacksLanguage, type Goals } from '#core/domain/goals.ts'
import { useCall } from '#src/api/hooks.ts'
import { askAgain } from '#src/tasks/offer.tsx'
import { uploads } from '#src/uploads/uploads.ts'
import { intake } from './intake.ts'
import type { PricePart } from './estimate.ts'

type Quote = DataOf<'quoteChain'>

export interface Price {
  readonly credits: number
  readonly parts: readonly PricePart[]
  /** Whether a text or a file is not known yet, so that it may cost less. */
  readonly isEstimate: boolean
}

interface PriceState {
  readonly price: Price | undefined
  /** Whether the price is of the choice before the last change. */
  readonly isOld: boolean
  readonly quote: Quote | undefined
  /** Empty without a connection. */
  readonly error: string | undefined
}

/** The price of the intake: the server's of prepared videos, and by their lengths of those still on their way. */
export function usePrice(): PriceState {
  const { items, goals } = useSnapshot(intake)
  const sent = useSnapshot(uploads).items
  const failed = new Set(sent.filter(({ phase }) => phase === 'failed').map(({ key }) => key))
  const wanted = items.filter(({ uploadKey }) => !failed.has(uploadKey))
  const video_ids = wanted.flatMap(({ preparedId }) => preparedId || [])
  const onTheWay = wanted.filter(({ preparedId }) => preparedId === '').map(({ lengthMs }) => lengthMs)
  const mayAsk = !lacksLanguage(goals)
  const input = mayAsk && video_ids.length > 0 ? { ...chainOf(goals), video_ids } : undefined
  const { data, error, isLoading } = useCall('quoteChain', input, { ...askAgain, keepPreviousData: true })
  // Otherwise it is the one before.
  const quote = input && data
  const estimate = useEstimate(goals, mayAsk ? onTheWay : [])
  const isKnown = mayAsk && wanted.length > 0 && (!input || quote) && (onTheWay.length === 0 || estimate)
  return {
    price: isKnown ? sum(quote, estimate) : undefined,
    isOld: isLoading,
    quote,
    error: error?.isOffline ? '' : error?.message,
  }
}

function sum(quote: Quote | undefined, estimate: readonly PricePart[] | undefined): Price {
  const parts = new Map<ChainStepKind, number>()
  for (const { step, credits } of [...(quote?.parts ?? []), ...(estimate ?? [])])
    if (credits > 0) parts.set(step, (parts.get(step) ?? 0) + credits)
  return {
    credits: [...parts.values()].reduce((total, credits) => total + credits, 0),
    parts: [...parts].map(([step, credits]) => ({ step, credits })),
    isEstimate: quote?.is_estimate === true || (estimate?.length ?? 0) > 0,
  }
}

/** What videos of these lengths will cost; undefined until the rules are loaded, or while a length is unknown. */
function useEstimate(goals: Goals, lengthsMs: readonly number[]): readonly PricePart[] | undefined {
  const [rules, setRules] = useState<typeof import('./estimate.ts')>()
  const isNeeded = lengthsMs.length > 0
  useEffect(() => {
    if (isNeeded) void import('./estimate.ts').then(setRules)
  }, [isNeeded])
  if (!isNeeded) return []
  return rules && lengthsMs.every((ms) => ms > 0) ? rules.estimateOf(goals, lengthsMs) : undefined
}
