import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { databaseName, onDatabase } from '#tests/support/postgres.ts'
import { spawnServer } from '#tests/support/process.ts'
import { newDataFolder, until } from '#tests/support/server.ts'

test('a request that is under way when the process is asked to stop is answered, and no other is taken', async () => {
  const CUELANE_DATA = await newDataFolder()
  const DATABASE_SCHEMA = databaseName()
  const server = await spawnServer({ CUELANE_DATA, DATABASE_SCHEMA })
  const headers = { 'content-type': 'application/json', 'content-length': 2, expect: '100-continue' }
  const slow = request(`${server.url}/admin/login.anonymous/login`, { method: 'POST', headers })
  slow.flushHeaders()
  await once(slow, 'continue')
  slow.write('{')
  const stopped = server.stop()
  const isRefused = (): Promise<boolean> =>
    fetch(`${server.url}/health/live`).then(
      () => false,
      () => true,
    )
  await until(isRefused)
  slow.end('}')
  const [response] = await once(slow, 'response')
  const chunks = await response.setEncoding('utf8').toArray()
  expect(JSON.parse(chunks.join(''))).toMatchObject({ code: 0, data: { userinfo: { is_vistor: true } } })
  expect(await stopped).toBe(0)
  await rm(CUELANE_DATA, { recursive: true })
  const { DATABASE_URL: url } = process.env
  if (url) await onDatabase(url, `drop schema ${DATABASE_SCHEMA}, ${DATABASE_SCHEMA}_jobs cascade`)
})
