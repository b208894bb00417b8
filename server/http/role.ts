import type { roleCalls } from '#core/contract/role.ts'
import type { Deps } from '../app/deps.ts'
import { addRole, copyRoles, deleteRole, editRole, listRoles, markRole, setVoices } from '../app/roles.ts'
import { done, type HandlersOf, unlessStale } from './context.ts'

/** Handlers of the calls about speakers. */
export function roleHandlers(deps: Deps): HandlersOf<typeof roleCalls> {
  return {
    listRoles: ({ folder_id }, { accountId }) => listRoles(deps, accountId, folder_id),
    addRole: (input, { accountId }) => addRole(deps, accountId, input),
    editRole: (input, { accountId }) => editRole(deps, accountId, input),
    deleteRole: ({ folder_role_id }, { accountId }) => deleteRole(deps, accountId, folder_role_id).then(done),
    markRole: (input, { accountId }) => markRole(deps, accountId, input).then(unlessStale),
    setVoices: (input, { accountId }) => setVoices(deps, accountId, input),
    copyRoles: (input, { accountId }) => copyRoles(deps, accountId, input),
  }
}
