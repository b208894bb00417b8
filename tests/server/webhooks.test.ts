import { createHmac, randomBytes } from 'node:crypto'
import { statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { API_PERMISSION } from '#core/domain/api-keys.ts'
import { SecretBox } from '#server/app/secret-box.ts'
import { resealWebhooks, webhookSecret } from '#server/app/webhooks/secrets.ts'
import { signUp, startServer, type TestServer, until } from '#tests/support/server.ts'

let server: TestServer
let receiver: Server
let url: string
let status = 200
const received: { headers: IncomingMessage['headers']; body: string }[] = []

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(status, { location: 'http://169.254.169.254/' }).end('x'.repeat(1000))
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  server = await startServer({ CUELANE_IMPORT_NETWORKS: '127.0.0.0/8', CUELANE_WEBHOOK_RETRY_SECONDS: '0,0' })
})
afterAll(async () => {
  await server.close()
  receiver.close()
})

async function developer(): Promise<string> {
  const token = await signUp(server)
  const { userinfo } = await server.ok('getProfile', {}, token)
  const { db } = server.services.deps
  const auth_list = JSON.stringify([API_PERMISSION])
  await db.updateTable('account').set({ auth_list }).where('id', '=', userinfo.user_id).execute()
  return (await server.ok('loginAccount', { account: userinfo.name, password: 'secret-123' })).access_token
}

const settled = async (token: string) => {
  await until(async () => (await server.ok('listDeliveries', { state: 'pending' }, token)).total === 0)
  return (await server.ok('listDeliveries', {}, token)).list
}

test('a task that ends is told once, signed; a failing address is tried again, and by hand', async () => {
  const token = await developer()
  const hook = await server.ok('addWebhook', { url, events: ['task.succeeded', 'task.failed'] }, token)
  const { folder_id } = await server.ok('addFolder', { folder_name: 'f' }, token)
  const content = '1\n00:00:01,000 --> 00:00:04,000\nGood morning.\n'
  const version = { folder_id, name: 'lines', language: 'en', file_name: 'lines.srt', content } as const
  const { file_id } = await server.ok('addVersion', version, token)
  const run = { file_id, source_language: 'en', to_language: 'es', idempotency_key: 'told once' } as const
  const { task_id } = await server.ok('runTranslate', run, token)
  await until(async () => received.length > 0)
  const [{ headers, body }] = received as [(typeof received)[number]]
  const [, t, v1] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['cuelane-signature'])) ?? []
  expect(createHmac('sha256', hook.secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
  expect(Math.abs(Number(t) - Date.now() / 1000)).toBeLessThan(300)
  expect(JSON.parse(body)).toMatchObject({ event: headers['cuelane-event'], data: { task_id } })
  expect(await settled(token)).toMatchObject([{ state: 'delivered', status: 200, attempts: 1 }])
  expect(received).toHaveLength(1)

  status = 500
  const tried = await server.ok('testWebhook', { id: hook.id }, token)
  const [failed] = await settled(token)
  expect(failed).toMatchObject({ id: tried.id, state: 'failed', attempts: 3, status: 500 })
  expect(failed!.detail).toBe('The address answered with status 500')
  status = 200
  await server.ok('replayDelivery', { id: tried.id }, token)
  expect((await settled(token))[0]).toMatchObject({ id: tried.id, state: 'delivered', attempts: 1 })

  // A redirect is no answer, wherever it leads.
  status = 302
  await server.ok('testWebhook', { id: hook.id }, token)
  expect((await settled(token))[0]).toMatchObject({ state: 'failed', status: 302 })
  status = 200
  await server.ok('editWebhook', { id: hook.id, url, events: ['task.failed'], is_active: false }, token)
  await server.ok('testWebhook', { id: hook.id }, token)
  expect((await settled(token))[0]).toMatchObject({ state: 'failed', detail: 'The webhook is paused' })
})

