import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Envelope } from '#core/contract/call.ts'
import { contract, type DataOf, type InputOf } from '#core/contract/index.ts'
import { nameFromEmail } from '#core/domain/account.ts'
import { safeRedirect } from '#core/domain/redirect.ts'
import { type Person, startGoogle, type TestGoogle } from '#tests/support/google.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

const PUBLIC_URL = 'http://127.0.0.1:9/app'

let google: TestGoogle
let server: TestServer
beforeAll(async () => {
  google = await startGoogle(PUBLIC_URL)
  server = await startServer(google.env, { worker: false })
})
afterAll(async () => {
  await server.close()
  await google.close()
})

let callers = 0

/** A call from a distinct address: each has a limit of tries. */
async function ask<N extends 'beginGoogle' | 'finishGoogle'>(name: N, input: InputOf<N>, token = '') {
  const { path: url } = contract[name]
  const remoteAddress = `10.0.0.${++callers}`
  const answer = await server.app.inject({ url, remoteAddress, query: { ...input }, headers: { token } })
  return answer.json<Envelope<DataOf<N>>>()
}

async function given<N extends 'beginGoogle' | 'finishGoogle'>(name: N, input: InputOf<N>, token = '') {
  const { code, message, data } = await ask(name, input, token)
  if (code !== 0) throw new Error(`${name}: ${code} ${message}`)
  return data
}

/** Goes to Google and comes back; what is given on the way is changed in what comes back. */
async function comeBack(person: Person | 'declines', { token = '', redirect = '', change = {} } = {}) {
  const { url, ticket } = await given('beginGoogle', { class: 'begin', redirect }, token)
  const returned = { state: '', ...(await google.visit(url, person)) }
  return { class: 'finish' as const, ticket, ...returned, ...change }
}

async function signIn(person: Person, token = '') {
  return given('finishGoogle', await comeBack(person, { token }), token)
}

const ada = { sub: 'ada-1', email: 'ada.l@example.org', email_verified: true, name: 'Ada L.' }

