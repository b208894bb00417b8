import { afterEach, expect, test } from 'vitest'
import type { Envelope } from '#core/contract/call.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
afterEach(() => server.close())

const person = { name: 'anna', email: 'anna@example.org', password: 'secret-123' }
let addresses = 0

/** A try to log in from an address of its own, as a proxy tells it. */
async function logIn(account: string, password: string, address = `203.0.113.${++addresses}`): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/admin/login.account/login',
    headers: { 'x-forwarded-for': address },
    payload: { account, password },
  })
  return answer.statusCode === 429 ? 429 : answer.json<Envelope>().code
}

test('behind a proxy the address that it names counts: a stranger locks nobody else out', async () => {
  server = await startServer({ CUELANE_TRUST_PROXY: '1' }, { worker: false })
  await server.ok('registerAccount', person)
  const tries: number[] = []
  for (let at = 0; at < 25; at++) tries.push(await logIn(`name${at}`, 'wrong', '203.0.113.200'))
  expect(tries).toEqual([...Array<number>(20).fill(1001), ...Array<number>(5).fill(429)])
  expect(await logIn('anna', person.password, '203.0.113.201')).toBe(0)
})

test('without a proxy that is trusted nobody chooses an address', async () => {
  server = await startServer({}, { worker: false })
  const tries = await Promise.all(Array.from({ length: 25 }, (_, at) => logIn(`name${at}`, 'wrong')))
  expect(tries).toContain(429)
})

test('one account takes ten wrong passwords a minute, from wherever they come', async () => {
  server = await startServer({ CUELANE_TRUST_PROXY: 'loopback' }, { worker: false })
  await server.ok('registerAccount', person)
  await server.ok('registerAccount', { ...person, name: 'ben', email: 'ben@example.org' })
  const wrong = await Promise.all(Array.from({ length: 10 }, (_, at) => logIn(at % 2 ? 'ANNA' : person.email, 'wrong')))
  expect(wrong).toEqual(wrong.map(() => 1001))
  expect(await logIn('anna', person.password)).toBe(1001)
  expect((await server.call('loginAccount', { account: 'anna', password: person.password })).message).toContain(
    'Too many',
  )
  expect(await logIn('ben', person.password)).toBe(0)
})

test('right passwords count for nothing', async () => {
  server = await startServer({ CUELANE_TRUST_PROXY: '1' }, { worker: false })
  await server.ok('registerAccount', person)
  for (let at = 0; at < 15; at++) expect(await logIn('anna', person.password)).toBe(0)
})

test('of four registrations of one visitor at once one is done', async () => {
  server = await startServer({}, { worker: false })
  const visitor = await server.ok('loginAnonymous', {})
  expect((await server.call('listFolders', {}, visitor.access_token)).code).toBe(0)
  const codes = await Promise.all(
    [1, 2, 3, 4].map(async (at) => {
      const input = { name: `name${at}`, email: `name${at}@example.org`, password: 'secret-123' }
      return (await server.call('registerAccount', input, visitor.access_token)).code
    }),
  )
  expect(codes.toSorted()).toEqual([0, 1004, 1004, 1004])
  // The visitor's own token is over, though it was kept in memory.
  expect((await server.call('listTasks', {}, visitor.access_token)).code).toBe(2402)
})

test('of four registrations of one name at once one is done', async () => {
  server = await startServer({}, { worker: false })
  const codes = await Promise.all(
    [1, 2, 3, 4].map(async (at) => {
      const input = { name: 'same', email: `name${at}@example.org`, password: 'secret-123' }
      return (await server.call('registerAccount', input)).code
    }),
  )
  expect(codes.toSorted()).toEqual([0, 1001, 1001, 1001])
})
