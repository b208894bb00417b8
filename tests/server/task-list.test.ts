import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#core/contract/index.ts'
import { taskOrders } from '#core/contract/task.ts'
import { newId } from '#server/store/id.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
})
afterAll(() => server.close())

const ids = (list: readonly { task_id: string }[]): string[] => list.map(({ task_id }) => task_id)

/** Ended tasks of few names, states and prices: what lists are ordered by is often equal. */
async function addTasks(count: number): Promise<string[]> {
  const { folder_id } = await server.ok('addFolder', { folder_name: 'Many' }, token)
  const { user_id } = await server.ok('getInfo', {}, token)
  const names = ['Ábra', 'zebra', '码头'.repeat(120), 'Harbour', 'harbour']
  const rows = Array.from({ length: count }, (_, at) => ({
    id: newId(),
    account_id: user_id,
    folder_id,
    batch_id: null,
    project_id: null,
    name: names[at % 5] ?? '',
    type: at % 3 === 0 ? 'video_extract' : 'subtitle_translate',
    config: '{}',
    credits: at % 4,
    idempotency_key: `listed-${at}`,
    state: 1 + (at % 2),
    result_blob: null,
    result_subtitle_id: null,
    began_at: null,
    created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(at / 6) * 1000),
  }))
  await server.services.deps.db.insertInto('task').values(rows).execute()
  return rows.map(({ id }) => id)
}

async function readAll(query: InputOf<'listTasks'>, between: (read: readonly string[]) => Promise<void>) {
  const read: string[] = []
  let after = ''
  do {
    const { list, next, total } = await server.ok('listTasks', { ...query, page_size: 10, after }, token)
    expect(total === null).toBe(after !== '')
    read.push(...ids(list))
    after = next
    await between(read)
  } while (after !== '')
  return read
}

test('tasks are read from place to place in every order, each once, whatever goes meanwhile', async () => {
  const all = await addTasks(57)
  for (const sort of taskOrders) {
    for (const ascending of ['0', '1'] as const) {
      const whole = await server.ok('listTasks', { sort, ascending, page_size: 200 }, token)
      expect(whole).toMatchObject({ total: 57, next: '' })
      expect(new Set(ids(whole.list))).toEqual(new Set(all))
      expect(await readAll({ sort, ascending }, () => Promise.resolve())).toEqual(ids(whole.list))
      const paged = await server.ok('listTasks', { sort, ascending, page: 3, page_size: 10 }, token)
      expect(ids(paged.list)).toEqual(ids(whole.list).slice(20, 30))
    }
  }
  const totalOf = async (task_type: string): Promise<number | null> =>
    (await server.ok('listTasks', { task_type }, token)).total
  expect(await totalOf('video_extract')).toBe(19)
  expect(await totalOf('video_extract,subtitle_translate')).toBe(57)
  expect(await totalOf('video_erase')).toBe(0)
  const before = ids((await server.ok('listTasks', { page_size: 200 }, token)).list)
  // The last one read goes, so that nothing stands in its place.
  const read = await readAll({}, async (some) => {
    if (some.length === 20) await server.ok('deleteTask', { task_id: some[19] ?? '' }, token)
  })
  expect(read).toEqual(before)
  for (const after of ['nothing', Buffer.from('["x 1","y"]').toString('base64url')])
    expect((await server.call('listTasks', { after }, token)).code).not.toBe(0)
  const named = (await server.ok('listTasks', { sort: 'task_name', page_size: 10 }, token)).next
  expect((await server.call('listTasks', { sort: 'credits', after: named }, token)).code).not.toBe(0)
})
