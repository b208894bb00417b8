import type { reviewCalls } from '#core/contract/review.ts'
import type { Deps } from '../app/deps.ts'
import { listFlags, reviewLines } from '../app/review/flagged.ts'
import { listChangedDubs, redub } from '../app/review/redub.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the calls about flagged lines and what is dubbed again after them. */
export function reviewHandlers(deps: Deps): HandlersOf<typeof reviewCalls> {
  return {
    listFlags: (input, { accountId }) => listFlags(deps, accountId, input),
    reviewLines: (input, { accountId }) => reviewLines(deps, accountId, input),
    listChangedDubs: ({ folder_id }, caller) => listChangedDubs(deps, caller, folder_id),
    redub: (input, caller) => redub(deps, caller, input),
  }
}
