import type { sessionCalls } from '#core/contract/session.ts'
import {
  type Account,
  describeUser,
  isVisitor,
  loginAccount,
  loginAnonymous,
  registerAccount,
} from '../app/accounts.ts'
import { askPassword, resetPassword } from '../app/addresses/password.ts'
import { confirmAddress } from '../app/addresses/prove.ts'
import type { Deps } from '../app/deps.ts'
import type { GoogleProvider } from '../app/google/provider.ts'
import { beginGoogle, finishGoogle, leaveGoogle } from '../app/google/sign-in.ts'
import { Refusal } from '../app/refusal.ts'
import type { Sessions } from '../app/sessions.ts'
import { type Context, done, type HandlersOf } from './context.ts'

/** Handlers of the calls about accounts and sessions; without `google` its sign-in is off. */
export function sessionHandlers(
  deps: Deps,
  sessions: Sessions,
  google: GoogleProvider | undefined,
): HandlersOf<typeof sessionCalls> {
  const { db, signedUrls } = deps
  const entrance = ({ device, network }: Context) => ({ db, signedUrls, device, network })
  return {
    loginAnonymous: (_, context) => loginAnonymous(entrance(context)),
    loginAccount: async (input, context) => {
      const { signedIn, ended } = await loginAccount(entrance(context), input, visitorOf(context.account))
      sessions.ended(ended)
      return signedIn
    },
    registerAccount: async (input, context) => {
      const mailing = { ...deps, language: context.language }
      const signedIn = await registerAccount(entrance(context), input, visitorOf(context.account), mailing)
      // A visitor's session reads as that of the customer they became.
      sessions.changed(signedIn.userinfo.user_id)
      return signedIn
    },
    confirmAddress: async ({ token }) => {
      const { accountId, ...confirmed } = await confirmAddress(db, token)
      sessions.changed(accountId)
      return confirmed
    },
    askPassword: ({ email }, { language, network }) => askPassword(deps, { language, network }, email).then(done),
    resetPassword: async (input) => {
      const { data, ended } = await resetPassword(db, input)
      sessions.ended(ended)
      return data
    },
    beginGoogle: (input, context) =>
      beginGoogle(entrance(context), setUp(google), input, context.account).catch(withCause(context)),
    finishGoogle: async (input, context) => {
      const { account, token } = context
      const finished = finishGoogle(entrance(context), setUp(google), input, account)
      const { signedIn, ended } = await finished.catch(withCause(context))
      sessions.ended(ended)
      sessions.changed(signedIn.userinfo.user_id)
      if (signedIn.is_connected) await sessions.end(token)
      return signedIn
    },
    leaveGoogle: (_, { accountId }) => leaveGoogle(db, accountId).then(done),
    logout: (_, { token }) => sessions.end(token).then(done),
    getInfo: (_, { accountId }) => describeUser(db, accountId),
  }
}

/** A visitor's account; undefined for any other. */
function visitorOf(account: Account | undefined): Account | undefined {
  return account && isVisitor(account) ? account : undefined
}

function setUp(google: GoogleProvider | undefined): GoogleProvider {
  if (!google) throw new Refusal('refused', 'google_not_set_up')
  return google
}

/** Google's error is for the operator's log, not for the user. */
function withCause({ log }: Context): (error: unknown) => never {
  return (error) => {
    if (error instanceof Refusal && error.cause) log.warn({ err: error.cause }, 'sign-in by Google')
    throw error
  }
}
