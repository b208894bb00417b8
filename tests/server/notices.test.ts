import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#core/contract/index.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let staff: string
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  staff = await signUp(server)
  await server.services.deps.db.updateTable('account').set({ is_staff: true }).execute()
})
afterAll(() => server.close())

const day = 86_400_000
const at = (days: number): string => new Date(Date.now() + days * day).toISOString()
const notice = (title: string, from: number, to: number): InputOf<'saveNotice'> => ({
  title_en: title,
  title_zh_cn: `${title}（中文）`,
  content_en: 'English text',
  content_zh_cn: '中文内容',
  start_time: at(from),
  end_time: at(to),
})

test('people see the notices of today, in their language, and which they have read', async () => {
  const token = await signUp(server)
  const { id } = await server.ok('saveNotice', notice('now', -1, 1), staff)
  await server.ok('saveNotice', notice('newer', -0.5, 1), staff)
  await server.ok('saveNotice', notice('over', -3, -1), staff)
  const later = await server.ok('saveNotice', notice('later', 1, 2), staff)
  const { list } = await server.ok('listNotices', {}, token)
  expect(list.map(({ title_content, read }) => [title_content, read])).toEqual([
    ['newer', false],
    ['now', false],
  ])
  for (let time = 0; time < 2; time++) await server.ok('readNotice', { id }, token)
  const chinese = await server.call('listNotices', {}, token, 'zh_cn')
  expect(chinese.data.list[1]).toMatchObject({
    id,
    title_content: 'now（中文）',
    notice_content: '中文内容',
    read: true,
  })
  expect((await server.ok('listNotices', {}, await signUp(server))).list[1]).toMatchObject({ id, read: false })
  for (const unknown of [later.id, 'made-up']) {
    expect((await server.call('readNotice', { id: unknown }, token)).code).toBe(1002)
  }
})

test('visitors have no notices, and only staff write them', async () => {
  const { access_token } = await server.ok('loginAnonymous', {})
  expect((await server.call('listNotices', {}, access_token)).code).toBe(2401)
  expect((await server.call('saveNotice', notice('x', 0, 1), await signUp(server))).code).toBe(2401)
})

test('a change is made on the newest state, and an end before the start is refused', async () => {
  const made = await server.ok('saveNotice', notice('first', 0, 1), staff)
  const { id, revision } = made
  const changed = await server.ok('saveNotice', { ...notice('second', 0, 2), id, revision }, staff)
  expect(changed).toMatchObject({ id, title_en: 'second', revision: revision + 1 })
  expect((await server.call('saveNotice', { ...notice('third', 0, 2), id, revision }, staff)).code).toBe(1004)
  expect((await server.call('saveNotice', { ...notice('x', 0, 1), id: 'made-up', revision }, staff)).code).toBe(1002)
  expect((await server.call('saveNotice', notice('x', 1, 0), staff)).message).toContain('end must come after')
  const { total } = await server.ok('listStaffNotices', {}, staff)
  for (let time = 0; time < 2; time++) await server.ok('deleteNotice', { id }, staff)
  expect((await server.ok('listStaffNotices', {}, staff)).total).toBe(total - 1)
})
