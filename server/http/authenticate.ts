import type { FastifyRequest } from 'fastify'
import type { Access, Call } from '#core/contract/call.ts'
import { API_PERMISSION, bearerKey, type KeyScope } from '#core/domain/api-keys.ts'
import { interfaceLanguage, type InterfaceLanguage } from '#core/domain/languages.ts'
import { type Account, isVisitor } from '../app/accounts.ts'
import { callerByKey } from '../app/keys/use.ts'
import { Refusal } from '../app/refusal.ts'
import type { Sessions } from '../app/sessions.ts'
import type { Db } from '../store/db.ts'

/** A contract row's demands on its caller; without a scope, any key will do. */
export type Demands = Pick<Call, 'access' | 'auth' | 'permission'> & { readonly scope?: KeyScope | undefined }

/** The caller: a signed-in user, or a program by a key. */
export interface Caller {
  readonly account: Account
  readonly key?: { readonly id: string; readonly scopes: readonly KeyScope[] }
}

const MAX_DEVICE = 300

const order: readonly Access[] = ['public', 'visitor', 'customer', 'staff']

/** The language for a request's messages. */
export function languageOfRequest(request: FastifyRequest): InterfaceLanguage {
  return interfaceLanguage(header(request, 'language'))
}

/** A header's value; empty where it is absent. */
export function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** A browser's description, cut to be stored. */
export function deviceOf(request: FastifyRequest): string {
  return header(request, 'user-agent')
    .slice(0, MAX_DEVICE)
    .replaceAll(/\p{Cc}/gu, '')
    .toWellFormed()
}

/**
 * The caller; a Refusal if the demands are not met. Reads headers alone, before the body. Public calls treat an invalid
 * token as none.
 */
export async function authenticate(
  request: FastifyRequest,
  { db, sessions }: { readonly db: Db; readonly sessions: Sessions },
  demands: Demands,
): Promise<Caller | undefined> {
  const token = header(request, 'token')
  if (demands.access === 'public') return token ? sessions.find(token).catch(ignoreRefusal) : undefined
  const authorization = header(request, 'authorization')
  if (authorization !== '' && token !== '') throw new Refusal('not_permitted', 'one_credential')
  if (authorization === '' && token === '') throw new Refusal('no_token', 'no_token')
  const caller =
    authorization === '' ? await sessions.find(token) : await callerByKey(db, bearerKey(authorization) ?? '')
  checkDemands(caller, demands)
  return caller
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

/** A Refusal if the caller may not make the call. */
export function checkDemands(caller: Caller | undefined, { access, auth, permission, scope }: Demands): void {
  if (access === 'public') return
  if (!caller) throw new Refusal('no_token', 'no_token')
  const { account, key } = caller
  if (key && !auth.includes('key')) throw new Refusal('not_permitted', 'not_by_key')
  if (key && scope !== undefined && !key.scopes.includes(scope))
    throw new Refusal('not_permitted', 'key_scope', { scope })
  if (access !== 'visitor' && isVisitor(account)) throw new Refusal('not_permitted', 'log_in_first')
  const isMissing = permission !== undefined && !account.auth_list.includes(permission)
  if (isMissing && permission === API_PERMISSION) throw new Refusal('not_permitted', 'api_contact')
  if ((access === 'staff' && !account.is_staff) || isMissing || (!key && !auth.includes('token'))) {
    throw new Refusal('not_permitted', 'not_permitted')
  }
}

/** The demands that several rows share, which can be checked before the row is known. */
export function weakest(rows: readonly [Call, ...Call[]]): Demands {
  const [first, ...others] = rows
  const access = order.find((candidate) => rows.some((row) => row.access === candidate)) ?? first.access
  const isSame = others.every((row) => row.permission === first.permission)
  return {
    access,
    auth: rows.flatMap((row) => row.auth),
    ...(isSame && first.permission !== undefined ? { permission: first.permission } : {}),
    ...(others.every((row) => row.scope === first.scope) ? { scope: first.scope } : {}),
  }
}
