import type { apiKeyCalls } from '#core/contract/api-key.ts'
import { addApiKey, deleteApiKey, editApiKey, listApiKeys } from '../app/keys/manage.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about keys of programs. */
export const apiKeyHandlers: HandlersOf<typeof apiKeyCalls> = {
  listApiKeys: (_, context) => listApiKeys(context),
  addApiKey: (input, context) => addApiKey(context, input),
  editApiKey: (input, context) => editApiKey(context, input),
  deleteApiKey: ({ id }, context) => deleteApiKey(context, id).then(done),
}
