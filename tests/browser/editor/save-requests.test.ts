import { expect, test, vi } from 'vitest'
import { call, CallFailed } from '#src/api/call.ts'
import { beginSaveRequests, saveRequests } from '#src/editor/saving/save-requests.ts'

const request = { path: '/', method: 'GET', headers: {} }

test('saves go by the page until the worker is there, and by it from then on', async () => {
  expect(saveRequests()).toBeUndefined()
  await beginSaveRequests()
  const send = saveRequests()!
  expect(await send({ ...request, path: file(0) })).toEqual({ code: 0 })
})

/** The same as another page has it. */
async function anotherPage(): Promise<NonNullable<ReturnType<typeof saveRequests>>> {
  vi.resetModules()
  const page = await import('#src/editor/saving/save-requests.ts')
  await page.beginSaveRequests()
  return page.saveRequests()!
}

const file = (code: number): string => `data:application/json,{"code":${code}}`

test('pages share the worker, and each gets its own answers', async () => {
  vi.stubGlobal('Worker', undefined)
  const pages = [await anotherPage(), await anotherPage()]
  const answers = await Promise.all(pages.map((send, page) => send({ ...request, path: file(page) })))
  expect(answers).toEqual([{ code: 0 }, { code: 1 }])
  vi.unstubAllGlobals()
})

test('where a browser has no workers that pages share a page has its own', async () => {
  vi.stubGlobal('SharedWorker', undefined)
  const send = await anotherPage()
  expect(await send({ ...request, path: file(5) })).toEqual({ code: 5 })
  vi.unstubAllGlobals()
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
