import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Envelope } from '#core/contract/call.ts'
import { contract } from '#core/contract/index.ts'
import type { SignedIn } from '#core/contract/session.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { worker: false })
})
afterAll(() => server.close())

describe('accounts', () => {
  test('a new account gets 200 credits and can log in by name and by e-mail', async () => {
    const person = { name: 'Anna', email: 'Anna@Example.org', password: 'secret-123' }
    const { access_token, userinfo } = await server.ok('registerAccount', person)
    expect(userinfo).toMatchObject({ name: 'Anna', is_vistor: false, customer_type: 1 })
    expect(await server.ok('getInfo', {}, access_token)).toMatchObject({
      credits: 200,
      gift_credits: 200,
      purchase_credits: 0,
    })
    for (const account of ['anna', 'ANNA@example.ORG']) {
      expect((await server.call('loginAccount', { account, password: 'secret-123' })).code).toBe(0)
    }
  })

  test('a password that is easy to guess is refused, here and where it is changed', async () => {
    const person = { name: 'Guessed', email: 'guessed@example.org' }
    for (const password of ['password', '12345678', 'guessed1234'])
      expect(await server.call('registerAccount', { ...person, password })).toMatchObject({
        code: 1001,
        message: expect.stringContaining('easy to guess'),
      })
    const { access_token } = await server.ok('registerAccount', { ...person, password: 'secret-123' })
    const change = { oldpassword: 'secret-123', password: 'Password', repassword: 'Password' }
    expect((await server.call('setPassword', change, access_token)).message).toContain('easy to guess')
  })

  test('a wrong password and an unknown name get the same answer, in both languages', async () => {
    const wrong = await server.call('loginAccount', { account: 'anna', password: 'wrong' })
    const unknown = await server.call('loginAccount', { account: 'nobody', password: 'wrong' })
    expect(wrong).toEqual(unknown)
    expect(wrong).toMatchObject({ code: 1001, message: 'The name or the password is wrong. Check both and try again' })
    const chinese = await server.call('loginAccount', { account: 'anna', password: 'wrong' }, '', 'zh_cn')
    expect(chinese.message).toContain('密码错误')
  })

  test('a taken name or address and a short password are refused', async () => {
    const refuse = async (name: string, email: string, password = 'secret-123') =>
      (await server.call('registerAccount', { name, email, password })).message
    expect(await refuse('ANNA', 'other@example.org')).toContain('name is taken')
    expect(await refuse('other', 'anna@example.org')).toContain('e-mail')
    expect(await refuse('other', 'other@example.org', 'short')).toContain('password')
    expect(await refuse('vip\u0430', 'other@example.org')).toBe(
      'name: Use letters of one alphabet, without invisible or decorated ones',
    )
    expect(await refuse('other', 'no address')).toContain('email')
  })

  test('an older name in another spelling of Unicode opens its own account, and a new one its own', async () => {
    const [older, newer] = ['Zoe\u0301', 'Zo\u00e9']
    const { method, path: url } = contract.registerAccount
    const signUpAs = async (name: string, email: string) => {
      const payload = { name, email, password: 'secret-123' }
      const answer = await server.app.inject({ method, url, payload, remoteAddress: '203.0.113.9' })
      return answer.json<Envelope<SignedIn>>().data.userinfo.user_id
    }
    const ofNewer = await signUpAs(newer, 'newer@example.org')
    const ofOlder = await signUpAs('older', 'older@example.org')
    await server.services.deps.db.updateTable('account').set({ name: older }).where('id', '=', ofOlder).execute()
    const opened = async (account: string) =>
      (await server.ok('loginAccount', { account, password: 'secret-123' })).userinfo.user_id
    expect([await opened(older), await opened(newer)]).toEqual([ofOlder, ofNewer])
  })

  test('what is wrong with a field is said in plain words, in both languages', async () => {
    const said = async (language: 'en' | 'zh_cn', input: { email?: string; password?: string }) =>
      (
        await server.call(
          'registerAccount',
          { name: 'plain', email: 'plain@example.org', password: 'secret-123', ...input },
          '',
          language,
        )
      ).message
    const long = 'x'.repeat(300)
    expect(await said('en', { password: long })).toBe('password: At most 200 characters')
    expect(await said('zh_cn', { password: long })).toBe('password：最多 200 个字符')
    expect(await said('en', { password: 'short' })).toBe('password: At least 8 characters')
    expect(await said('en', { email: 'a@b.c' })).toBe('email: Enter a complete address, such as name@example.org')
    const { access_token } = await server.ok('loginAnonymous', {})
    const { message, data } = await server.call('addFolder', { folder_name: 'a\0b' }, access_token)
    expect(message).toMatch(/^folder_name: This text contains/)
    // What people are shown, without the field's name in the API.
    expect(data).toMatchObject({ reason: 'invalid_input', detail: expect.stringMatching(/^This text contains/) })
  })

  test('a visitor who signs up keeps what they made', async () => {
    const visitor = await server.ok('loginAnonymous', {})
    expect(visitor.userinfo).toMatchObject({ is_vistor: true, customer_type: -1 })
    const { folder_id } = await server.ok('addFolder', { folder_name: 'mine' }, visitor.access_token)
    const person = { name: 'kept', email: 'kept@example.org', password: 'secret-123' }
    const customer = await server.ok('registerAccount', person, visitor.access_token)
    expect(customer.userinfo.user_id).toBe(visitor.userinfo.user_id)
    expect((await server.ok('listFolders', {}, customer.access_token)).list[0]).toMatchObject({ folder_id })
  })

  test('no token, a bad one, an expired one and one that logged out', async () => {
    expect((await server.call('listFolders', {})).code).toBe(2402)
    expect((await server.call('listFolders', {}, 'made-up')).code).toBe(2402)
    const token = await signUp(server)
    await server.services.deps.db
      .updateTable('session')
      .set({ expires_at: new Date(0) })
      .execute()
    expect((await server.call('listFolders', {}, token)).code).toBe(2403)
    const other = await signUp(server)
    await server.ok('logout', {}, other)
    expect((await server.call('listFolders', {}, other)).code).toBe(2402)
  })

  test('a visitor can look and edit, but not run paid tasks', async () => {
    const { access_token } = await server.ok('loginAnonymous', {})
    expect((await server.call('listFolders', {}, access_token)).code).toBe(0)
    const input = { video_id: 'x', source_language: 'en', idempotency_key: '12345678' } as const
    expect(await server.call('runExtract', input, access_token)).toMatchObject({
      code: 2401,
      message: 'Log in or sign up first',
    })
  })

  test('rows of other accounts cannot be reached', async () => {
    const [owner, stranger] = [await signUp(server), await signUp(server)]
    const { folder_id, video_id } = await server.ok('openSample', { sample_id: 'harbour' }, owner)
    const { list } = await server.ok('listVersions', { folder_id, video_id }, owner)
    const file_id = list[0]!.file_id
    const codes = [
      await server.call('getVideo', { file_id: video_id }, stranger),
      await server.call('getVersion', { file_id }, stranger),
      await server.call('editVersion', { file_id, revision: 1, subtitle_txt: [] }, stranger),
      await server.call('deleteVideo', { folder_id, video_id }, stranger),
      await server.call('deleteFolder', { folder_id }, stranger),
      await server.call('deleteVersion', { folder_id, subtitles_id: file_id }, stranger),
      await server.call('useVersion', { video_id, subtitles_id: file_id }, stranger),
      await server.call('renameFolder', { folder_id, folder_name: 'x' }, stranger),
      await server.call('listVideos', { folder_id }, stranger),
    ].map(({ code }) => code)
    expect(codes).toEqual(codes.map(() => 1002))
    expect((await server.ok('listVersions', { folder_id, video_id }, stranger)).list).toEqual([])
    expect((await server.ok('getVersion', { file_id }, owner)).cue_sum).toBe(10)
  })

  test('too many attempts to log in are stopped', async () => {
    const tries = await Promise.all(
      Array.from({ length: 40 }, () =>
        server.app.inject({
          method: 'POST',
          url: '/admin/login.account/login',
          payload: { account: 'x', password: 'y' },
        }),
      ),
    )
    expect(
      tries.some((response) => response.statusCode === 429 && response.json<{ code: number }>().code === 1001),
    ).toBe(true)
  })
})

