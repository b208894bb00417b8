import type { privacyCalls } from '#core/contract/privacy.ts'
import type { Deps } from '../app/deps.ts'
import { addExport, deleteAccount, getPrivacy, keepAccount } from '../app/privacy/deletion-requests.ts'
import type { Sessions } from '../app/sessions.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the calls about one's own data. */
export function privacyHandlers(deps: Deps, sessions: Sessions): HandlersOf<typeof privacyCalls> {
  return {
    getPrivacy: (_, { accountId }) => getPrivacy(deps, accountId),
    addExport: (_, context) => addExport(deps, context),
    deleteAccount: async ({ password }, context) => {
      const { privacy, ended } = await deleteAccount(deps, context, { password, token: context.token })
      sessions.ended(ended)
      return privacy
    },
    keepAccount: (_, { accountId }) => keepAccount(deps, accountId),
  }
}
