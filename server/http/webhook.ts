import type { webhookCalls } from '#core/contract/webhook.ts'
import type { Deps } from '../app/deps.ts'
import {
  addWebhook,
  deleteWebhook,
  editWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  testWebhook,
} from '../app/webhooks/manage.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about webhooks. */
export function webhookHandlers(deps: Deps): HandlersOf<typeof webhookCalls> {
  return {
    listWebhooks: (_, context) => listWebhooks(deps, context),
    addWebhook: (input, context) => addWebhook(deps, context, input),
    editWebhook: (input, context) => editWebhook(deps, context, input),
    deleteWebhook: ({ id }, context) => deleteWebhook(context, id).then(done),
    testWebhook: ({ id }, context) => testWebhook(deps, context, id),
    listDeliveries: (input, context) => listDeliveries(context, input),
    replayDelivery: ({ id }, context) => replayDelivery(deps, context, id),
  }
}
