import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#core/contract/index.ts'
import { HeavyGate } from '#server/app/heavy/gate.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
})
afterAll(() => server.close())

/** Work that lasts until it is let go. */
function held() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, release: resolve }
}

const accountOf = async (name: string) =>
  (await server.services.deps.db.selectFrom('account').select('id').where('name', '=', name).executeTakeFirstOrThrow())
    .id

async function folderWith(owner: string, ...contents: string[]) {
  const { folder_id } = await server.ok('addFolder', { folder_name: 'heavy' }, owner)
  const ids: string[] = []
  for (const content of contents) {
    const version = { folder_id, name: 'text', language: 'en' as const, content }
    ids.push((await server.ok('addVersion', version, owner)).file_id)
  }
  return { folder_id, ids }
}

const line = (text: string) => `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`

describe('the gate for heavy work', () => {
  test('lets two pieces in at once, two of an account, and an account that has none on the way first', async () => {
    const gate = new HeavyGate()
    const begun: string[] = []
    const ends = new Map<string, () => void>()
    const ask = (account: string, name: string, bytes = 1) =>
      gate.run(account, bytes, () => {
        begun.push(name)
        const { promise, resolve } = Promise.withResolvers<void>()
        ends.set(name, resolve)
        return promise
      })
    const asked = [ask('a', 'a1'), ask('a', 'a2')]
    await expect(ask('a', 'a3')).rejects.toMatchObject({ kind: 'busy', params: { n: 2 } })
    asked.push(ask('b', 'b1'), ask('b', 'b2'), ask('c', 'c1'))
    const inBackground = gate.later(1024 ** 2, () => Promise.resolve(void begun.push('zip')))
    expect(begun).toEqual(['a1', 'a2'])
    await expect(ask('d', 'd1', 64 * 1024 ** 2)).rejects.toMatchObject({ kind: 'busy', params: { n: 6 } })
    for (const name of ['a1', 'a2', 'b1', 'c1', 'b2']) {
      await expect.poll(() => ends.has(name), { interval: 1 }).toBe(true)
      ends.get(name)?.()
    }
    await Promise.all([...asked, inBackground])
    expect(begun).toEqual(['a1', 'a2', 'b1', 'c1', 'b2', 'zip'])
    // Nothing stays counted, also of what was refused or failed, and a large piece goes alone.
    await expect(gate.run('a', 1, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await gate.run('a', 64 * 1024 ** 2, () => Promise.resolve('done'))).toBe('done')
  })

  test('reads and writes large texts one at a time, also after one that fails, and small ones at once', async () => {
    const gate = new HeavyGate()
    const begun: string[] = []
    const [first, second] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()]
    const ask = (name: string, bytes: number, work: Promise<string>) =>
      gate.inTurn(bytes, () => {
        begun.push(name)
        return work
      })
    const asked = [ask('large', 1024 ** 2, first.promise), ask('larger', 2 * 1024 ** 2, second.promise)]
    await expect.poll(() => begun, { interval: 1 }).toEqual(['large'])
    expect(await ask('small', 1000, Promise.resolve('done'))).toBe('done')
    expect(begun).toEqual(['large', 'small'])
    first.reject(new Error('no'))
    await expect(asked[0]).rejects.toThrow('no')
    second.resolve('done')
    expect(await asked[1]).toBe('done')
  })

  test('ends a piece that takes too much memory, and the process goes on', async () => {
    const gate = new HeavyGate(16)
    const cue = { srt_index: 1, time: '00:00:01,000 --> 00:00:02,000', text: '', folder_role_id: [] }
    const cues = JSON.stringify(Array.from({ length: 60_000 }, (_, at) => ({ ...cue, cue_id: String(at) })))
    const job = { cues, undo: [], path: '/dev/null' }
    const work = gate.run('a', 1, (thread) => thread.do('takeBack', job))
    await expect(work).rejects.toMatchObject({ key: 'too_heavy' })
  })

  test('answers with the seconds to wait where two of the account are on their way', async () => {
    const { heavy } = server.services.deps
    const { folder_id } = await folderWith(token, line('one'))
    const account = await accountOf('person1')
    const { work, release } = held()
    const under = [heavy.run(account, 0, work), heavy.run(account, 0, work)]
    const { method, path: url } = contract.planOperation
    const payload = { folder_id, operation: { kind: 'shift', by: 100 } }
    const ask = () => server.app.inject({ method, url, payload, headers: { token } })
    const busy = await ask()
    expect([busy.statusCode, busy.headers['retry-after']]).toEqual([429, '2'])
    const message = expect.stringMatching(/Try again in 2 s/) as string
    expect(busy.json()).toEqual({ code: 1005, message, data: { reason: 'busy', n: 2 } })
    release()
    await Promise.all(under)
    expect((await ask()).json<{ code: number }>().code).toBe(0)
  })

  test('leaves the database to others while a pattern goes nowhere', async () => {
    const { folder_id, ids } = await folderWith(token, line(`${'a'.repeat(40)}!`))
    const operation = { kind: 'replace' as const, text: '^(a+)+$', is_pattern: true }
    const versions = ids.map((file_id) => ({ file_id, revision: 1 }))
    const input = { folder_id, operation, versions, idempotency_key: 'slow-pattern' }
    const order: string[] = []
    const slow = server.call('runOperation', input, token).then(({ message }) => order.push(message))
    const other = await signUp(server)
    await server.ok('addFolder', { folder_name: 'of another' }, other)
    order.push('of another')
    await slow
    expect(order).toEqual(['of another', expect.stringMatching(/takes too long/)])
  })

  test('reads large files in threads, two of an account, while others are answered', async () => {
    const lines = Array.from({ length: 13_000 }, (_, at) => `${at + 1}\n${time(at, 0)} --> ${time(at, 9)}\nabcdef`)
    const content = lines.join('\n\n')
    const { folder_id } = await folderWith(token)
    const order: string[] = []
    const version = { folder_id, name: 'large', language: 'en' as const, content }
    const codes = [1, 2, 3].map(() => server.call('addVersion', version, token).then(({ code }) => code))
    const read = Promise.all(codes).finally(() => order.push('read'))
    await server.ok('listVersions', { folder_id }, token)
    order.push('answered')
    expect((await read).toSorted()).toEqual([0, 0, 1005])
    expect(order).toEqual(['answered', 'read'])
    const { list } = await server.ok('listVersions', { folder_id }, token)
    expect(list.map(({ cue_sum }) => cue_sum)).toEqual([13_000, 13_000])
    const copy = await server.ok('copyVersion', { file_id: list[0]!.file_id }, token)
    expect([copy.cue_sum, copy.size, copy.imported_format]).toEqual([13_000, list[0]!.size, 'srt'])
    const { subtitle_txt } = await server.ok('getVersion', { file_id: copy.file_id }, token)
    expect([subtitle_txt.length, subtitle_txt[0]?.text]).toEqual([13_000, 'abcdef'])

    // A zip's large texts wait for callers' work, and no caller waits for the zip.
    const { url } = await server.ok('downloadFiles', { folder_id }, token)
    const { work, release } = held()
    const others = ['x', 'y'].map((account) => server.services.deps.heavy.run(account, 0, work))
    const zip = server.app.inject({ url }).finally(() => order.push('zip'))
    await server.ok('listVersions', { folder_id }, token)
    order.push('answered')
    release()
    await Promise.all(others)
    expect((await zip).rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect(order.slice(2)).toEqual(['answered', 'zip'])
  })
})

/** When a line is that begins with this second, as SubRip writes it. */
const time = (second: number, tenths: number) =>
  new Date(second * 1000 + tenths * 100).toISOString().slice(11, 23).replace('.', ',')
