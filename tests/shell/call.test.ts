import { expect, test } from 'vitest'
import { errorTable, OK } from '#core/contract/errors.ts'
import { call } from '#src/api/call.ts'

const busy = { code: errorTable.busy.code, message: 'busy', data: { reason: 'busy', n: 0 } }

test('a call that the server has no room for is made again, and fails where there is none for long', async () => {
  const answers = [busy, busy, { code: OK, message: '', data: { list: [] } }]
  const send = () => Promise.resolve(answers.shift())
  expect(await call('listOperations', { folder_id: 'f' }, { send })).toEqual({ list: [] })
  let sent = 0
  const never = () => Promise.resolve((sent++, busy))
  await expect(call('listOperations', { folder_id: 'f' }, { send: never })).rejects.toMatchObject({ code: 1005 })
  expect(sent).toBe(4)
})