describe('the edge', () => {
  test('health, contract document and security headers', async () => {
    expect((await server.app.inject('/health/ready')).json()).toEqual({ ok: true })
    const document = (await server.app.inject('/openapi.json')).json<{
      paths: Record<string, Record<string, { parameters: { name: string; required: boolean }[] }>>
    }>()
    expect(Object.keys(document.paths)).toContain('/admin/file.srt/edit')
    // Two rows of the contract: a video and a speaker's picture.
    const { parameters } = document.paths['/admin/home.upload/gettoken']!['get']!
    const needed = parameters.filter(({ required }) => required).map(({ name }) => name)
    expect([parameters.map(({ name }) => name), needed]).toEqual([
      ['file_name', 'class', 'size', 'folder_id'],
      ['file_name', 'class'],
    ])
    const { headers } = await server.app.inject('/health/live')
    expect(headers['content-security-policy']).toContain("default-src 'self'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })

  test('what is not there, what is no JSON and what is too large', async () => {
    expect((await server.app.inject('/nowhere')).json()).toMatchObject({ code: 1002 })
    const bad = await server.app.inject({
      method: 'POST',
      url: '/admin/login.account/login',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '1' },
      payload: '{',
    })
    expect(bad.json()).toMatchObject({ code: 1001 })
    const large = await server.app.inject({
      method: 'POST',
      url: '/admin/space.folder/add',
      headers: { token: await signUp(server) },
      payload: { folder_name: 'x'.repeat(2_000_000) },
    })
    expect([large.statusCode, large.json<{ code: number }>().code]).toEqual([413, 1001])
  })
})
