import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Envelope } from '#core/contract/call.ts'
import { contract } from '#core/contract/index.ts'
import { developer, keyOf } from '#tests/support/developer.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'
import { jpegOf } from '#tests/support/jpeg.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ CUELANE_TRUST_PROXY: '1' }, { worker: false })
})
afterAll(() => server.close())

let addresses = 0
/** A session of an account from a browser that says what it is. */
async function logIn(account: string, device: string, password = 'secret-123'): Promise<string> {
  const { method, path: url } = contract.loginAccount
  const headers = { 'user-agent': device, 'x-forwarded-for': `203.0.113.${++addresses}` }
  const answer = await server.app.inject({ method, url, headers, payload: { account, password } })
  return answer.json<Envelope<{ access_token: string }>>().data.access_token
}

async function newPerson(): Promise<{ name: string; token: string }> {
  const token = await signUp(server)
  return { name: (await server.ok('getProfile', {}, token)).userinfo.name, token }
}

test('what an account tells of itself is changed field by field', async () => {
  const { token, name } = await newPerson()
  expect(await server.ok('getProfile', {}, token)).toMatchObject({
    userinfo: { nickname: name, cname: '', logo_url: '' },
    email: `${name}@example.org`,
    has_password: true,
    has_google: false,
  })
  await server.ok('setProfile', { nickname: 'Marta 🌊', cname: 'Harbour' }, token)
  const { userinfo } = await server.ok('setProfile', { mobile: '+49 40 123' }, token)
  expect(userinfo).toMatchObject({ name, nickname: 'Marta 🌊', cname: 'Harbour', mobile: '+49 40 123' })
  expect(await server.ok('setProfile', {}, token)).toMatchObject({ userinfo: { nickname: 'Marta 🌊' } })
  expect((await server.call('setProfile', { nickname: ' \n ' }, token)).message).toMatch(/^nickname: /)
  expect((await server.call('setProfile', { mobile: 'abc<script>' }, token)).message).toMatch(/^mobile: /)
  expect((await server.ok('setProfile', { mobile: '' }, token)).userinfo.mobile).toBe('')
  expect((await server.ok('getInfo', {}, token)).cname).toBe('Harbour')
})

test('a picture is sent, shown and taken away; nobody gets that of another', async () => {
  const { token } = await newPerson()
  const other = await newPerson()
  const { uploadurl, url } = await server.ok('getLogoToken', { file_name: 'a.jpg', class: 'user_logo' }, token)
  const sent = await server.app.inject({
    method: 'PUT',
    url: uploadurl,
    payload: jpegOf(120, 120),
    headers: { 'content-type': 'image/jpeg' },
  })
  expect(sent.json()).toMatchObject({ code: 0 })
  expect((await server.call('setProfile', { logo_url: url }, other.token)).code).toBe(1001)
  const { userinfo } = await server.ok('setProfile', { logo_url: url }, token)
  expect((await server.app.inject(userinfo.logo_url)).headers['content-type']).toBe('image/jpeg')
  // The same again is the same picture.
  expect((await server.ok('setProfile', { logo_url: userinfo.logo_url }, token)).userinfo.logo_url).not.toBe('')
  expect((await server.call('setProfile', { logo_url: url }, other.token)).code).toBe(1001)
  expect((await server.ok('setProfile', { logo_url: '' }, token)).userinfo.logo_url).toBe('')
  expect((await server.app.inject(userinfo.logo_url)).statusCode).toBe(404)
})

test.each([
  [{ oldpassword: '', password: 'x', repassword: 'x' }, 'Enter your old password', '请输入旧密码'],
  [{ oldpassword: 'x', password: '', repassword: '' }, 'Enter a new password', '请输入新密码'],
  [{ oldpassword: 'x', password: 'new-secret', repassword: '' }, 'Enter the new password again', '请再次输入新密码'],
  [{ oldpassword: 'x', password: 'new-secret', repassword: 'other' }, 'Passwords do not match', '两次输入的密码不一致'],
  [{ oldpassword: 'x', password: 'short', repassword: 'short' }, 'The new password needs 8', '新密码需要'],
  [{ oldpassword: 'wrong', password: 'new-secret', repassword: 'new-secret' }, 'The old password is wrong', '旧密码'],
])('a change of the password to %j is refused', async (change, english, chinese) => {
  const { token } = await newPerson()
  expect((await server.call('setPassword', change, token)).message).toContain(english)
  expect((await server.call('setPassword', change, token, 'zh_cn')).message).toContain(chinese)
})

