import type { chainCalls } from '#core/contract/chain.ts'
import { cancelChain, continueChain, retryChain } from '../app/chains/change.ts'
import { getChain, listChains, readChains } from '../app/chains/read.ts'
import { addChain, quoteChain } from '../app/chains/start.ts'
import type { Deps } from '../app/deps.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about chains. */
export function chainHandlers(deps: Deps): HandlersOf<typeof chainCalls> {
  return {
    quoteChain: (input, caller) => quoteChain(deps, caller, input),
    addChain: (input, caller) => addChain(deps, caller, input),
    listChains: (input, caller) => listChains(deps, caller, input),
    getChain: ({ chain_id }, caller) => getChain(deps, caller, chain_id),
    continueChain: (input, caller) => continueChain(deps, caller, input),
    retryChain: (input, caller) => retryChain(deps, caller, input),
    cancelChain: (input, caller) => cancelChain(deps, caller, input),
    readChains: ({ chain_ids }, { accountId }) => readChains(deps, accountId, chain_ids).then(done),
  }
}