describe('sign-in by Google', () => {
  test('makes an account with the credits of the start, and finds it again', async () => {
    const first = await signIn(ada)
    expect(first).toMatchObject({
      userinfo: { name: 'ada.l', nickname: 'Ada L.', is_vistor: false },
      redirect: '/lab/workspace',
    })
    expect((await server.ok('getInfo', {}, first.access_token)).credits).toBe(200)
    const again = await signIn({ ...ada, email: 'moved@example.org' })
    expect(again.userinfo.user_id).toBe(first.userinfo.user_id)
    const profile = await server.ok('getProfile', {}, again.access_token)
    expect(profile).toMatchObject({ email: 'ada.l@example.org', has_password: false, has_google: true })
  })

  test('asks with PKCE, state and nonce for no more than the address and the name', async () => {
    const { url } = await given('beginGoogle', { class: 'begin' })
    const asked = Object.fromEntries(new URL(url).searchParams)
    expect(asked).toMatchObject({
      scope: 'openid email profile',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: `${PUBLIC_URL}/login`,
    })
    for (const name of ['state', 'nonce', 'code_challenge'] as const) expect(asked[name]).toMatch(/^[\w-]{43}$/)
  })

  test('gives back the page that was wanted, and no address of another site', async () => {
    const wanted = await comeBack(ada, { redirect: '/lab/library?page=2' })
    expect((await given('finishGoogle', wanted)).redirect).toBe('/lab/library?page=2')
    const foreign = await comeBack(ada, { redirect: '//evil.example' })
    expect((await given('finishGoogle', foreign)).redirect).toBe('/lab/workspace')
  })

  test.each([
    ['another state', { state: 'x'.repeat(43) }, 'took too long'],
    ['the ticket of another browser', { ticket: 'somebody-elses' }, 'took too long'],
    ['another code', { code: 'made-up' }, 'did not confirm'],
    ['the name of another provider', { iss: 'https://evil.example' }, 'did not confirm'],
  ])('%s is refused', async (_, change, message) => {
    const answer = await ask('finishGoogle', await comeBack(ada, { change }))
    expect(answer).toMatchObject({ code: 1001, message: expect.stringContaining(message) as string })
  })

  test('the state of one browser with the ticket of another is refused', async () => {
    const [mine, theirs] = [await comeBack(ada), await comeBack({ ...ada, sub: 'eve-1' })]
    expect((await ask('finishGoogle', { ...theirs, ticket: mine.ticket })).code).toBe(1001)
  })

  test('what comes back a second time is refused', async () => {
    const answer = await comeBack(ada)
    await given('finishGoogle', answer)
    expect(await ask('finishGoogle', answer)).toMatchObject({ code: 1001 })
  })

  test('what comes back too late is refused', async () => {
    const answer = await comeBack(ada)
    await server.services.deps.db
      .updateTable('google_sign_in')
      .set({ expires_at: new Date(0) })
      .execute()
    expect((await ask('finishGoogle', answer)).message).toContain('took too long')
  })

  test('an answer with the nonce of another sign-in is refused', async () => {
    const answer = await comeBack(ada)
    await server.services.deps.db.updateTable('google_sign_in').set({ nonce: 'another' }).execute()
    expect((await ask('finishGoogle', answer)).message).toContain('did not confirm')
  })

  test('who declines is told so, and is signed in to nothing', async () => {
    expect(await ask('finishGoogle', await comeBack('declines'))).toMatchObject({ code: 1004 })
  })

  test.each([
    ['not proven', { email: 'new@example.org', email_verified: false }],
    ['not told', {}],
  ])('an address that is %s makes no account', async (_, facts) => {
    const answer = await ask('finishGoogle', await comeBack({ sub: 'new-1', ...facts }))
    expect(answer).toMatchObject({ code: 1001, message: expect.stringContaining('e-mail') as string })
  })

  test('an address that another account never proved goes to the user whom Google knows; that account is not opened', async () => {
    const person = { name: 'squatter', email: 'Victim@example.org', password: 'secret-123' }
    const { access_token: squatter, userinfo } = await server.ok('registerAccount', person)
    const victim = { sub: 'victim-1', email: 'victim@example.org', email_verified: true }
    const { access_token: token, userinfo: own } = await signIn(victim)
    expect(own.user_id).not.toBe(userinfo.user_id)
    expect(await server.ok('getProfile', {}, token)).toMatchObject({ email: victim.email, email_verified: true })
    expect(await server.ok('getProfile', {}, squatter)).toMatchObject({ email: '', email_verified: false })
    // What is proved stays: also from Google.
    const answer = await ask('finishGoogle', await comeBack({ ...victim, sub: 'victim-2' }))
    expect(answer).toMatchObject({ code: 1001, message: expect.stringContaining('password') as string })
  })

  test('who is signed in connects Google, and is the same person by both ways', async () => {
    const person = { name: 'grace', email: 'grace@example.org', password: 'secret-123' }
    const { access_token: token, userinfo } = await server.ok('registerAccount', person)
    const facts = { sub: 'grace-1', email: 'grace@example.org', email_verified: true }
    const connected = await signIn(facts, token)
    expect(connected).toMatchObject({ is_connected: true, userinfo: { user_id: userinfo.user_id } })
    expect((await server.call('getInfo', {}, token)).code).toBe(2402)
    expect((await signIn(facts)).userinfo.user_id).toBe(userinfo.user_id)
    expect((await server.call('loginAccount', { account: 'grace', password: 'secret-123' })).code).toBe(0)
  })

  test('a Google account opens one account: another one can not be connected to it', async () => {
    const token = await signUp(server)
    const answer = await ask('finishGoogle', await comeBack(ada, { token }), token)
    expect(answer).toMatchObject({ code: 1001, message: expect.stringContaining('another account') as string })
  })

  test('who has a password disconnects Google, and comes in by the password alone', async () => {
    const leaver = { ...ada, sub: 'leaver-1', email: 'leaver@example.org' }
    const { access_token: token } = await signIn(leaver)
    const refused = await server.call('leaveGoogle', {}, token)
    expect(refused).toMatchObject({ code: 1001, message: expect.stringContaining('Set a password first') as string })
    expect((await server.ok('getProfile', {}, token)).has_google).toBe(true)
    const secret = { password: 'a new secret 1', repassword: 'a new secret 1', oldpassword: '' }
    await server.ok('setPassword', secret, token)
    const { access_token: fresh } = await server.ok('loginAccount', {
      account: leaver.email,
      password: secret.password,
    })
    await server.ok('leaveGoogle', {}, fresh)
    await server.ok('leaveGoogle', {}, fresh)
    expect(await server.ok('getProfile', {}, fresh)).toMatchObject({ has_google: false, has_password: true })
    // Google's address alone opens nothing that has a password.
    expect(await ask('finishGoogle', await comeBack(leaver))).toMatchObject({ code: 1001 })
    await signIn(leaver, fresh)
    expect((await server.ok('getProfile', {}, (await signIn(leaver)).access_token)).has_google).toBe(true)
  })

  test('what somebody began is not finished by somebody else', async () => {
    const [mine, theirs] = [await signUp(server), await signUp(server)]
    const answer = await comeBack({ sub: 'mallory-1' }, { token: mine })
    expect((await ask('finishGoogle', answer, theirs)).code).toBe(1001)
  })

  test('a visitor becomes the new account, or gives what they made to the known one', async () => {
    const fresh = await server.ok('loginAnonymous', {})
    const lin = { sub: 'lin-1', email: 'lin@example.org', email_verified: true }
    const made = await signIn(lin, fresh.access_token)
    expect(made.userinfo).toMatchObject({ user_id: fresh.userinfo.user_id, is_vistor: false })
    expect((await server.call('getInfo', {}, fresh.access_token)).code).toBe(2402)
    const visitor = await server.ok('loginAnonymous', {})
    const { folder_id } = await server.ok('addFolder', { folder_name: 'mine' }, visitor.access_token)
    const back = await signIn(lin, visitor.access_token)
    expect(back).toMatchObject({ carried_folders: 1, userinfo: { user_id: made.userinfo.user_id } })
    expect((await server.ok('listFolders', {}, back.access_token)).list).toMatchObject([{ folder_id }])
  })

  test('two accounts of like addresses get names of their own', async () => {
    const one = await signIn({ sub: 'a', email: 'sam@one.example', email_verified: true })
    const two = await signIn({ sub: 'b', email: 'sam@two.example', email_verified: true })
    expect([one.userinfo.name, two.userinfo.name]).toEqual(['sam', 'sam2'])
  })

  test('without settings nobody signs in by it, and staff read what is missing', async () => {
    const plain = await startServer({}, { worker: false })
    try {
      expect((await plain.ok('getSystem', {})).google).toBe(false)
      expect((await plain.call('beginGoogle', { class: 'begin' })).code).toBe(1001)
      expect(plain.config.google.remedy?.params).toMatchObject({
        names: 'GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, CUELANE_PUBLIC_URL',
      })
    } finally {
      await plain.close()
    }
    expect((await server.ok('getSystem', {})).google).toBe(true)
  })

  test('a provider that does not answer is a fault of its own', async () => {
    const away = await startServer({ ...google.env, GOOGLE_ISSUER: 'http://127.0.0.1:1' }, { worker: false })
    try {
      expect(await away.call('beginGoogle', { class: 'begin' })).toMatchObject({ code: 1003 })
    } finally {
      await away.close()
    }
  })
})

test.each([
  ['/lab/library', '/lab/library'],
  ['/lab/library?a=1#b', '/lab/library?a=1#b'],
  ['', '/lab/workspace'],
  ['//evil.example', '/lab/workspace'],
  ['/\\evil.example', '/lab/workspace'],
  ['/\t/evil.example', '/lab/workspace'],
  ['/a\\b', '/lab/workspace'],
  ['https://evil.example', '/lab/workspace'],
  ['javascript:alert(1)', '/lab/workspace'],
])('after a sign-in %j leads to %s', (target, expected) => {
  expect(safeRedirect(target)).toBe(expected)
})

test.each([
  ['ada@example.org', 1, 'ada'],
  ['ada@example.org', 2, 'ada2'],
  ['a+b c@example.org', 1, 'abc'],
  ['x@example.org', 1, 'userx'],
  [`${'n'.repeat(60)}@example.org`, 12, `${'n'.repeat(38)}12`],
])('an account of %s is named, at try %i, %s', (email, n, expected) => {
  expect(nameFromEmail(email, n)).toBe(expected)
})
