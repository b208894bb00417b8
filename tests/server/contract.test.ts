import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Call, Envelope } from '#core/contract/call.ts'
import { type CallName, contract } from '#core/contract/index.ts'
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

/** What another user must never be told: ids of the owner's things. */
const ownIds = (): string[] =>
  Object.entries(ids).flatMap(([name, id]) => (name.endsWith('_id') && name !== 'sample_id' ? [id] : []))

/** An input that the schema of a row takes, on things of the owner. */
const inputOf = (row: Call): unknown => exampleInput(row, known).input

test('nobody, a visitor, a customer: each call answers those who may not make it as it says', async () => {
  const visitor = (await server.ok('loginAnonymous', {})).access_token
  const customer = await signUp(server)
  const faults: string[] = []
  for (const [name, row] of rows) {
    const codeOf = async (caller: string): Promise<number> => (await send(row, inputOf(row), { token: caller })).code
    const isPublic = row.access === 'public'
    const isTurnedAway = (await codeOf('')) === 2402
    if (isTurnedAway === isPublic) faults.push(`${name}: nobody`)
    if (isPublic || name === 'logout') continue
    const mayVisitor = row.access === 'visitor'
    const isRefused = (await codeOf(visitor)) === 2401
    if (isRefused === mayVisitor) faults.push(`${name}: a visitor`)
    const mayCustomer = row.access !== 'staff' && row.permission === undefined
    if (!mayCustomer && (await codeOf(customer)) !== 2401) faults.push(`${name}: a customer`)
  }
  expect(faults).toEqual([])
})

test('a stranger who names things of the owner is told nothing of them and changes nothing', async () => {
  const stranger = await signUp(server)
  // Walked with all kinds of input, some call has deleted what was there.
  await makeThings()
  const things = async () => [
    await server.ok('listFolders', {}, token),
    await server.ok('getVersion', { file_id: ids['file_id']! }, token),
    await server.ok('listRoles', { folder_id: ids['folder_id']! }, token),
  ]
  // Addresses of files are signed again.
  const stable = (value: unknown): string => JSON.stringify(value).replaceAll(/"\/media[^"]*"/g, '""')
  const before = stable(await things())
  const faults: string[] = []
  for (const [name, row] of rows) {
    if (row.access === 'public' || name === 'logout') continue
    const { code, data } = await send(row, inputOf(row), { token: stranger })
    const told = ownIds().filter((id) => JSON.stringify(data ?? {}).includes(id))
    if (told.length > 0) faults.push(`${name}: ${code} ${told.join(' ')}`)
  }
  expect(faults).toEqual([])
  expect(stable(await things())).toBe(before)
})

/** Calls that a guest may make on a film that is shared with them. */
const forGuests: ReadonlySet<string> = new Set<CallName>([
  ...(['getVideo', 'listVersions', 'getVersion', 'getWordTimes', 'getImportedFile', 'listRoles'] as const),
  ...(['getShotChanges', 'listComments', 'addComment', 'resolveComment', 'deleteComment', 'tellPresence'] as const),
  ...(['listSharedVideos', 'endShare'] as const),
])
/** Those that change its subtitles: for guests who may edit. */
const forEditors: ReadonlySet<string> = new Set<CallName>([
  'editVersion',
  'editVersions',
  'patchVersion',
  'setShotChanges',
  'styleVersion',
])

test.each(['review', 'edit'] as const)(
  'somebody with whom a film is shared for %s is told and changes what that says, and nothing else of the owner',
  async (role) => {
    const guest = await signUp(server)
    await makeThings()
    const { userinfo } = await server.ok('getProfile', {}, guest)
    await server.ok('shareVideo', { video_id: ids['video_id']!, account: userinfo.name, role }, token)
    const things = async () => [
      await server.ok('listFolders', {}, token),
      await server.ok('getVersion', { file_id: ids['file_id']! }, token),
      await server.ok('listVersions', { folder_id: ids['folder_id']!, video_id: ids['video_id']! }, token),
      await server.ok('listRoles', { folder_id: ids['folder_id']! }, token),
      await server.ok('getShotChanges', { file_id: ids['video_id']! }, token),
      (await server.ok('getInfo', {}, token)).credits,
    ]
    const stable = (value: unknown): string => JSON.stringify(value).replaceAll(/"\/media[^"]*"/g, '""')
    const before = stable(await things())
    const faults: string[] = []
    for (const [name, row] of rows) {
      if (row.access === 'public' || name === 'logout' || forGuests.has(name)) continue
      if (role === 'edit' && forEditors.has(name)) continue
      const { code, data } = await send(row, inputOf(row), { token: guest })
      const told = ownIds().filter((id) => JSON.stringify(data ?? {}).includes(id))
      if (told.length > 0) faults.push(`${name}: ${code} ${told.join(' ')}`)
      if (forEditors.has(name) && code === 0) faults.push(`${name}: done by a guest who may not edit`)
    }
    expect(faults).toEqual([])
    expect(stable(await things())).toBe(before)
    for (const name of ['getVideo', 'getVersion', 'listVersions', 'listRoles'] as const) {
      const input = name === 'getVideo' ? { file_id: ids['video_id'] } : ids
      expect([name, (await send(contract[name], input, { token: guest })).code]).toEqual([name, 0])
    }
  },
)
