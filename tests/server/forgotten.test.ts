import { afterAll, beforeAll, expect, test } from 'vitest'
import { passwordLink } from '#server/app/staff.ts'
import { developer, keyOf } from '#tests/support/developer.ts'
import { sentToken, startMail, type TestMail } from '#tests/support/mail.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

const SITE = 'https://cuelane.example.org'

let mail: TestMail
let server: TestServer
beforeAll(async () => {
  mail = await startMail()
  server = await startServer({ ...mail.env, CUELANE_PUBLIC_URL: SITE }, { worker: false })
})
afterAll(async () => {
  await server.close()
  await mail.close()
})

const tokenTo = (email: string): Promise<string> => sentToken(mail, server.services.deps, email)

test('a forgotten password is replaced by a letter to a proved address; the answer is the same for any', async () => {
  const password = 'secret-123'
  const iris = { name: 'iris', email: 'iris@example.org', password }
  const { access_token: session } = await server.ok('registerAccount', iris)
  const proof = await tokenTo('iris@example.org')
  const ask = (email: string) => server.call('askPassword', { email })
  // Not proved yet, proved by no account, and proved.
  const answers = [await ask('iris@example.org'), await ask('nobody@example.org')]
  await server.ok('confirmAddress', { token: proof })
  answers.push(await ask('IRIS@example.org'))
  for (const answer of answers) expect(answer).toEqual({ code: 0, message: '', data: {} })
  const token = await tokenTo('IRIS@example.org')

  const reset = (secret: string) => server.call('resetPassword', { token, password: secret })
  expect((await reset('iris1234')).message).toContain('easy to guess')
  const both = await Promise.all(['first-secret', 'other-secret'].map(reset))
  expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1001])
  const right = both[0]!.code === 0 ? 'first-secret' : 'other-secret'
  expect((await server.call('getProfile', {}, session)).code).toBe(2402)
  expect((await server.call('loginAccount', { account: 'iris', password })).code).toBe(1001)
  expect((await server.call('loginAccount', { account: 'iris', password: right })).code).toBe(0)
})

test('the operator makes a link for an account without a proved address; keys stay, or go with it', async () => {
  const { token: session } = await developer(server)
  await keyOf(server, session, { name: 'nightly' })
  const { db } = server.services.deps
  expect(await passwordLink(db, 'person1@example.org', SITE)).toBeUndefined()
  const tokens: string[] = []
  for (let at = 0; at < 2; at++) {
    const [address, token = ''] = (await passwordLink(db, 'Person1', SITE))?.split('#') ?? []
    expect(address).toBe(`${SITE}/reset`)
    tokens.push(token)
  }
  const [first = '', second = ''] = tokens
  const change = { token: first, password: 'first-secret' }
  expect(await server.ok('resetPassword', change)).toEqual({ account: 'person1', keys: ['nightly'] })
  // A new password ends other links to one.
  expect((await server.call('resetPassword', { ...change, token: second })).code).toBe(1001)
  const [, third = ''] = (await passwordLink(db, 'person1', SITE))?.split('#') ?? []
  const all = { token: third, password: 'second-secret', revoke_keys: true }
  expect(await server.ok('resetPassword', all)).toEqual({ account: 'person1', keys: [] })
  expect(await db.selectFrom('api_key').select('id').execute()).toEqual([])
})
