import type { FastifyRequest } from 'fastify'
import type { Access, Call } from '#core/contract/call.ts'
import { interfaceLanguage, type InterfaceLanguage } from '#core/domain/languages.ts'
import { isVisitor, type Session } from '../app/accounts.ts'
import { Refusal } from '../app/refusal.ts'
import type { Sessions } from '../app/sessions.ts'

/** What a row of the contract asks of its caller. */
export type Demands = Pick<Call, 'access' | 'auth' | 'permission'>

const MAX_DEVICE = 300

const order: readonly Access[] = ['public', 'visitor', 'customer', 'staff']

/** The language in which a request wants its messages. */
export function languageOfRequest(request: FastifyRequest): InterfaceLanguage {
  return interfaceLanguage(header(request, 'language'))
}

/** A header's value; empty where it is absent. */
export function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** How a browser describes itself, as it can be stored. */
export function deviceOf(request: FastifyRequest): string {
  return header(request, 'user-agent')
    .slice(0, MAX_DEVICE)
    .replaceAll(/\p{Cc}/gu, '')
    .toWellFormed()
}

/**
 * Who calls; a Refusal where the demands are not met. Reads headers alone, so that it can come before the body. Public
 * calls take a token that is not valid for none.
 */
export async function authenticate(
  request: FastifyRequest,
  sessions: Sessions,
  demands: Demands,
): Promise<Session | undefined> {
  const token = header(request, 'token')
  if (demands.access === 'public') return token ? sessions.find(token).catch(ignoreRefusal) : undefined
  // No keys are given out yet: whatever a call takes, one that comes with a key is not permitted.
  if (header(request, 'key')) throw new Refusal('not_permitted', 'not_permitted')
  if (!token) throw new Refusal('no_token', 'no_token')
  const session = await sessions.find(token)
  checkDemands(session, demands)
  return session
}

function ignoreRefusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

/** A Refusal where the caller is not who may make the call. */
export function checkDemands(session: Session | undefined, { access, auth, permission }: Demands): void {
  if (access === 'public') return
  if (!session) throw new Refusal('no_token', 'no_token')
  const { account } = session
  if (access !== 'visitor' && isVisitor(account)) throw new Refusal('not_permitted', 'log_in_first')
  const isMissing = permission !== undefined && !account.auth_list.includes(permission)
  if ((access === 'staff' && !account.is_staff) || isMissing || !auth.includes('token')) {
    throw new Refusal('not_permitted', 'not_permitted')
  }
}

/** What every one of several rows asks: what can be checked before it is known which of them is meant. */
export function weakest(rows: readonly [Call, ...Call[]]): Demands {
  const [first, ...others] = rows
  const access = order.find((candidate) => rows.some((row) => row.access === candidate)) ?? first.access
  const isSame = others.every((row) => row.permission === first.permission)
  return {
    access,
    auth: rows.flatMap((row) => row.auth),
    ...(isSame && first.permission !== undefined ? { permission: first.permission } : {}),
  }
}
