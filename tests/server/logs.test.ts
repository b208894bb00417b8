import { afterAll, beforeAll, expect, test } from 'vitest'
import { logSweep } from '#server/jobs/sweeps/logs.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer({ CUELANE_LANGUAGES: 'zh_cn,en' }, { worker: false })
  token = await signUp(server)
})
afterAll(() => server.close())

test('a page view belongs to whom the token says, whatever the page claims; without one to nobody', async () => {
  const { db } = server.services.deps
  const view = { event: 'page_view', title: 'Start · Cuelane', user_id: 'somebody-else', customer_type: 7 } as const
  await server.ok('addPageView', { ...view, path: '/lab/workspace' }, token)
  await server.ok('addPageView', { ...view, path: '/' })
  const { user_id } = await server.ok('getInfo', {}, token)
  const rows = await db.selectFrom('page_view').select(['account_id', 'customer_type', 'path']).orderBy('id').execute()
  expect(rows).toEqual([
    { account_id: user_id, customer_type: expect.any(Number) as number, path: '/lab/workspace' },
    { account_id: null, customer_type: -1, path: '/' },
  ])
  expect(rows[0]?.customer_type).not.toBe(7)
})

test('sign-ins and failed uploads are noted for an account, and need one', async () => {
  await server.ok('addLoginLog', { way: 'account', browser: 'Firefox' }, token)
  await server.ok('addUploadError', { file_name: 'a.mp4', size: 5 * 2 ** 30, step: 'part', message: 'cut' }, token)
  expect(await server.call('addLoginLog', { way: 'account' })).toMatchObject({ code: 2402 })
  expect(await server.call('addUploadError', { file_name: 'a.mp4', message: 'cut' })).toMatchObject({ code: 2402 })
  const { db } = server.services.deps
  expect(await db.selectFrom('upload_error').select(['file_name', 'step']).execute()).toEqual([
    { file_name: 'a.mp4', step: 'part' },
  ])
})

test('reports are kept for ninety days', async () => {
  const { db } = server.services.deps
  await db
    .insertInto('page_view')
    .values({ account_id: null, customer_type: -1, path: '/old', title: '', created_at: new Date('2026-01-01') })
    .execute()
  const kept = await db.selectFrom('page_view').select('id').where('path', '!=', '/old').execute()
  const run = (now: Date): Promise<number> => logSweep.run(server.services.deps, now, () => undefined)
  expect(await run(new Date('2026-03-31'))).toBe(0)
  expect(await run(new Date('2026-04-02'))).toBe(1)
  expect(await db.selectFrom('page_view').select('id').execute()).toHaveLength(kept.length)
})

test('the installation says its version and the languages of its menu, in the order of the menu', async () => {
  const { version, languages } = await server.ok('getSystem', {})
  expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  expect(languages).toEqual(['en', 'zh_cn'])
})

test('a sign-in brings the menu; recent work is the newest edit first; nothing runs yet', async () => {
  const signedIn = await server.ok('loginAnonymous', {})
  expect(signedIn.menu_list.map(({ name }) => name)).toContain('start')
  const { video_id } = await server.ok('openSample', { sample_id: 'harbour' }, token)
  const { list } = await server.ok('listRecentVideos', {}, token)
  expect(list).toMatchObject([{ video: { video_id } }])
  expect(list[0]?.file_id).not.toBe('')
  expect(await server.ok('listRecentVideos', {}, signedIn.access_token)).toEqual({ list: [] })
  expect(await server.ok('listRunning', {}, token)).toEqual({ list: [] })
})
