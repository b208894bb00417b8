import type { engineCalls } from '#core/contract/engine.ts'
import type { Deps } from '../app/deps.ts'
import { listEngines, withModel } from '../app/engines.ts'
import { setupText } from '../app/messages.ts'
import type { SetupMessage } from '#core/domain/setup-message.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the calls about engines, their weights, and missing settings. */
export function engineHandlers(deps: Deps, googleRemedy: SetupMessage | null): HandlersOf<typeof engineCalls> {
  return {
    listEngines: async (_, { language }) => ({
      ...(await listEngines(deps, language)),
      google_missing: googleRemedy ? setupText(language, googleRemedy) : '',
    }),
    fetchModel: ({ name }, context) => withModel(deps, context, name, 'model_fetched'),
    verifyModel: ({ name }, context) => withModel(deps, context, name, 'model_verified'),
    cancelModel: ({ name }, context) => withModel(deps, context, name, 'model_cancelled'),
  }
}
