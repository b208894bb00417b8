import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Envelope } from '#core/contract/call.ts'
import { type CallName, contract, type DataOf, type InputOf } from '#core/contract/index.ts'
import { API_PERMISSION } from '#core/domain/api-keys.ts'
import { markPrepared, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { worker: false })
})
afterAll(() => server.close())

const usual: InputOf<'addApiKey'> = {
  name: 'Night job',
  scopes: ['read', 'write', 'run'],
  per_minute: 1000,
  month_credits: null,
}

/** A customer who may have keys. */
async function developer(): Promise<{ token: string; id: string }> {
  const token = await signUp(server)
  const { user_id: id } = await server.ok('getInfo', {}, token)
  const auth_list = JSON.stringify([API_PERMISSION])
  await server.services.deps.db.updateTable('account').set({ auth_list }).where('id', '=', id).execute()
  // The session was read before.
  const { access_token } = await server.ok('loginAccount', {
    account: (await server.ok('getProfile', {}, token)).userinfo.name,
    password: 'secret-123',
  })
  return { token: access_token, id }
}

async function byHeaders<N extends CallName>(
  name: N,
  input: InputOf<N>,
  headers: Record<string, string>,
): Promise<Envelope<DataOf<N>> & { status: number; headers: Record<string, unknown> }> {
  const row = contract[name]
  const isPost = row.method === 'POST'
  const query = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]))
  const answer = await server.app.inject({
    method: row.method,
    url: row.path,
    headers,
    ...(isPost ? { payload: input as object } : { query }),
  })
  return { status: answer.statusCode, headers: answer.headers, ...answer.json<Envelope<DataOf<N>>>() }
}

const byKey = <N extends CallName>(name: N, input: InputOf<N>, secret: string) =>
  byHeaders(name, input, { authorization: `Bearer ${secret}`, language: 'en' })

/** A version of 100 characters, which costs one credit to translate. */
/** Versions of the same text: equal tasks of one are refused while one of them is unfinished. */
const manyLines = (token: string, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, () => lines(token)))

async function lines(token: string): Promise<string> {
  const { folder_id } = await server.ok('addFolder', { folder_name: `f${Math.random()}` }, token)
  const content = `1\n00:00:01,000 --> 00:00:04,000\n${'x'.repeat(90)}\n`
  const version = { folder_id, name: 'lines', language: 'en', file_name: 'lines.srt', content } as const
  return (await server.ok('addVersion', version, token)).file_id
}

test('without the permission the answer says whom to ask', async () => {
  const token = await signUp(server)
  expect(await server.call('listApiKeys', {}, token, 'zh_cn')).toMatchObject({
    code: 2401,
    message: '请联系我们获取访问权限',
  })
  expect((await server.call('addApiKey', usual, token)).message).toBe('Please contact us to obtain access rights')
})

test('the secret is told once, makes the calls of the browser, and is over with its key', async () => {
  const { token } = await developer()
  const { secret, id, key } = await server.ok('addApiKey', usual, token)
  expect(secret.startsWith(`${key}.`)).toBe(true)
  const stored = await server.services.deps.db.selectFrom('api_key').selectAll().where('id', '=', id).execute()
  expect(JSON.stringify(stored)).not.toContain(secret.slice(key.length + 1))
  expect((await server.ok('listApiKeys', {}, token)).list[0]).toMatchObject({ key, used_at: '', month_spent: 0 })
  expect((await byKey('addFolder', { folder_name: 'By key' }, secret)).code).toBe(0)
  const { list } = (await byKey('listFolders', {}, secret)).data
  expect(list.map(({ folder_name }) => folder_name)).toContain('By key')
  const [used] = (await server.ok('listApiKeys', {}, token)).list
  expect(Date.parse(used!.used_at)).toBeGreaterThan(Date.now() - 60_000)
  expect(JSON.stringify(used)).not.toContain(secret)
  await server.ok('deleteApiKey', { id }, token)
  expect((await byKey('listFolders', {}, secret)).code).toBe(2402)
})

test('a token is no key, a key is no token, and both together are refused', async () => {
  const { token } = await developer()
  const { secret, key } = await server.ok('addApiKey', usual, token)
  const codes = []
  const wrong: Record<string, string>[] = [
    { authorization: `Bearer ${token}` },
    { authorization: secret },
    { authorization: `Bearer ${key}` },
    { authorization: `Bearer ${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}` },
    { authorization: 'Bearer' },
    { token: secret },
    { token: key },
    { key: secret },
  ]
  for (const headers of wrong) codes.push((await byHeaders('listFolders', {}, headers)).code)
  expect(codes).toEqual(wrong.map(() => 2402))
  expect((await byHeaders('listFolders', {}, { token, authorization: `Bearer ${secret}` })).code).toBe(2401)
})

