import type { batchCalls } from '#core/contract/batch.ts'
import { getBatchMatrix } from '../app/batches/matrix.ts'
import { getBatch, listBatches } from '../app/batches/read.ts'
import { deleteBatch } from '../app/batches/remove.ts'
import { retryBatch } from '../app/batches/retry.ts'
import { addBatch, quoteBatch } from '../app/batches/start.ts'
import type { Deps } from '../app/deps.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about batches. */
export function batchHandlers(deps: Deps): HandlersOf<typeof batchCalls> {
  return {
    quoteBatch: (input, caller) => quoteBatch(deps, caller, input),
    addBatch: (input, caller) => addBatch(deps, caller, input),
    listBatches: (input, caller) => listBatches(deps, caller, input),
    getBatch: ({ batch_id }, caller) => getBatch(deps, caller, batch_id),
    getBatchMatrix: (input, caller) => getBatchMatrix(deps, caller, input),
    retryBatch: (input, caller) => retryBatch(deps, caller, input),
    deleteBatch: ({ batch_id }, { accountId }) => deleteBatch(deps, accountId, batch_id).then(done),
  }
}
