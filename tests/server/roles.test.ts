import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DataOf } from '#core/contract/index.ts'
import { avatarSweep } from '#server/jobs/sweeps/avatars.ts'
import { jpegOf } from '#tests/support/jpeg.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let place: { folder_id: string; video_id: string }
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
  place = await server.ok('openSample', { sample_id: 'harbour' }, token)
})
afterAll(() => server.close())

const jpeg = jpegOf(240, 240)

async function version(content: string): Promise<DataOf<'getVersion'>> {
  const { file_id } = await server.ok('addVersion', { ...place, name: 'mine', language: 'en', content }, token)
  return server.ok('getVersion', { file_id }, token)
}

const two = '1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo'

async function tag({ file_id, revision, subtitle_txt }: DataOf<'getVersion'>, roles: string[][]) {
  const lines = subtitle_txt.map((line, at) => ({ ...line, folder_role_id: roles[at] ?? [] }))
  return server.ok('editVersion', { file_id, revision, subtitle_txt: lines }, token)
}

const avatarIn = (folder_id: string) => ({ file_name: 'a.jpg', class: 'folder_role' as const, folder_id })

const put = (url: string, body: Buffer, type = 'image/jpeg') =>
  server.app.inject({ method: 'PUT', url, payload: body, headers: { 'content-type': type } })

describe('speakers', () => {
  test('are added, renamed, listed in their order, and belong to one person', async () => {
    const role = await server.ok('addRole', { folder_id: place.folder_id, role_name: ' Ann ' }, token)
    await server.ok('addRole', { folder_id: place.folder_id, role_name: 'Bob' }, token)
    await server.ok('editRole', { folder_role_id: role.folder_role_id, role_name: 'Anna' }, token)
    const { list } = await server.ok('listRoles', { folder_id: place.folder_id }, token)
    expect(list.map(({ role_name }) => role_name)).toEqual(['Anna', 'Bob'])
    const stranger = await signUp(server)
    expect(await server.call('listRoles', { folder_id: place.folder_id }, stranger)).toMatchObject({ code: 1002 })
    const theirs = { folder_role_id: role.folder_role_id }
    expect(await server.call('editRole', { ...theirs, role_name: 'x' }, stranger)).toMatchObject({ code: 1002 })
    expect(await server.call('deleteRole', theirs, stranger)).toMatchObject({ code: 1002 })
    const nameless = await server.call('addRole', { folder_id: place.folder_id, role_name: '  ' }, token)
    expect(nameless.code).toBe(1001)
  })

  test('are listed with the number of their lines in the active versions', async () => {
    const { folder_id, video_id } = place
    const names = ['Gus', 'Hal']
    const roles = []
    for (const role_name of names) roles.push(await server.ok('addRole', { folder_id, role_name }, token))
    const [gus, hal] = roles.map(({ folder_role_id }) => folder_role_id) as [string, string]
    const sums = async () => {
      const { list } = await server.ok('listRoles', { folder_id }, token)
      return [gus, hal].map((id) => list.find(({ folder_role_id }) => folder_role_id === id)?.line_sum)
    }
    const input = { folder_id, video_id, name: 'mine', language: 'en' as const, content: two }
    const { file_id } = await server.ok('addVersion', { ...input, activate: true }, token)
    const opened = await server.ok('getVersion', { file_id }, token)
    await tag(opened, [[gus, hal], [gus]])
    expect(await sums()).toEqual([2, 1])
    await server.ok('addVersion', { ...input, activate: true }, token)
    expect(await sums()).toEqual([0, 0])
  })

  test('have up to four pictures, sent to a signed address; nothing else is taken for one', async () => {
    const { folder_id } = place
    const send = async () => {
      const { uploadurl, url } = await server.ok('getAvatarToken', avatarIn(folder_id), token)
      expect((await put(uploadurl, jpeg)).json()).toMatchObject({ code: 0 })
      return url
    }
    const urls = [await send(), await send()]
    const role = await server.ok('addRole', { folder_id, role_name: 'Cleo', role_avatar: urls }, token)
    expect(role.role_avatar).toHaveLength(2)
    const shown = await server.app.inject({ url: role.role_avatar[0]! })
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/jpeg'])

    const edit = (role_avatar: string[]) =>
      server.call('editRole', { folder_role_id: role.folder_role_id, role_avatar }, token)
    const again = await server.call('addRole', { folder_id, role_name: 'Cleo’s twin', role_avatar: urls }, token)
    expect(again.code, 'a picture is one speaker’s').toBe(1001)
    expect(await edit([role.role_avatar[1]!])).toMatchObject({ code: 0 })
    expect((await server.app.inject({ url: role.role_avatar[0]! })).statusCode).toBe(404)
    expect((await edit(Array.from({ length: 5 }, () => urls[1]!))).code).toBe(1001)
    expect((await edit(['https://elsewhere.example/a.jpg'])).code).toBe(1001)
    expect((await edit(['/media/1/x/avatar/../../etc/passwd'])).code).toBe(1001)

    const { uploadurl } = await server.ok('getAvatarToken', avatarIn(folder_id), token)
    expect((await put(uploadurl, Buffer.from('<svg onload="x"/>'), 'image/svg+xml')).json()).toMatchObject({
      code: 1001,
    })
    expect((await put(uploadurl, Buffer.concat([jpeg, Buffer.alloc(100_000)]))).json()).toMatchObject({ code: 1001 })
    for (const bytes of [jpegOf(65_535, 65_535), jpegOf(0, 240), jpeg.subarray(0, 10)]) {
      expect((await put(uploadurl, bytes)).json()).toMatchObject({ code: 1001 })
    }
    expect((await put(uploadurl.replace(/signature=.*/, 'signature=x'), jpeg)).json()).toMatchObject({ code: 2401 })
  })

  test('have only pictures of the same person, and unused ones go after a day', async () => {
    const { folder_id } = place
    const send = async () => {
      const { uploadurl, url } = await server.ok('getAvatarToken', avatarIn(folder_id), token)
      expect((await put(uploadurl, jpeg)).json()).toMatchObject({ code: 0 })
      return { uploadurl, url }
    }
    const [used, unused] = [await send(), await send()]
    const stranger = await signUp(server)
    const theirs = await server.ok('addFolder', { folder_name: 'theirs' }, stranger)
    const stolen = { folder_id: theirs.folder_id, role_name: 'Eve', role_avatar: [used.url] }
    expect((await server.call('addRole', stolen, stranger)).code).toBe(1001)
    await server.ok('addRole', { folder_id, role_name: 'Flo', role_avatar: [used.url] }, token)
    expect((await put(used.uploadurl, jpeg)).json(), 'it is Flo’s now').toMatchObject({ code: 2401 })

    const status = async ({ url }: { url: string }) => (await server.app.inject({ url })).statusCode
    const sweepAfter = async (hours: number) =>
      avatarSweep.run(server.services.deps, new Date(Date.now() + hours * 3600 * 1000), (_, error) => {
        throw error
      })
    await sweepAfter(23)
    expect(await status(unused)).toBe(200)
    expect(await sweepAfter(25)).toBeGreaterThan(0)
    expect([await status(unused), await status(used)]).toEqual([404, 200])
  })

  test('go with their pictures when the folder does', async () => {
    const { folder_id } = await server.ok('addFolder', { folder_name: 'short' }, token)
    const { uploadurl, url } = await server.ok('getAvatarToken', avatarIn(folder_id), token)
    await put(uploadurl, jpeg)
    await server.ok('addRole', { folder_id, role_name: 'Gus', role_avatar: [url] }, token)
    expect((await server.app.inject({ url })).statusCode).toBe(200)
    await server.ok('deleteFolder', { folder_id }, token)
    expect((await server.app.inject({ url })).statusCode).toBe(404)
  })

  test('a deleted speaker is gone from every line of the folder', async () => {
    const { folder_id } = place
    const role = await server.ok('addRole', { folder_id, role_name: 'Dan' }, token)
    const made = await version(two)
    expect(await tag(made, [[role.folder_role_id, 'other'], []])).toMatchObject({ role_state: 3 })
    await server.ok('deleteRole', { folder_role_id: role.folder_role_id }, token)
    const after = await server.ok('getVersion', { file_id: made.file_id }, token)
    expect(after.subtitle_txt.map((line) => line.folder_role_id)).toEqual([['other'], []])
    expect(after.revision).toBe(made.revision + 2)
  })

  test('are copied from another version by the time that lines share; nothing is stored', async () => {
    const from = await version(two)
    await tag(from, [['ann'], ['bob']])
    const to = await version('1\n00:00:01,500 --> 00:00:02,500\nuno\n\n2\n00:00:08,000 --> 00:00:09,000\ndos')
    const input = { from_file_id: from.file_id, to_file_id: to.file_id }
    const { subtitle_txt, changed } = await server.ok('copyRoles', input, token)
    expect([subtitle_txt.map((line) => line.folder_role_id), changed]).toEqual([[['ann'], []], 1])
    expect((await server.ok('getVersion', { file_id: to.file_id }, token)).revision).toBe(to.revision)
    expect((await server.call('copyRoles', input, await signUp(server))).code).toBe(1002)
    await server.ok('useVersion', { video_id: place.video_id, subtitles_id: from.file_id }, token)
    expect(await server.ok('usedVersions', { video_id: `${place.video_id},nothing`, language: 'en' }, token)).toEqual({
      list: [{ video_id: place.video_id, file_id: from.file_id, role_state: 1 }],
    })
  })
})

