import type { InputOf } from '#core/contract/index.ts'
import { API_PERMISSION } from '#core/domain/api-keys.ts'
import { signUp, type TestServer } from './server.ts'

/** A customer with the permission for API keys. */
export async function developer(server: TestServer): Promise<{ token: string; id: string }> {
  return withPermission(server, await signUp(server))
}

/** The customer of a token with that permission too, and a token that has it. */
export async function withPermission(server: TestServer, first: string): Promise<{ token: string; id: string }> {
  const { user_id: id, name } = (await server.ok('getProfile', {}, first)).userinfo
  const auth_list = JSON.stringify([API_PERMISSION])
  await server.services.deps.db.updateTable('account').set({ auth_list }).where('id', '=', id).execute()
  // The session was read before.
  const { access_token: token } = await server.ok('loginAccount', { account: name, password: 'secret-123' })
  return { token, id }
}

/** A key with all scopes by default. */
export async function keyOf(
  server: TestServer,
  token: string,
  settings: Partial<InputOf<'addApiKey'>> = {},
): Promise<string> {
  const usual = { name: 'Night job', scopes: ['read', 'write', 'run'], per_minute: 1000, month_credits: null } as const
  return (await server.ok('addApiKey', { ...usual, scopes: [...usual.scopes], ...settings }, token)).secret
}
