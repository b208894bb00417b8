import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Envelope } from '#core/contract/call.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer

const person = { name: 'anna', email: 'anna@example.org', password: 'secret-123' }
let addresses = 0

/** A log-in attempt from a distinct address, as a proxy reports it. */
async function logIn(account: string, password: string, address = `203.0.113.${++addresses}`): Promise<number> {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/admin/login.account/login',
    headers: { 'x-forwarded-for': address },
    payload: { account, password },
  })
  return answer.statusCode === 429 ? 429 : answer.json<Envelope>().code
}

/** One server for the tests of a block. */
function serveWith(env: Record<string, string>): void {
  beforeAll(async () => {
    server = await startServer(env, { worker: false })
  })
  afterAll(() => server.close())
}

describe('behind a proxy', () => {
  serveWith({ CUELANE_TRUST_PROXY: '1' })
  beforeAll(async () => {
    await server.ok('registerAccount', person)
  })

  test('the address that it names counts: a stranger locks nobody else out', async () => {
    const tries: number[] = []
    for (let at = 0; at < 25; at++) tries.push(await logIn(`name${at}`, 'wrong', '203.0.113.200'))
    expect(tries).toEqual([...Array<number>(20).fill(1001), ...Array<number>(5).fill(429)])
    expect(await logIn('anna', person.password, '203.0.113.201')).toBe(0)
  })

  test('an address of IPv6 counts with all that its network has', async () => {
    const tries: number[] = []
    for (let at = 0; at < 25; at++) tries.push(await logIn(`name${at}`, 'wrong', `2001:db8:5:6::${at + 1}`))
    expect(tries.slice(-5)).toEqual([429, 429, 429, 429, 429])
    expect(await logIn('name', 'wrong', '2001:db8:5:7::1')).toBe(1001)
  })

  test('right passwords count for nothing', async () => {
    for (let at = 0; at < 15; at++) expect(await logIn('anna', person.password)).toBe(0)
  })
})

describe('behind a proxy of this machine', () => {
  serveWith({ CUELANE_TRUST_PROXY: 'loopback' })
  beforeAll(async () => {
    await server.ok('registerAccount', person)
    await server.ok('registerAccount', { ...person, name: 'ben', email: 'ben@example.org' })
  })

  test.each([
    ['an address', '198.51.100.7', '198.51.100.7', '198.51.100.8'],
    ['a network of IPv6', '2001:db8:1:2::7', '2001:db8:1:2:ffff::1', '2001:db8:1:3::7'],
  ])(
    'ten wrong passwords a minute close an account to %s, not to its owner elsewhere',
    async (_, first, same, other) => {
      const wrong = await Promise.all(
        Array.from({ length: 10 }, (_, at) => logIn(at % 2 ? 'ANNA' : person.email, 'wrong', at % 3 ? first : same)),
      )
      expect(wrong).toEqual(wrong.map(() => 1001))
      expect(await logIn('anna', person.password, first)).toBe(1001)
      expect(await logIn('anna', person.password, same)).toBe(1001)
      expect(await logIn('anna', person.password, other)).toBe(0)
      expect(await logIn('ben', person.password, first)).toBe(0)
    },
  )
})

describe('without a proxy', () => {
  serveWith({})

  test('of four registrations of one visitor at once one is done', async () => {
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
    const codes = await Promise.all(
      [1, 2, 3, 4].map(async (at) => {
        const input = { name: 'same', email: `same${at}@example.org`, password: 'secret-123' }
        return (await server.call('registerAccount', input)).code
      }),
    )
    expect(codes.toSorted()).toEqual([0, 1001, 1001, 1001])
  })

  // Last: no log-in of this address is taken after it.
  test('nobody chooses an address', async () => {
    const tries = await Promise.all(Array.from({ length: 25 }, (_, at) => logIn(`name${at}`, 'wrong')))
    expect(tries).toContain(429)
  })
})
