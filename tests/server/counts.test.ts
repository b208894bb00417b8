import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Envelope } from '#core/contract/call.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let account: string
let folder_id: string
beforeAll(async () => {
  server = await startServer({ CUELANE_ACCOUNT_GB: '1' }, { worker: false })
  token = await signUp(server)
  account = (await server.ok('getInfo', {}, token)).user_id
  folder_id = (await server.ok('addFolder', { folder_name: 'counted' }, token)).folder_id
})
afterAll(() => server.close())

/** How many of so many calls at once are taken. */
async function taken(count: number, call: (at: number) => Promise<Envelope>): Promise<number> {
  const answers = await Promise.all(Array.from({ length: count }, (_, at) => call(at)))
  return answers.filter(({ code }) => code === 0).length
}

test('folders that are made at once are as many as an account may have', async () => {
  const { access_token, userinfo } = await server.ok('loginAnonymous', {})
  await sql`insert into folder (id, account_id, name)
    select 'counted ' || n, ${userinfo.user_id}, 'counted' from generate_series(1, 195) n`.execute(
    server.services.deps.db,
  )
  expect(await taken(30, () => server.call('addFolder', { folder_name: 'more' }, access_token))).toBe(5)
})

test('people who are added to a folder at once are as many as it may have', async () => {
  const add = (at: number) => server.call('addPerson', { folder_id, name: `person ${at % 70}` }, token)
  // Those of the same name are one.
  await taken(140, add)
  expect((await server.ok('getWorkflow', { folder_id }, token)).people).toHaveLength(50)
})

test('pictures that are asked for at once are as many as may wait', async () => {
  const picture = { file_name: 'a.jpg', class: 'folder_role', folder_id } as const
  expect(await taken(230, () => server.call('getAvatarToken', picture, token))).toBe(200)
})

test('videos that are added at once take no more room than an account has', async () => {
  await sql`insert into upload (id, account_id, file_name, size, part_size, blob_key, storage_id, state)
    select 'counted-' || n, ${account}, 'a.mp4', 300000000, 8388608, 'source/counted-' || n || '/original.mp4', '', 'complete'
    from generate_series(1, 12) n`.execute(server.services.deps.db)
  const add = (at: number) => server.call('addVideo', { upload_id: `counted-${at + 1}`, folder_id }, token)
  expect(await taken(12, add)).toBe(3)
})
