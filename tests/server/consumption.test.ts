import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sumConsumption } from '#server/app/credits/months.ts'
import { holdCredits, releaseCredits } from '#server/app/credits/spend.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

describe('what credits were used for', () => {
  let server: TestServer
  let token: string
  let user_id: string
  beforeAll(async () => {
    server = await startServer({}, { worker: false })
    token = await signUp(server)
    ;({ user_id } = await server.ok('getInfo', {}, token))
    const { db } = server.services.deps
    for (let n = 1; n <= 25; n++) {
      const task = { id: `task-${n}`, type: 'subtitle_translate', name: n === 7 ? '=cmd()' : `Film ${n}` }
      await db.transaction().execute((tx) => holdCredits(tx, user_id, task, 2))
    }
    await db.transaction().execute((tx) => releaseCredits(tx, 'task-25'))
  })
  afterAll(() => server.close())

  test('in pages, with filters and what became of it; strangers see nothing of it', async () => {
    const first = await server.ok('listConsumption', { page_size: 10 }, token)
    expect(first).toMatchObject({ total: 26, page: 1 })
    expect(first.list[0]).toMatchObject({ kind: 'release', amount: 2, balance: 152, note: 'Film 25' })
    expect(first.list[1]).toMatchObject({ kind: 'hold', amount: -2, outcome: 'returned', task_id: 'task-25' })
    expect(first.list[2]).toMatchObject({ outcome: 'open', task_type: 'subtitle_translate' })
    const found = await server.ok('listConsumption', { search: 'film 2', kind: 'hold' }, token)
    expect(found.list.map(({ note }) => note)).toEqual([
      'Film 25',
      'Film 24',
      'Film 23',
      'Film 22',
      'Film 21',
      'Film 20',
      'Film 2',
    ])
    expect((await server.ok('listConsumption', { task_type: 'video_erase' }, token)).total).toBe(0)
    expect((await server.ok('listConsumption', { search: '%' }, token)).total).toBe(0)
    expect((await server.ok('listConsumption', {}, await signUp(server))).total).toBe(0)
  })

  test('as CSV, in which no name is a formula', async () => {
    const { content, file_name } = await server.ok('exportConsumption', {}, token)
    expect(file_name).toBe('credit-use.csv')
    expect(content.split('\r\n')[0]).toBe('\ufeffTime,Kind,Credits,Balance after,Task type,For,Task number')
    expect(content).toContain(",'=cmd(),")
    expect(content.trim().split('\r\n')).toHaveLength(27)
    expect((await server.ok('exportRecharges', {}, token)).content).toContain('Sign-up package,200,152')
  })

  test('a time zone is one that there is', async () => {
    await server.ok('setTimeZone', { time_zone: 'Asia/Shanghai' }, token)
    expect((await server.call('setTimeZone', { time_zone: 'Moon/Base' }, token)).code).toBe(1001)
  })

  test('by month and kind: what was returned counts nowhere, and months are those of the account', async () => {
    const { months, sums } = await server.ok('sumConsumption', {}, token)
    expect(months).toHaveLength(12)
    expect(months).toEqual([...months].sort())
    expect(sums).toEqual([{ month: months.at(-1), task_type: 'subtitle_translate', credits: 48 }])
    const { db } = server.services.deps
    const [past] = await db
      .selectFrom('credit_entry')
      .selectAll()
      .where('ref_id', '=', 'task-1')
      .where('account_id', '=', user_id)
      .execute()
    if (!past) throw new Error('The task has no entry')
    const { id: _, ...entry } = past
    // The last minute of March in London is April in Shanghai.
    const moved = { ...entry, ref_id: 'moved', task_type: 'video_erase', created_at: new Date('2026-03-31T23:59:00Z') }
    await db.insertInto('credit_entry').values(moved).execute()
    const monthIn = async (zone: string, now: string): Promise<string | undefined> => {
      await db.updateTable('account').set({ time_zone: zone }).where('id', '=', user_id).execute()
      const found = await sumConsumption(db, user_id, new Date(now))
      return found.sums.find(({ task_type }) => task_type === 'video_erase')?.month
    }
    expect(await monthIn('UTC', '2026-04-02T00:00:00Z')).toBe('2026-03')
    expect(await monthIn('Asia/Shanghai', '2026-04-02T00:00:00Z')).toBe('2026-04')
    expect(await monthIn('UTC', '2027-03-01T00:00:00Z')).toBeUndefined()
    expect((await server.ok('sumConsumption', {}, await signUp(server))).sums).toEqual([])
  })
})
