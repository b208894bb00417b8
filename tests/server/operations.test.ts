import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { InputOf } from '#core/contract/index.ts'
import { markPrepared, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let place: { folder_id: string; video_id: string }
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
})
afterAll(() => server.close())

/** A new folder with the sample in it, 40 s long, and versions of these texts. */
async function folderOf(...contents: string[]): Promise<string[]> {
  const { db } = server.services.deps
  const opened = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, opened.video_id)
  await db.deleteFrom('subtitle').where('video_id', '=', opened.video_id).execute()
  place = opened
  const ids: string[] = []
  for (const [at, content] of contents.entries()) {
    const version = { ...place, name: `v${at + 1}`, language: 'en' as const, content }
    ids.push((await server.ok('addVersion', version, token)).file_id)
  }
  return ids
}

const srt = (...lines: [number, number, string][]): string =>
  lines
    .map(([from, to, text], at) => `${at + 1}\n00:00:${seconds(from)} --> 00:00:${seconds(to)}\n${text}`)
    .join('\n\n')
const seconds = (ms: number): string => (ms / 1000).toFixed(3).padStart(6, '0').replace('.', ',')

const read = async (file_id: string) => {
  const { revision, subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  return { revision, lines: subtitle_txt.map(({ time, text }) => `${time} ${text}`) }
}

type Operation = InputOf<'runOperation'>['operation']
const plan = (operation: InputOf<'planOperation'>['operation']) =>
  server.ok('planOperation', { folder_id: place.folder_id, operation }, token)
let keys = 0
async function run(operation: Operation, key = `operation-${++keys}`) {
  const { list } = await plan(operation)
  const versions = list.map(({ file_id, revision }) => ({ file_id, revision }))
  return server.call('runOperation', { folder_id: place.folder_id, operation, versions, idempotency_key: key }, token)
}

describe('operations over a folder', () => {
  test('move nothing anywhere where one line would leave its video, and name that line', async () => {
    const [a = '', b = ''] = await folderOf(srt([1000, 2000, 'one']), srt([500, 900, 'x'], [38_500, 39_500, 'end']))
    const dry = await plan({ kind: 'shift', by: 1000 })
    expect(dry.allowed).toBe(false)
    expect(dry.list.map(({ file_id, fault }) => [file_id, fault?.reason, fault?.number])).toEqual([
      [a, undefined, undefined],
      [b, 'after_end', 2],
    ])
    const before = [await read(a), await read(b)]
    const refused = await run({ kind: 'shift', by: 1000 })
    expect(refused).toMatchObject({ code: 1001, message: expect.stringMatching(/Invalid move time: line 2/) as string })
    expect([await read(a), await read(b)]).toEqual(before)
    expect((await server.ok('listOperations', { folder_id: place.folder_id }, token)).list).toEqual([])
  })

  test('are made as the dry run says, once for a key, and are taken back to the letter', async () => {
    const ids = await folderOf(srt([1000, 2000, 'teh cat']), srt([3000, 4000, 'teh dog'], [5000, 6000, 'fine']))
    const operation = { kind: 'replace' as const, text: 'teh', replacement: 'the', whole_word: true }
    const before = await Promise.all(ids.map(read))
    const dry = await plan(operation)
    expect(dry.list.map(({ changed, samples }) => [changed, samples[0]?.after?.text])).toEqual([
      [1, 'the cat'],
      [1, 'the dog'],
    ])
    const [first, second] = [await run(operation, 'same-key-1'), await run(operation, 'same-key-1')]
    expect(first.data.operation).toMatchObject({ versions: 2, changed: 2, kind: 'replace', undo_time: '' })
    expect(second.data.operation?.operation_id).toBe(first.data.operation?.operation_id)
    expect((await Promise.all(ids.map(read))).map(({ revision, lines }) => [revision, lines[0]?.slice(-7)])).toEqual([
      [2, 'the cat'],
      [2, 'the dog'],
    ])
    const { operation_id = '' } = first.data.operation ?? {}
    expect(await server.ok('undoOperation', { operation_id }, token)).toEqual({ undone: 2, changed_meanwhile: [] })
    expect((await Promise.all(ids.map(read))).map(({ lines }) => lines)).toEqual(before.map(({ lines }) => lines))
    expect((await server.call('undoOperation', { operation_id }, token)).message).toMatch(/already undone/)
    expect((await run({ ...operation, text: 'nowhere' })).message).toMatch(/Nothing to change/)
  })

  test('leave out nothing that was edited meanwhile: it is named, and nothing is written', async () => {
    const [a = '', b = ''] = await folderOf(srt([1000, 2000, 'one']), srt([3000, 4000, 'two']))
    const { list } = await plan({ kind: 'shift', by: 100 })
    const versions = list.map(({ file_id, revision }) => ({ file_id, revision }))
    const edit = async (file_id: string, text: string) => {
      const { revision, subtitle_txt } = await server.ok('getVersion', { file_id }, token)
      const lines = subtitle_txt.map((line) => ({ ...line, text }))
      await server.ok('editVersion', { file_id, revision, subtitle_txt: lines }, token)
    }
    await edit(b, 'edited')
    const input = { folder_id: place.folder_id, operation: { kind: 'shift' as const, by: 100 } }
    const stale = await server.call('runOperation', { ...input, versions, idempotency_key: 'stale-key-1' }, token)
    expect([stale.code, stale.data.changed_meanwhile.map(({ file_id, reason }) => [file_id, reason])]).toEqual([
      1004,
      [[b, 'edited']],
    ])
    expect((await read(a)).revision).toBe(1)

    const made = await run(input.operation)
    const { operation_id = '' } = made.data.operation ?? {}
    await edit(b, 'edited again')
    const refused = await server.call('undoOperation', { operation_id }, token)
    expect([refused.code, refused.data.changed_meanwhile]).toMatchObject([
      1004,
      [{ reason: 'edited', name: 'v2', language: 'en', from: 'upload', version: 2, is_use: false }],
    ])
    expect((await read(a)).lines[0]).toMatch(/^00:00:01,100/)
    const { undone } = await server.ok('undoOperation', { operation_id, skip_edited: true }, token)
    expect(undone).toBe(1)
    expect((await read(a)).lines[0]).toMatch(/^00:00:01,000/)
    expect((await read(b)).lines[0]).toMatch(/edited again/)

    // One that was deleted after the dry run is named too.
    const again = (await plan(input.operation)).list.map(({ file_id, revision }) => ({ file_id, revision }))
    await server.ok('deleteVersion', { folder_id: place.folder_id, subtitles_id: b }, token)
    const gone = await server.call('runOperation', { ...input, versions: again, idempotency_key: 'gone-key-1' }, token)
    expect(gone.data.changed_meanwhile.map(({ reason }) => reason)).toEqual(['gone'])
  })

  test('check and fix by a profile; a second fix finds nothing', async () => {
    const [a = ''] = await folderOf(srt([1000, 1100, 'short'], [5000, 6000, 'x'.repeat(80)]))
    const checked = await plan({ kind: 'check', profile: 'netflix' })
    expect(checked.list[0]?.counts).toMatchObject({ error: 0 })
    expect(checked.list[0]?.findings.length).toBeGreaterThan(0)
    expect(checked.list[0]?.changed).toBe(0)
    const fixed = await run({ kind: 'fix', profile: 'netflix' })
    expect(fixed.code).toBe(0)
    expect((await read(a)).revision).toBe(2)
    expect((await run({ kind: 'fix', profile: 'netflix' })).message).toMatch(/Nothing to change/)
  })

  test('copy speakers from one language to the others, and end a pattern that goes nowhere', async () => {
    const { db } = server.services.deps
    const [a = '', b = ''] = await folderOf(srt([1000, 2000, 'one']), srt([1000, 2000, 'uno']))
    await db.updateTable('subtitle').set({ language: 'es' }).where('id', '=', b).execute()
    const role = await server.ok('addRole', { folder_id: place.folder_id, role_name: 'Ann' }, token)
    const mark = { file_id: a, revision: 1, cue_ids: [(await cueIds(a))[0]!], folder_role_id: [role.folder_role_id] }
    await server.ok('markRole', mark, token)
    await run({ kind: 'roles', from_language: 'en' })
    const { subtitle_txt, role_state } = await server.ok('getVersion', { file_id: b }, token)
    expect([subtitle_txt[0]?.folder_role_id, role_state]).toEqual([[role.folder_role_id], 1])

    const { file_id } = await server.ok(
      'addVersion',
      { ...place, name: 'v3', language: 'en', content: srt([1000, 2000, `${'a'.repeat(40)}!`]) },
      token,
    )
    const slow = { kind: 'replace' as const, text: '^(a+)+$', is_pattern: true }
    const input = { folder_id: place.folder_id, operation: slow }
    expect((await server.call('planOperation', input, token)).message).toMatch(/takes too long/)
    const bad = { ...input, operation: { ...slow, text: '(' } }
    expect((await server.call('planOperation', bad, token)).message).toMatch(/regular expression/)
    await server.ok('deleteVersion', { folder_id: place.folder_id, subtitles_id: file_id }, token)
  })

  test('belong to one person', async () => {
    await folderOf(srt([1000, 2000, 'one']))
    const made = await run({ kind: 'shift', by: 100 })
    const stranger = await signUp(server)
    const { folder_id } = place
    const operation_id = made.data.operation?.operation_id ?? ''
    expect((await server.call('undoOperation', { operation_id }, stranger)).code).toBe(1002)
    expect((await server.call('listOperations', { folder_id }, stranger)).code).toBe(1002)
    const operation = { kind: 'shift' as const, by: 100 }
    expect((await server.call('planOperation', { folder_id, operation }, stranger)).code).toBe(1002)
    const theirs = await server.ok('addFolder', { folder_name: 'theirs' }, stranger)
    const { list } = await plan(operation)
    const versions = list.map(({ file_id, revision }) => ({ file_id, revision }))
    const input = { folder_id: theirs.folder_id, operation, versions, idempotency_key: 'stranger-key' }
    expect((await server.call('runOperation', input, stranger)).data.changed_meanwhile).toMatchObject([
      { reason: 'gone' },
    ])
  })
})

const cueIds = async (file_id: string): Promise<string[]> =>
  (await server.ok('getVersion', { file_id }, token)).subtitle_txt.map(({ cue_id }) => cue_id)