describe('several versions at once', () => {
  test('are written together, or none of them', async () => {
    const [a, b] = [await version(two), await version(two)]
    const edit = (made: DataOf<'getVersion'>, text: string, revision = made.revision) => ({
      file_id: made.file_id,
      revision,
      subtitle_txt: made.subtitle_txt.map((line) => ({ ...line, text })),
    })
    const done = await server.ok('editVersions', { edits: [edit(a, 'x'), edit(b, 'y')] }, token)
    expect(done.list.map(({ revision }) => revision)).toEqual([2, 2])
    const stale = await server.call('editVersions', { edits: [edit(a, 'z', 2), edit(b, 'z', 1)] }, token)
    expect(stale).toMatchObject({ code: 1004, data: { list: [{ file_id: b.file_id, revision: 2 }] } })
    const texts = async (file_id: string) =>
      (await server.ok('getVersion', { file_id }, token)).subtitle_txt.map(({ text }) => text)
    expect([await texts(a.file_id), await texts(b.file_id)]).toEqual([
      ['x', 'x'],
      ['y', 'y'],
    ])
    const foreign = await server.call('editVersions', { edits: [edit(a, 'q', 2)] }, await signUp(server))
    expect(foreign.code).toBe(1002)
    expect(await texts(a.file_id)).toEqual(['x', 'x'])
  })
})
