import { afterEach, expect, test, vi } from 'vitest'
import { errorTable, OK } from '#core/contract/errors.ts'
import { call } from '#src/api/call.ts'

const busy = { code: errorTable.busy.code, message: 'busy', data: { reason: 'busy', n: 0 } }

afterEach(() => vi.unstubAllGlobals())

test('a call that the server has no room for is made again, and fails where there is none for long', async () => {
  const answers = [busy, busy, { code: OK, message: '', data: { list: [] } }]
  const fetched = vi.fn(() => Promise.resolve(Response.json(answers.shift() ?? busy)))
  vi.stubGlobal('fetch', fetched)
  expect(await call('listOperations', { folder_id: 'f' })).toEqual({ list: [] })
  fetched.mockClear()
  await expect(call('listOperations', { folder_id: 'f' })).rejects.toMatchObject({ code: 1005 })
  expect(fetched).toHaveBeenCalledTimes(4)
})