test('an address that never answers holds up nobody else, and one that keeps failing rests', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const [slow, quick] = [await developer(), await developer()]
  const at = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`
  const events: ['task.failed'] = ['task.failed']
  const { id: never } = await server.ok('addWebhook', { url: at, events }, slow)
  for (let n = 0; n < 6; n++) await server.ok('testWebhook', { id: never }, slow)
  status = 500
  const { id } = await server.ok('addWebhook', { url, events }, quick)
  for (let n = 0; n < 4; n++) await server.ok('testWebhook', { id }, quick)
  // Ten attempts of the twelve are made.
  const tried = (await settled(quick)).map(({ detail, attempts }) => `${attempts} ${detail}`)
  expect(tried.filter((text) => text.includes('It failed 10 times in a row')).length).toBeGreaterThan(0)
  status = 200
  const [last] = (await server.ok('listDeliveries', {}, quick)).list
  await server.ok('replayDelivery', { id: last!.id }, quick)
  expect((await settled(quick)).map(({ state }) => state)).toContain('delivered')
  expect((await server.ok('listDeliveries', { state: 'pending' }, slow)).total).toBeGreaterThanOrEqual(4)
  await server.ok('deleteWebhook', { id: never }, slow)
  silent.closeAllConnections()
  silent.close()
})

test('addresses of the own network, made-up ones and those of others', async () => {
  const token = await developer()
  for (const bad of ['ftp://x', 'javascript:alert(1)', 'http://name:word@x.org/', 'x'])
    expect((await server.call('addWebhook', { url: bad, events: ['task.failed'] }, token)).code).toBe(1001)
  for (const inside of ['https://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::ffff:10.0.0.1]/'])
    await server.ok(
      'testWebhook',
      { id: (await server.ok('addWebhook', { url: inside, events: ['task.failed'] }, token)).id },
      token,
    )
  const list = await settled(token)
  expect(list.map(({ state, status }) => [state, status])).toEqual(list.map(() => ['failed', 0]))
  const stranger = await developer()
  const [theirs] = (await server.ok('listWebhooks', {}, token)).list
  for (const name of ['testWebhook', 'deleteWebhook'] as const)
    expect((await server.call(name, { id: theirs!.id }, stranger)).code).toBe(1002)
  expect((await server.call('replayDelivery', { id: list[0]!.id }, stranger)).code).toBe(1002)
  expect((await server.ok('listDeliveries', { webhook_id: theirs!.id }, stranger)).total).toBe(0)
})

test('what signs addresses is sealed where the process has the keys of all', async () => {
  const { db, secrets } = server.services.deps
  const { value } = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'signing_secret')
    .executeTakeFirstOrThrow()
  expect(secrets.isSealed(value)).toBe(server.config.databaseUrl === undefined)
})

describe('the secret of an address', () => {
  const key = (): string => randomBytes(32).toString('base64')

  test('is kept sealed, for its own row, and opens by any key of the ring', async () => {
    const token = await developer()
    const { id, secret } = await server.ok('addWebhook', { url, events: ['task.failed'] }, token)
    const other = await server.ok('addWebhook', { url, events: ['task.failed'] }, token)
    const { db, secrets } = server.services.deps
    const rows = await db.selectFrom('webhook').select(['id', 'secret']).where('id', 'in', [id, other.id]).execute()
    expect(JSON.stringify(rows)).not.toContain(secret)
    expect((await server.ok('listWebhooks', {}, token)).list.find((one) => one.id === id)?.secret).toBe(secret)
    const sealed = rows.find((row) => row.id === id)!.secret
    expect(() => webhookSecret(secrets, { id: other.id, secret: sealed })).toThrow('CUELANE_SECRET_KEYS')
    expect(() => webhookSecret(secrets, { id, secret: `${sealed.slice(0, -2)}AA` })).toThrow('CUELANE_SECRET_KEYS')
    expect(statSync(join(server.config.dataDir, 'secret-keys')).mode & 0o777).toBe(0o600)
  })

  test('those of an earlier version are sealed at the start, and a new key seals what an old one had', async () => {
    const token = await developer()
    const { id, secret } = await server.ok('addWebhook', { url, events: ['task.failed'] }, token)
    const { db } = server.services.deps
    const kept = async () =>
      db.selectFrom('webhook').select(['id', 'secret']).where('id', '=', id).executeTakeFirstOrThrow()
    const before = await db.selectFrom('webhook').select(['id', 'secret']).execute()
    await db.updateTable('webhook').set({ secret }).where('id', '=', id).execute()
    const others = before.filter((row) => row.id !== id).map((row) => row.id)
    if (others.length > 0) await db.deleteFrom('webhook').where('id', 'in', others).execute()
    const [old, fresh] = [key(), key()]
    await resealWebhooks(db, new SecretBox([old]))
    expect((await kept()).secret).not.toContain(secret)
    await expect(resealWebhooks(db, new SecretBox([fresh]))).rejects.toThrow('CUELANE_SECRET_KEYS')
    await resealWebhooks(db, new SecretBox([fresh, old]))
    expect(webhookSecret(new SecretBox([fresh]), await kept())).toBe(secret)
    expect(() => new SecretBox(['short'])).toThrow('32 bytes')
    await db.deleteFrom('webhook').where('id', '=', id).execute()
  })
})
