import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Envelope } from '#core/contract/call.ts'
import { contract } from '#core/contract/index.ts'
import { FREE_SKU } from '#core/domain/orders.ts'
import { sendMail } from '#server/app/mail/send.ts'
import { sha256 } from '#server/store/id.ts'
import { bodyOf, startMail, type TestMail } from '#tests/support/mail.ts'
import { orderInput } from '#tests/support/payments.ts'
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

const password = 'secret-123'
const signUpAs = (name: string, email = `${name}@example.org`) =>
  server.ok('registerAccount', { name, email, password })
const profileOf = (token: string) => server.ok('getProfile', {}, token)

/** Why a call was refused, in words. */
async function refusal(answer: Promise<Envelope>): Promise<string> {
  const { code, message } = await answer
  expect(code).toBe(1001)
  return message
}

/** Letters to an address, and the token of the link in the last of them. */
async function lettersTo(email: string, count: number): Promise<string> {
  const { deps } = server.services
  const waiting = deps.db.selectFrom('mail').select('id').where('state', '=', 'pending').orderBy('created_at')
  for (const { id } of await waiting.execute()) await sendMail(deps, id)
  const found = mail.letters.filter((letter) => letter.includes(`\nTo: ${email}`))
  expect(found).toHaveLength(count)
  const [, token = ''] = /https:\/\/cuelane\.example\.org\/\w+#([\w-]{43})/.exec(bodyOf(found.at(-1)!)) ?? []
  expect(token).not.toBe('')
  return token
}

test('an address is proved by the link of the letter, once; only then is it an identity', async () => {
  const { access_token } = await signUpAs('ada')
  expect(await profileOf(access_token)).toMatchObject({ email: 'ada@example.org', email_verified: false })
  expect((await server.ok('getSystem', {})).mail).toBe(true)
  const { db } = server.services.deps
  const waiting = await db.selectFrom('mail').select('body').execute()
  expect(waiting).toEqual([{ body: expect.stringMatching(/^sealed1\./) as string }])
  const token = await lettersTo('ada@example.org', 1)
  const kept = await db.selectFrom('email_link').select('token_hash').execute()
  expect(kept).toEqual([{ token_hash: sha256(token) }])
  expect(await db.selectFrom('mail').select('body').execute()).toEqual([{ body: '' }])

  expect(await server.ok('confirmAddress', { token })).toEqual({ account: 'ada', email: 'ada@example.org' })
  expect(await profileOf(access_token)).toMatchObject({ email_verified: true })
  expect(await refusal(server.call('confirmAddress', { token }))).toContain('link has expired')
  expect(await refusal(server.call('askProof', { email: 'ada@example.org' }, access_token))).toContain('already')
  const taken = { name: 'ada2', email: 'ADA@example.org', password }
  expect(await refusal(server.call('registerAccount', taken))).toContain('already exists')
})

test('an address that another account typed first goes to the one that proves it', async () => {
  const squatter = (await signUpAs('eve', 'grace@example.org')).access_token
  const theirs = await lettersTo('grace@example.org', 1)
  const owner = (await signUpAs('grace')).access_token
  expect(await profileOf(owner)).toMatchObject({ email: 'grace@example.org', email_verified: false })
  const own = await lettersTo('grace@example.org', 2)
  await server.ok('confirmAddress', { token: own })
  expect(await profileOf(owner)).toMatchObject({ email: 'grace@example.org', email_verified: true })
  expect(await profileOf(squatter)).toMatchObject({ email_verified: false })
  // The link of the squatter proves nothing any more.
  expect((await server.call('confirmAddress', { token: theirs })).code).toBe(1001)
  expect((await server.call('loginAccount', { account: 'grace@example.org', password })).data.userinfo.name).toBe(
    'grace',
  )
})

test('another address than the account’s needs the password, and counts once its letter is read', async () => {
  const { access_token } = await signUpAs('lin', 'tpyo@example.org')
  const ask = (typed: string) => server.call('askProof', { email: 'lin@example.org', password: typed }, access_token)
  expect(await refusal(ask('wrong'))).toContain('password is wrong')
  expect((await ask(password)).code).toBe(0)
  expect((await server.call('loginAccount', { account: 'lin@example.org', password })).code).toBe(1001)
  await server.ok('confirmAddress', { token: await lettersTo('lin@example.org', 1) })
  expect(await profileOf(access_token)).toMatchObject({ email: 'lin@example.org', email_verified: true })
  expect((await server.call('loginAccount', { account: 'lin@example.org', password })).code).toBe(0)
})

test('above ten accounts of a network in a day the credits of the start wait for a proved address', async () => {
  const { method, path: url } = contract.registerAccount
  const tokens: string[] = []
  for (let n = 0; n < 11; n++) {
    const payload = { name: `many${n}`, email: `many${n}@example.org`, password }
    const answer = await server.app.inject({ method, url, payload, remoteAddress: `2001:db8::${n + 1}` })
    tokens.push(answer.json<Envelope<{ access_token: string }>>().data.access_token)
  }
  const creditsOf = async (token: string) => (await server.ok('getInfo', {}, token)).credits
  expect([await creditsOf(tokens[9]!), await creditsOf(tokens[10]!)]).toEqual([200, 0])
  expect((await profileOf(tokens[10]!)).gift_waits).toBe(true)
  expect((await server.call('createOrder', orderInput(FREE_SKU), tokens[10])).message).toContain(
    'once you confirm your address',
  )
  await server.ok('confirmAddress', { token: await lettersTo('many10@example.org', 1) })
  expect(await creditsOf(tokens[10]!)).toBe(200)
  expect((await profileOf(tokens[10]!)).gift_waits).toBe(false)
})

test('a link ends after its time, and one address gets five letters an hour', async () => {
  const { access_token } = await signUpAs('sam')
  const token = await lettersTo('sam@example.org', 1)
  const past = new Date(Date.now() - 1000)
  await server.services.deps.db.updateTable('email_link').set({ expires_at: past }).execute()
  expect(await refusal(server.call('confirmAddress', { token }))).toContain('link has expired')
  const answers: string[] = []
  for (let at = 0; at < 5; at++) {
    const { message } = await server.call('askProof', { email: 'Sam@example.org' }, access_token)
    answers.push(message)
  }
  expect(answers).toEqual(['', '', '', '', expect.stringContaining('Too many e-mails')])
})