test('a key does not manage keys, and does what its scopes say and no more', async () => {
  const { token } = await developer()
  const { secret } = await server.ok('addApiKey', { ...usual, scopes: ['read'] }, token)
  expect(await byKey('addApiKey', usual, secret)).toMatchObject({
    code: 2401,
    message: 'This can’t be done by an API key. Do it in the browser',
  })
  expect((await byKey('listFolders', {}, secret)).code).toBe(0)
  expect(await byKey('addFolder', { folder_name: 'x' }, secret)).toMatchObject({
    code: 2401,
    message: 'This API key lacks the scope “write”',
  })
  const upload = { file_name: 'a.mp4', class: 'video', size: 20_000 } as const
  expect((await byKey('getUploadToken', upload, secret)).message).toContain('write')
  const run = { file_id: 'x', source_language: 'en', to_language: 'de', idempotency_key: '12345678' } as const
  expect((await byKey('runTranslate', run, secret)).message).toContain('run')
})

test('a key without the permission, or of another account, changes nothing of an owner', async () => {
  const { token, id: accountId } = await developer()
  const { secret, id } = await server.ok('addApiKey', usual, token)
  const stranger = await developer()
  expect((await server.call('deleteApiKey', { id }, stranger.token)).code).toBe(1002)
  expect((await server.call('editApiKey', { id, ...usual }, stranger.token)).code).toBe(1002)
  await server.services.deps.db.updateTable('account').set({ auth_list: '[]' }).where('id', '=', accountId).execute()
  expect((await byKey('listFolders', {}, secret)).message).toBe('Please contact us to obtain access rights')
})

test('calls a minute are counted for the key, and the answer says how long to wait', async () => {
  const { token } = await developer()
  const { secret } = await server.ok('addApiKey', { ...usual, per_minute: 5 }, token)
  const answers = await Promise.all(Array.from({ length: 20 }, () => byKey('listFolders', {}, secret)))
  const refused = answers.filter(({ status }) => status === 429)
  // The minute may turn meanwhile.
  expect(refused.length).toBeGreaterThanOrEqual(10)
  expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(0)
})

test('a hundred runs by one key at the same time spend no credit more than its cap', async () => {
  const { token } = await developer()
  const files = await manyLines(token, 100)
  const { secret, id } = await server.ok('addApiKey', { ...usual, month_credits: 7 }, token)
  const before = (await server.ok('getInfo', {}, token)).credits
  const run = (n: number) => ({ file_id: files[n]!, source_language: 'en', to_language: 'es' }) as const
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      byKey('runTranslate', { ...run(n), idempotency_key: `run ${n} of 100` }, secret),
    ),
  )
  const started = answers.filter(({ code }) => code === 0)
  expect(started).toHaveLength(7)
  const refusal = answers.find(({ code }) => code !== 0)
  expect(refusal).toMatchObject({
    code: 1001,
    message: 'Credits needed: 1; the monthly limit of this API key leaves 0',
  })
  expect((await server.ok('getInfo', {}, token)).credits).toBe(before - 7)
  expect((await server.ok('listApiKeys', {}, token)).list.find((one) => one.id === id)?.month_spent).toBe(7)
  // The same key of idempotency gives the same task and costs nothing more; a deleted task makes room again.
  const [first] = started
  const again = await byKey('runTranslate', { ...run(0), idempotency_key: 'run 0 of 100' }, secret)
  expect(again.data.task_id === first!.data.task_id || again.code === 1001).toBe(true)
  await byKey('deleteTask', { task_id: first!.data.task_id }, secret)
  const [one, two] = await manyLines(token, 2)
  const more = { ...run(0), file_id: one!, idempotency_key: 'one more run' }
  expect((await byKey('runTranslate', more, secret)).code).toBe(0)
  const capped = { ...run(0), file_id: two!, idempotency_key: 'two more runs' }
  expect((await byKey('runTranslate', capped, secret)).code).toBe(1001)
})

test('runs and batches by one key at the same time wait for each other and all go through', async () => {
  const { token } = await developer()
  const place = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, place.video_id)
  const content = '1\n00:00:01,000 --> 00:00:02,000\ngood day'
  const { folder_id } = place
  await server.ok('addVersion', { ...place, name: 'lines', language: 'en', content }, token)
  const files = await manyLines(token, 16)
  const { secret } = await server.ok('addApiKey', usual, token)
  const run = { source_language: 'en', to_language: 'es' } as const
  const batch = { task_type: 'subtitle_translate', folder_id, to_languages: ['es'], config: {} } as const
  const answers = await Promise.all(
    Array.from({ length: 16 }, (_, n) => [
      byKey('runTranslate', { ...run, file_id: files[n]!, idempotency_key: `run ${n} beside batches` }, secret),
      byKey(
        'addBatch',
        { ...batch, to_languages: [...batch.to_languages], idempotency_key: `batch ${n} beside runs` },
        secret,
      ),
    ]).flat(),
  )
  const faults = answers.filter(({ code, message }) => code !== 0 && !message.includes('Being Generated'))
  expect(faults).toEqual([])
  // The batches are equal: one of them has the task.
  expect((await server.ok('listTasks', { page_size: 100 }, token)).total).toBe(17)
})

test('an account has a bounded number of keys', async () => {
  const { token } = await developer()
  const codes = await Promise.all(
    Array.from({ length: 19 }, async () => (await server.call('addApiKey', usual, token)).code),
  )
  expect(codes.filter((code) => code === 0)).toHaveLength(19)
  await server.ok('addApiKey', usual, token)
  expect((await server.call('addApiKey', usual, token)).message).toContain('20')
})
