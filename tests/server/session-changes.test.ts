import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStaffAccount } from '#server/app/staff.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

/** No events of this process arrive, as in the moment before PostgreSQL delivers them. */
let server: TestServer
let staff: string
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  await server.hub.stop()
  const password = await addStaffAccount(server.services.deps.db, 'Boss')
  staff = (await server.ok('loginAccount', { account: 'boss', password })).access_token
})
afterAll(() => server.close())

const person = async () => {
  const token = await signUp(server)
  return { token, account_id: (await server.ok('getInfo', {}, token)).user_id }
}

test('what staff change of an account counts in its next call', async () => {
  const { token, account_id } = await person()
  expect((await server.call('listApiKeys', {}, token)).code).toBe(2401)
  await server.ok('setMayHaveKeys', { account_id, may_have_keys: true, reason: 'asked' }, staff)
  expect((await server.call('listApiKeys', {}, token)).code).toBe(0)
  await server.ok('setMayHaveKeys', { account_id, may_have_keys: false, reason: 'over' }, staff)
  expect((await server.call('listApiKeys', {}, token)).code).toBe(2401)
  await server.ok('setBlocked', { account_id, is_blocked: true, reason: 'abuse' }, staff)
  expect((await server.call('getInfo', {}, token)).code).toBe(2402)
  const other = await person()
  await server.ok('signOutAccount', { account_id: other.account_id, reason: 'lost' }, staff)
  expect((await server.call('getInfo', {}, other.token)).code).toBe(2402)
})

test('what people change of their own account counts in their next call', async () => {
  const { token } = await person()
  await server.ok('setProfile', { cname: 'Harbour Films' }, token)
  expect((await server.ok('getInfo', {}, token)).cname).toBe('Harbour Films')
  await server.ok('setTimeZone', { time_zone: 'Asia/Shanghai' }, token)
  await server.ok('deleteAccount', { password: 'secret-123' }, token)
  expect((await server.ok('getPrivacy', {}, token)).delete_after).not.toBe('')
  await server.ok('keepAccount', {}, token)
  expect((await server.ok('getPrivacy', {}, token)).delete_after).toBe('')
  const words = { oldpassword: 'secret-123', password: 'secret-456', repassword: 'secret-456' }
  await server.ok('setPassword', words, token)
  expect((await server.call('getInfo', {}, token)).code).toBe(2402)
})

test('a visitor who signs up is a customer in the next call, and sessions that are ended are over', async () => {
  const visitor = (await server.ok('loginAnonymous', {})).access_token
  expect((await server.call('listOrders', {}, visitor)).code).toBe(2401)
  const input = { name: 'grown', email: 'grown@example.org', password: 'secret-123' }
  const token = (await server.ok('registerAccount', input, visitor)).access_token
  expect((await server.call('listOrders', {}, token)).code).toBe(0)
  expect((await server.call('listOrders', {}, visitor)).code).toBe(2402)
  expect((await server.ok('listSessions', {}, token)).list).toMatchObject([{ is_current: true }])
  const other = (await server.ok('loginAccount', { account: 'grown', password: 'secret-123' })).access_token
  expect((await server.call('getInfo', {}, other)).code).toBe(0)
  await server.ok('endSession', {}, token)
  expect((await server.call('getInfo', {}, other)).code).toBe(2402)
  await server.ok('logout', {}, token)
  expect((await server.call('getInfo', {}, token)).code).toBe(2402)
})
