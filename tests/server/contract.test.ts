import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call, Envelope } from '#core/contract/call.ts'
import { contract } from '#core/contract/index.ts'
import { API_PERMISSION } from '#core/domain/api-keys.ts'
import { own } from '#server/app/scope.ts'
import { exampleInput, type Leaf, withValue } from '#tests/support/example-input.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
/** Ids of things that are there, by the field that names them. */
const ids: Record<string, string> = {}

beforeAll(async () => {
  server = await startServer({ CUELANE_TRUST_PROXY: '1' }, { worker: false })
  token = await signUp(server)
  // What belongs to staff looks at its fields only for them.
  await server.services.deps.db
    .updateTable('account')
    .set({ is_staff: true, auth_list: JSON.stringify([API_PERMISSION]) })
    .execute()
  Object.assign(ids, { start_time: '2026-01-01T00:00:00Z', end_time: '2027-01-01T00:00:00Z' })
  await makeThings()
})
afterAll(() => server.close())

/** Things of the owner that the calls can name. */
async function makeThings(): Promise<void> {
  Object.assign(ids, await server.ok('openSample', { sample_id: 'harbour' }, token), { sample_id: 'harbour' })
  const { list } = await server.ok('listVersions', { folder_id: ids['folder_id']!, video_id: ids['video_id']! }, token)
  Object.assign(ids, { file_id: list[0]!.file_id, subtitles_id: list[0]!.file_id })
  const role = await server.ok('addRole', { folder_id: ids['folder_id']!, role_name: 'Ann' }, token)
  Object.assign(ids, { folder_role_id: role.folder_role_id, from_file_id: ids['file_id'], to_file_id: ids['file_id'] })
}

/** What is there, by the field that names it. */
const known = ({ name }: Leaf): string | undefined => ids[name]

let calls = 0
async function send(row: Call, input: unknown, headers: Record<string, string> = {}) {
  const isPost = row.method === 'POST'
  const query = isPost
    ? {}
    : Object.fromEntries(Object.entries(input as object).map(([name, value]) => [name, String(value)]))
  const answer = await server.app.inject({
    method: row.method,
    url: row.path,
    headers: {
      token,
      language: 'en',
      'x-forwarded-for': `10.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls++ & 255}`,
      ...(isPost && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(isPost ? { payload: typeof input === 'string' ? input : JSON.stringify(input) } : { query }),
  })
  return { status: answer.statusCode, ...answer.json<Envelope>() }
}

const noText = { NUL: 'a\0b', 'half of a pair': 'a\ud800b', 'the other half': '\udc00' }
const hostile = {
  ...noText,
  '2^31': 2 ** 31,
  '-2^31 - 1': -(2 ** 31) - 1,
  '2^53': 2 ** 53,
  'a fraction': 1.5,
  'very long text': 'x'.repeat(300_000),
  empty: '',
  true: true,
  null: null,
  object: {},
  array: [],
  missing: undefined,
}

const rows = Object.entries(contract) as [string, Call][]

test.each(rows)('%s: whatever stands in a field, the fault is never ours', async (name, row) => {
  const { input, leaves } = exampleInput(row, known)
  const faults: string[] = []
  for (const { path } of leaves) {
    for (const [what, value] of Object.entries(hostile)) {
      const { status, code, message } = await send(row, withValue(input, path, value))
      const place = `${path.join('.')} = ${what}: ${status} ${code} ${message}`
      if (status >= 500 || code === 1003) faults.push(place)
      // The text of a file may hold NUL: reading it says which lines do. Half a pair in an address is not text at all.
      const isFileText = name === 'addVersion' && path[0] === 'content' && what === 'NUL'
      const isSent = row.method === 'POST' || what === 'NUL'
      const isNamed = code === 1001 && message.startsWith(`${path.join('.')}: `)
      if (what in noText && isSent && !isFileText && !isNamed) faults.push(`${place} does not name the field`)
    }
  }
  // What the walk has switched on would answer all that follows.
  if (name === 'setMaintenance') await server.ok('setMaintenance', { is_on: false }, token)
  if (name === 'setKeysForNewAccounts') await server.ok('setKeysForNewAccounts', { is_on: false }, token)
  expect(faults).toEqual([])
})

test.each(rows)('%s: an answer holds what is stored, however long: limits are asked of what is sent', (_, { data }) => {
  const lengths: string[] = []
  z.toJSONSchema(data, {
    io: 'output',
    unrepresentable: 'any',
    override: ({ jsonSchema: { maxLength, maxItems, prefixItems }, path }) => {
      if (maxLength !== undefined || (maxItems !== undefined && !prefixItems)) lengths.push(path.join('.'))
    },
  })
  expect(lengths).toEqual([])
})

test('bodies and headers that are none of what is expected', async () => {
  const faults: string[] = []
  for (const [name, row] of rows.filter(([, { method }]) => method === 'POST')) {
    for (const body of [
      '[]',
      '"text"',
      'null',
      '12',
      `${'['.repeat(5000)}${']'.repeat(5000)}`,
      '{"__proto__":1}',
      '{',
    ]) {
      if (name === 'logout') continue
      const { status, code } = await send(row, body)
      if (status >= 500 || code === 1003) faults.push(`${name} ${body.slice(0, 20)}`)
    }
  }
  const headers: Record<string, string>[] = [
    { token: 'x'.repeat(8000) },
    { token: '\u00ff\u0001x' },
    { language: 'x'.repeat(8000) },
    { language: '\u00e9' },
  ]
  for (const odd of headers) {
    const { status, code } = await send(contract.listFolders, {}, odd)
    if (status >= 500 || code === 1003) faults.push(JSON.stringify(odd).slice(0, 40))
  }
  expect(faults).toEqual([])
})

test('the row of another account, a made-up id and a deleted one get the same answer', async () => {
  const stranger = await signUp(server)
  const gone = await server.ok('addFolder', { folder_name: 'gone' }, stranger)
  await server.ok('deleteFolder', gone, stranger)
  const theirs = { folder_id: ids['folder_id']!, folder_name: 'x' }
  const answers = [theirs, { ...theirs, folder_id: 'made-up' }, { ...theirs, folder_id: gone.folder_id }].map((input) =>
    server.call('renameFolder', input, stranger),
  )
  const [first, ...others] = await Promise.all(answers)
  expect(first).toEqual({ code: 1002, message: 'No data', data: {} })
  expect(others).toEqual([first, first])

  const { db } = server.services.deps
  const strangerId = (await server.ok('getInfo', {}, stranger)).user_id
  const ownerId = (await server.ok('getInfo', {}, token)).user_id
  expect(await own({ db, accountId: ownerId }, 'folder', ids['folder_id']!)).toMatchObject({ id: ids['folder_id'] })
  for (const id of [ids['folder_id']!, 'made-up', gone.folder_id]) {
    const refusal = own({ db, accountId: strangerId }, 'folder', id)
    await expect(refusal).rejects.toMatchObject({ kind: 'not_found', key: 'no_data' })
  }
})
