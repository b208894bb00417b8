import type { ownListCalls } from '#core/contract/own-list.ts'
import type { profileCalls } from '#core/contract/profile.ts'
import { askProof } from '../app/addresses/prove.ts'
import { logoToken } from '../app/avatars.ts'
import type { Deps } from '../app/deps.ts'
import { getOwnList, setOwnList } from '../app/own-lists.ts'
import { changePassword, changeProfile, describeProfile } from '../app/profile.ts'
import { listSessions } from '../app/session-list.ts'
import type { Sessions } from '../app/sessions.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about one's own account, and of the lists that are kept with it. */
export function profileHandlers(deps: Deps, sessions: Sessions): HandlersOf<typeof profileCalls & typeof ownListCalls> {
  return {
    getOwnList: (input, { db, accountId }) => getOwnList(db, accountId, input),
    setOwnList: (input, { db, accountId }) => setOwnList(db, accountId, input),
    getProfile: (_, { accountId }) => describeProfile(deps, accountId),
    setProfile: async (input, { accountId }) => {
      const profile = await changeProfile(deps, accountId, input)
      sessions.changed(accountId)
      return profile
    },
    getLogoToken: (_, { accountId }) => logoToken(deps, accountId),
    setPassword: async (input, { db, accountId }) => {
      const { ended, keys } = await changePassword(db, accountId, input)
      sessions.ended(ended)
      return { keys }
    },
    askProof: (input, { accountId, language, network }) =>
      askProof(deps, { accountId, language, network }, input).then(done),
    listSessions: (_, { db, accountId, token }) => listSessions(db, accountId, token),
    endSession: ({ id }, { accountId, token }) =>
      sessions.endOf(accountId, id === undefined ? { except: token } : { id }).then(done),
  }
}
