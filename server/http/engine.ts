import type { engineCalls } from '#core/contract/engine.ts'
import type { Deps } from '../app/deps.ts'
import { listEngines, withModel } from '../app/engines.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the calls about engines and their weights, and about what else waits for a setting. */
export function engineHandlers(deps: Deps, googleMissing: string): HandlersOf<typeof engineCalls> {
  return {
    listEngines: async () => ({ ...(await listEngines(deps)), google_missing: googleMissing }),
    fetchModel: ({ name }) => withModel(deps, name, (models, entry) => models.fetch(entry)),
    verifyModel: ({ name }) => withModel(deps, name, (models, entry) => models.verify(entry)),
    cancelModel: ({ name }) => withModel(deps, name, (models, entry) => models.cancel(entry)),
  }
}
