import type { chainCalls } from '#core/contract/chain.ts'
import { Refusal } from '../app/refusal.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the calls about chains: no server makes them yet. */
export function chainHandlers(): HandlersOf<typeof chainCalls> {
  const refuse = (): Promise<never> => Promise.reject(new Refusal('refused', 'operation_failed'))
  return {
    quoteChain: refuse,
    addChain: refuse,
    listChains: refuse,
    getChain: refuse,
    continueChain: refuse,
    retryChain: refuse,
    cancelChain: refuse,
    readChains: refuse,
  }
}
