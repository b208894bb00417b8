import { expect, test, vi } from 'vitest'
import { call, CallFailed } from '#src/api/call.ts'
import { beginSaveRequests, type SaveRequest, saveRequest } from '#src/editor/saving/save-requests.ts'

const request = { path: '/', method: 'GET', headers: {} }

test('saves go by the page until the worker is there, and by it from then on', async () => {
  expect(saveRequest(0)).toBeUndefined()
  await beginSaveRequests()
  expect(await saveRequest(0)!.send({ ...request, path: file(0) })).toEqual({ code: 0 })
})

/** The same as another page has it. */
async function anotherPage(): Promise<SaveRequest['send']> {
  vi.resetModules()
  const page = await import('#src/editor/saving/save-requests.ts')
  await page.beginSaveRequests()
  return page.saveRequest(0)!.send
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
  await expect(saveRequest(0)!.send({ ...request, path: 'data:text/plain,garbled' })).rejects.toThrow('No answer came')
  const input = { file_id: 'none', revision: 1, changes: [] }
  const failed = await call(
    'patchVersion',
    { ...input, text_digest: '' },
    { send: async () => Promise.reject(new Error()) },
  ).catch((error: unknown) => error)
  expect(failed).toBeInstanceOf(CallFailed)
  expect((failed as CallFailed).isOffline).toBe(true)
})

test('a request waits for its time at the worker', async () => {
  await beginSaveRequests()
  const held = saveRequest(200)!
  const begun = performance.now()
  expect(await held.send({ ...request, path: file(0) })).toEqual({ code: 0 })
  expect(performance.now() - begun).toBeGreaterThan(150)
  expect(held.isTakenBack).toBe(false)
})

test('what waits can be taken back, what has gone is answered', async () => {
  await beginSaveRequests()
  const [held, gone] = [saveRequest(60_000)!, saveRequest(0)!]
  const answers = [held, gone].map(({ send }) => send({ ...request, path: file(0) }))
  held.withdraw()
  gone.withdraw()
  await expect(answers[0]).rejects.toThrow('Taken back')
  expect(held.isTakenBack).toBe(true)
  expect(await answers[1]).toEqual({ code: 0 })
  expect(gone.isTakenBack).toBe(false)
})
