import type { sessionCalls } from '#core/contract/session.ts'
import {
  type Account,
  describeUser,
  isVisitor,
  loginAccount,
  loginAnonymous,
  registerAccount,
} from '../app/accounts.ts'
import type { Deps } from '../app/deps.ts'
import type { Sessions } from '../app/sessions.ts'
import { type Context, done, type HandlersOf } from './context.ts'

/** Handlers of the calls about accounts and sessions. */
export function sessionHandlers({ db, signedUrls }: Deps, sessions: Sessions): HandlersOf<typeof sessionCalls> {
  const entrance = ({ device }: Context) => ({ db, signedUrls, device })
  return {
    loginAnonymous: (_, context) => loginAnonymous(entrance(context)),
    loginAccount: (input, context) => loginAccount(entrance(context), input),
    registerAccount: (input, context) => registerAccount(entrance(context), input, visitorOf(context.account)),
    logout: (_, { token }) => sessions.end(token).then(done),
    getInfo: (_, { accountId, account }) => describeUser(db, accountId, account?.company ?? ''),
  }
}

/** An account that is a visitor's; undefined for anybody else. */
function visitorOf(account: Account | undefined): Account | undefined {
  return account && isVisitor(account) ? account : undefined
}
