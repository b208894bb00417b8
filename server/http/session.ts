import type { sessionCalls } from '#core/contract/session.ts'
import { describeUser, isVisitor, loginAccount, loginAnonymous, registerAccount } from '../app/accounts.ts'
import type { Deps } from '../app/deps.ts'
import type { LoginAttempts } from '../app/login-attempts.ts'
import type { Sessions } from '../app/sessions.ts'
import { done, type HandlersOf } from './context.ts'

/** Handlers of the calls about accounts and sessions. */
export function sessionHandlers(
  { db }: Deps,
  sessions: Sessions,
  attempts: LoginAttempts,
): HandlersOf<typeof sessionCalls> {
  return {
    loginAnonymous: () => loginAnonymous(db),
    loginAccount: (input) => loginAccount(db, attempts, input),
    registerAccount: (input, { account }) =>
      registerAccount(db, input, account && isVisitor(account) ? account : undefined),
    logout: (_, { token }) => sessions.end(token).then(done),
    getInfo: (_, { accountId, account }) => describeUser(db, accountId, account?.nickname ?? ''),
  }
}
