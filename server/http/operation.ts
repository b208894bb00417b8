import type { operationCalls } from '#core/contract/operation.ts'
import type { Deps } from '../app/deps.ts'
import { listOperations, planInFolder, runOperation } from '../app/operations/run.ts'
import { undoOperation } from '../app/operations/undo.ts'
import { type HandlersOf, Notice } from './context.ts'

/** Handlers of the calls that change many versions at once. */
export function operationHandlers(deps: Deps): HandlersOf<typeof operationCalls> {
  return {
    planOperation: (input, { accountId }) => planInFolder(deps, accountId, input),
    runOperation: (input, { accountId }) => runOperation(deps, accountId, input).then(unlessChanged),
    undoOperation: (input, { accountId }) => undoOperation(deps, accountId, input).then(unlessChanged),
    listOperations: ({ folder_id }, { accountId }) => listOperations(deps.db, accountId, folder_id),
  }
}

/** After concurrent edits nothing is written, and the notice names the versions. */
function unlessChanged<T>({ stale, data }: { stale: boolean; data: T }): T | Notice<T> {
  return stale ? new Notice('notice', 'versions_changed', data) : data
}
