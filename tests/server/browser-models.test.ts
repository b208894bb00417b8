import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BrowserModelList,
  browserModelList,
  browserModelNames,
  browserModelPath,
} from '#core/domain/browser-models.ts'
import { startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { worker: false })
})
afterAll(() => server.close())

const get = (url: string) => server.app.inject({ method: 'GET', url })

test('a browser is told of each model with its digest, and is sent what has that digest, for ever', async () => {
  const list = await get(browserModelList)
  expect(list.headers['cache-control']).toBe('no-cache')
  const { files } = list.json<BrowserModelList>()
  expect(files.map(({ name }) => name)).toEqual([...browserModelNames])
  for (const file of files) {
    const answer = await get(browserModelPath(file))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(answer.rawPayload.length).toBe(file.bytes)
    expect(createHash('sha256').update(answer.rawPayload).digest('hex')).toBe(file.sha256)
  }
})

test('no other file is sent, and none by the digest of another', async () => {
  const { files } = (await get(browserModelList)).json<BrowserModelList>()
  const [first, second] = files
  const digest = first!.sha256
  const others = [
    browserModelPath({ name: second!.name, sha256: digest }),
    `/browser-models/${digest}/package.json`,
    `/browser-models/${digest}/..%2f..%2f..%2fpackage.json`,
    `/browser-models/undefined/constructor`,
  ]
  for (const url of others) expect((await get(url)).statusCode).toBe(404)
})
