import type { FastifyInstance } from 'fastify'
import type { batchCalls } from '#core/contract/batch.ts'
import { openBatchZip } from '../app/batches/download.ts'
import { getBatch, listBatches } from '../app/batches/read.ts'
import { deleteBatch } from '../app/batches/remove.ts'
import { addBatch, quoteBatch, retryBatch } from '../app/batches/start.ts'
import type { Deps } from '../app/deps.ts'
import { Refusal } from '../app/refusal.ts'
import { BATCH_PREFIX } from '../app/signed-urls.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about batches. */
export function batchHandlers(deps: Deps): HandlersOf<typeof batchCalls> {
  return {
    quoteBatch: (input, caller) => quoteBatch(deps, caller, input),
    addBatch: (input, caller) => addBatch(deps, caller, input),
    listBatches: (input, caller) => listBatches(deps, caller, input),
    getBatch: ({ batch_id }, caller) => getBatch(deps, caller, batch_id),
    retryBatch: (input, caller) => retryBatch(deps, caller, input),
    deleteBatch: ({ batch_id }, { accountId }) => deleteBatch(deps, accountId, batch_id).then(done),
  }
}

/** Signed addresses of what batches made, as a zip that is written while it is sent. */
export function registerBatchZips(app: FastifyInstance, deps: Deps): void {
  app.get(`${BATCH_PREFIX}:id`, { exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params as { id: string }
    const { expires = '', signature = '' } = request.query as { expires?: string; signature?: string }
    if (!deps.signedUrls.allowsBatch(id, expires, signature)) throw new Refusal('not_permitted', 'bad_address')
    const { fileName, stream } = await openBatchZip(deps, id)
    reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    return reply.type('application/zip').send(stream)
  })
}