test('a new password ends every session, and only it opens the account; keys stay until they are revoked', async () => {
  const { token } = await developer(server)
  const { name } = (await server.ok('getProfile', {}, token)).userinfo
  const elsewhere = await logIn(name, 'Elsewhere')
  const secret = await keyOf(server, token, { name: 'nightly' })
  expect((await server.ok('getProfile', {}, token)).keys).toEqual(['nightly'])
  const change = { oldpassword: 'secret-123', password: 'new-secret', repassword: 'new-secret' }
  const answers = await Promise.all([1, 2].map(() => server.call('setPassword', change, token)))
  expect(answers.find(({ code }) => code === 0)?.data).toEqual({ keys: ['nightly'] })
  for (const over of [token, elsewhere]) expect((await server.call('getProfile', {}, over)).code).toBe(2402)
  expect(await logIn(name, 'x')).toBeUndefined()
  const fresh = await logIn(name, 'x', 'new-secret')
  // The key works on until it is revoked, here with the password.
  const byKey = async () => {
    const headers = { authorization: `Bearer ${secret}` }
    return (await server.app.inject({ url: contract.getInfo.path, headers })).json<Envelope>().code
  }
  expect(await byKey()).toBe(0)
  const next = { oldpassword: 'new-secret', password: 'newer-secret', repassword: 'newer-secret', revoke_keys: true }
  expect(await server.ok('setPassword', next, fresh)).toEqual({ keys: [] })
  expect(await byKey()).not.toBe(0)
})

test('old passwords are not guessed here either, and that does not shut out the owner', async () => {
  const { token, name } = await newPerson()
  const change = { oldpassword: 'wrong', password: 'new-secret', repassword: 'new-secret' }
  const messages: string[] = []
  for (const oldpassword of [...Array<string>(10).fill('wrong'), 'secret-123']) {
    const { method, path: url } = contract.setPassword
    const headers = { token, 'x-forwarded-for': `203.0.113.${++addresses}` }
    const answer = await server.app.inject({ method, url, headers, payload: { ...change, oldpassword } })
    messages.push(answer.json<Envelope>().message)
  }
  expect(messages.slice(0, 10)).toEqual(Array(10).fill('The old password is wrong'))
  expect(messages[10]).toContain('Too many')
  expect(await logIn(name, 'x')).toBeTruthy()
})

test('sessions are listed with their device; one is signed out, then all others', async () => {
  const { token, name } = await newPerson()
  const [phone, laptop] = [await logIn(name, 'Phone\u0001'), await logIn(name, 'L'.repeat(1000))]
  const { list } = await server.ok('listSessions', {}, token)
  expect(list.map(({ device, is_current }) => [device.slice(0, 5), is_current]).toSorted()).toEqual(
    [
      ['LLLLL', false],
      ['Phone', false],
      ['light', true],
    ].toSorted(),
  )
  expect(list[0]!.is_current).toBe(true)
  const stranger = await newPerson()
  const { id } = list.find(({ device }) => device === 'Phone')!
  await server.ok('endSession', { id }, stranger.token)
  expect((await server.call('getProfile', {}, phone)).code).toBe(0)
  await server.ok('endSession', { id }, token)
  expect((await server.call('getProfile', {}, phone)).code).toBe(2402)
  expect((await server.call('getProfile', {}, laptop)).code).toBe(0)
  await server.ok('endSession', {}, token)
  expect((await server.call('getProfile', {}, laptop)).code).toBe(2402)
  expect((await server.ok('listSessions', {}, token)).list).toHaveLength(1)
  expect((await server.call('getProfile', {}, stranger.token)).code).toBe(0)
})
