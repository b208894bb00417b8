import type { staffCalls } from '#core/contract/staff.ts'
import type { Deps } from '../app/deps.ts'
import {
  giveBack,
  giveCredits,
  listAccounts,
  setBlocked,
  setMayHaveKeys,
  signOutAccount,
  takeCredits,
} from '../app/staff/accounts.ts'
import { listAudit } from '../app/staff/audit.ts'
import { endTask } from '../app/staff/end-task.ts'
import { findTasks, getDesk, getViews, listFailedTasks, listUploadErrors } from '../app/staff/overview.ts'
import { getSettings, type Maintenance, setKeysForNewAccounts, setMaintenance } from '../app/staff/settings.ts'
import { editSubmission, getSurvey, listSubmissions } from '../app/staff/submissions.ts'
import { getWorkTimes } from '../app/staff/work-times.ts'
import type { Sessions } from '../app/sessions.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the staff calls. */
export function staffHandlers(deps: Deps, sessions: Sessions, maintenance: Maintenance): HandlersOf<typeof staffCalls> {
  return {
    getDesk: (_, { db }) => getDesk(db),
    listSubmissions: (input, { db }) => listSubmissions(db, input),
    editSubmission: (input, context) => editSubmission(context, input),
    getSurvey: (input, { db }) => getSurvey(db, input),
    getSettings: () => getSettings(deps),
    setMaintenance: async (input, { db, accountId }) => {
      await setMaintenance(db, accountId, input)
      maintenance.forget()
      return getSettings(deps)
    },
    setKeysForNewAccounts: async ({ is_on }, { db, accountId }) => {
      await setKeysForNewAccounts(db, accountId, is_on)
      return getSettings(deps)
    },
    getViews: (input, { db }) => getViews(db, input),
    getWorkTimes: (input, { db }) => getWorkTimes(db, input),
    listUploadErrors: (input, { db }) => listUploadErrors(db, input),
    listAccounts: (input, { db }) => listAccounts(db, input),
    grantCredits: (input, context) => giveCredits(context, input),
    takeCredits: (input, context) => takeCredits(context, input),
    refundTask: (input, context) => giveBack(context, input),
    endTask: (input, { accountId }) => endTask(deps, accountId, input),
    setBlocked: async (input, context) => {
      const { account, ended } = await setBlocked(context, input)
      sessions.ended(ended)
      sessions.changed(input.account_id)
      return account
    },
    signOutAccount: async (input, context) => {
      const ended = await signOutAccount(context, input)
      sessions.ended(ended)
      return { sessions: ended.length }
    },
    setMayHaveKeys: async (input, context) => {
      const account = await setMayHaveKeys(context, input)
      sessions.changed(input.account_id)
      return account
    },
    findTasks: (input, { db }) => findTasks(db, input),
    listFailedTasks: (input, { db, language }) => listFailedTasks(db, language, input),
    listAudit: (input, { db, language }) => listAudit(db, language, input),
  }
}
