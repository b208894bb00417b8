import { expect, test } from 'vitest'
import { call, CallFailed } from '#src/api/call.ts'
import { beginSaveRequests, saveRequests } from '#src/editor/saving/save-requests.ts'

const request = { path: '/', method: 'GET', headers: {} }

test('saves go by the page until the worker is there, and by it from then on', async () => {
  expect(saveRequests()).toBeUndefined()
  const file = new URL('data:application/json,{"code":0}').href
  await beginSaveRequests()
  const send = saveRequests()!
  expect(await send({ ...request, path: file })).toEqual({ code: 0 })
})

test('an answer that can not be read, or none, is an answer that did not come', async () => {
  await beginSaveRequests()
  const send = saveRequests()
  await expect(send!({ ...request, path: 'data:text/plain,garbled' })).rejects.toThrow('No answer came')
  const input = { file_id: 'none', revision: 1, changes: [] }
  const failed = await call(
    'patchVersion',
    { ...input, text_digest: '' },
    { send: async () => Promise.reject(new Error()) },
  ).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(CallFailed)
  expect((failed as CallFailed).isOffline).toBe(true)
})
