import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { movesToAccount, oncePerKey } from '#server/app/merge-visitor.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { worker: false })
})
afterAll(() => server.close())

let accounts = 0

/** An account, and how it logs in. */
async function account() {
  const name = `carried${++accounts}`
  const login = { account: name, password: 'secret-123' }
  const { access_token: token, userinfo } = await server.ok('registerAccount', {
    ...{ name, email: `${name}@example.org`, password: login.password },
  })
  return { token, login, id: userinfo.user_id }
}

async function foldersOf(token: string): Promise<string[]> {
  return (await server.ok('listFolders', {}, token)).list.map(({ folder_id }) => folder_id)
}

describe('a visitor who logs in', () => {
  test('finds what they made in their account, under the same ids', async () => {
    const { login, id } = await account()
    const visitor = (await server.ok('loginAnonymous', {})).access_token
    const { folder_id, video_id } = await server.ok('openSample', { sample_id: 'harbour' }, visitor)
    const { folder_role_id } = await server.ok('addRole', { folder_id, role_name: 'Ann' }, visitor)
    const { list: versions } = await server.ok('listVersions', { folder_id, video_id }, visitor)
    const signedIn = await server.call('loginAccount', login, visitor)
    expect(signedIn.data).toMatchObject({ carried_folders: 1, userinfo: { user_id: id } })
    const token = signedIn.data.access_token
    expect(await foldersOf(token)).toEqual([folder_id])
    expect(
      (await server.ok('listVersions', { folder_id, video_id }, token)).list.map(({ file_id }) => file_id),
    ).toEqual(versions.map(({ file_id }) => file_id))
    expect((await server.ok('listRoles', { folder_id }, token)).list).toMatchObject([{ folder_role_id }])
    expect((await server.ok('getVideo', { file_id: video_id }, token)).folder_id).toBe(folder_id)
  })

  test('keeps a sample beside the one that the account has, which stays its own', async () => {
    const { token: before, login } = await account()
    const own = await server.ok('openSample', { sample_id: 'harbour' }, before)
    const visitor = (await server.ok('loginAnonymous', {})).access_token
    const other = await server.ok('openSample', { sample_id: 'harbour' }, visitor)
    const { data } = await server.call('loginAccount', login, visitor)
    expect(new Set(await foldersOf(data.access_token))).toEqual(new Set([own.folder_id, other.folder_id]))
    expect(await server.ok('openSample', { sample_id: 'harbour' }, data.access_token)).toEqual(own)
  })

  test('is no longer a visitor anywhere', async () => {
    const { login } = await account()
    const visitor = (await server.ok('loginAnonymous', {})).access_token
    await server.ok('addFolder', { folder_name: 'mine' }, visitor)
    await server.ok('loginAccount', login, visitor)
    expect((await server.call('listFolders', {}, visitor)).code).toBe(2402)
    expect((await server.call('loginAccount', login, visitor)).data.carried_folders).toBe(0)
  })

  test('keeps it as a visitor where the password is wrong', async () => {
    const { login } = await account()
    const visitor = (await server.ok('loginAnonymous', {})).access_token
    const { folder_id } = await server.ok('addFolder', { folder_name: 'mine' }, visitor)
    expect((await server.call('loginAccount', { ...login, password: 'wrong' }, visitor)).code).toBe(1001)
    expect(await foldersOf(visitor)).toEqual([folder_id])
  })
})

test.each(['', 'made-up', 'of another account'])('nothing goes along with a token that is %j', async (kind) => {
  const { login } = await account()
  const stranger = await signUp(server)
  const { folder_id } = await server.ok('addFolder', { folder_name: 'theirs' }, stranger)
  const { data } = await server.call('loginAccount', login, kind === 'of another account' ? stranger : kind)
  expect(data.carried_folders).toBe(0)
  expect(await foldersOf(data.access_token)).toEqual([])
  expect(await foldersOf(stranger)).toEqual([folder_id])
})

test('two log-ins at the same time carry it over once', async () => {
  const [one, two] = [await account(), await account()]
  const visitor = (await server.ok('loginAnonymous', {})).access_token
  const { folder_id } = await server.ok('addFolder', { folder_name: 'mine' }, visitor)
  const both = await Promise.all([
    server.call('loginAccount', one.login, visitor),
    server.call('loginAccount', two.login, visitor),
  ])
  const found = await Promise.all(both.map(({ data }) => foldersOf(data.access_token)))
  expect(found.flat()).toEqual([folder_id])
})

test('each key of requests that an account has once is made free: a comment by one key before and after', async () => {
  const { token, login } = await account()
  const visitor = (await server.ok('loginAnonymous', {})).access_token
  for (const who of [token, visitor]) {
    const { folder_id } = await server.ok('addFolder', { folder_name: 'lines' }, who)
    const content = '1\n00:00:01,000 --> 00:00:02,000\ngood day'
    const { file_id } = await server.ok('addVersion', { folder_id, name: 'v', language: 'en', content }, who)
    const [cue] = (await server.ok('getVersion', { file_id }, who)).subtitle_txt
    const comment = {
      file_id,
      cue_id: cue!.cue_id,
      start: 1000,
      text: 'late',
      person: 'Ann',
      idempotency_key: 'same-key-1',
    }
    await server.ok('addComment', comment, who)
  }
  expect((await server.call('loginAccount', login, visitor)).data.carried_folders).toBe(1)

  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = current_schema()
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'account_id' and a.attnum = any (i.indkey)
    where i.indisunique and not i.indisprimary`.execute(server.services.deps.db)
  const moved = rows.map(({ name }) => name).filter((name) => movesToAccount[name as keyof typeof movesToAccount])
  // Samples have a separate rule.
  expect(new Set(moved)).toEqual(new Set([...oncePerKey, 'video']))
})
