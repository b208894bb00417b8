import type { roleCalls } from '#core/contract/role.ts'
import type { Deps } from '../app/deps.ts'
import { addRole, copyRoles, deleteRole, editRole, listRoles } from '../app/roles.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about speakers. */
export function roleHandlers(deps: Deps): HandlersOf<typeof roleCalls> {
  return {
    listRoles: ({ folder_id }, { accountId }) => listRoles(deps, accountId, folder_id),
    addRole: (input, { accountId }) => addRole(deps, accountId, input),
    editRole: (input, { accountId }) => editRole(deps, accountId, input),
    deleteRole: ({ folder_role_id }, { accountId }) => deleteRole(deps, accountId, folder_role_id).then(done),
    copyRoles: (input, { accountId }) => copyRoles(deps, accountId, input),
  }
}
