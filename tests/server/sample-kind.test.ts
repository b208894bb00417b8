import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { defineKind } from '#core/tasks/kind.ts'
import { Refusal } from '#server/app/refusal.ts'
import { quote, runTask } from '#server/app/tasks/start.ts'
import { serverTasks } from '#server/tasks/index.ts'
import { defineTask } from '#server/tasks/task.ts'
import { finished, signUp, startServer, type TestServer } from '#tests/support/server.ts'

/** A kind of task that the product does not have, made as the recipe in the documents says. */
const kind = defineKind({
  type: 'subtitle_shout',
  subjects: ['subtitle'],
  config: z.object({ mark: z.string().min(1).max(3).default('!') }),
  price: ({ characters }, { mark }) => characters * mark.length,
  freezes: 'cues',
  result: 'subtitle',
  resources: 'cpu',
  isInternal: false,
})

const shout = defineTask({
  kind,
  precheck: async ({ subjects: { subtitle } }) => {
    if (subtitle.cue_sum === 0) throw new Refusal('refused', 'version_empty')
    const { name, folder_id: folderId, language } = subtitle
    return { name, folderId, language, facts: { characters: 5 }, engine: 'none' }
  },
  recipe: async (run, { task, config, frozenVersion }) => {
    const { cues } = await frozenVersion()
    const { texts } = await run.step<{ texts: string[] }>(
      { name: 'shout', version: '1', input: { cues, mark: config.mark }, share: [0, 1] },
      async () => ({ texts: cues.map(({ text }) => text.toUpperCase() + config.mark) }),
    )
    const loud = cues.map(({ id, start, end }, index) => makeCue(id, start, end, texts[index] ?? ''))
    return { version: { name: task.name, source: 'translate', language: 'en', cues: loud } }
  },
})

let server: TestServer
let token: string
let accountId: string
let file_id: string
let folder_id: string
beforeAll(async () => {
  server = await startServer({}, { tasks: [...serverTasks, shout] })
  token = await signUp(server)
  accountId = (await server.ok('getInfo', {}, token)).user_id
  folder_id = (await server.ok('addFolder', { folder_name: 'texts' }, token)).folder_id
  const content = '1\n00:00:01,000 --> 00:00:02,000\nhello\n\n2\n00:00:03,000 --> 00:00:04,000\nthere'
  file_id = (await server.ok('addVersion', { folder_id, name: 'Quiet', language: 'en', content }, token)).file_id
})
afterAll(() => server.close())

test('one more kind of task is priced, started, done and paid, on a file without a video', async () => {
  const { deps } = server.services
  expect(await quote(deps, accountId, { task_type: kind.type, file_id })).toEqual({
    credits: 5,
    engine: 'none',
    remarks: [],
    used: {},
  })
  expect(await server.ok('quote', { task_type: kind.type, file_id, mark: '!!' }, token)).toMatchObject({ credits: 10 })
  const input = { file_id, mark: '!!!', idempotency_key: 'key-of-a-shout' }
  const started = await Promise.all([
    runTask(deps, { accountId }, kind.type, input),
    runTask(deps, { accountId }, kind.type, input),
  ])
  expect(started[0]).toEqual(started[1])
  expect(started[0].credits).toBe(15)
  const done = await finished(server, token, started[0].task_id)
  expect(done).toMatchObject({ state: 1, task_type: 'subtitle_shout', task_config: { mark: '!!!' }, video_id: '' })
  const made = await server.ok('getVersion', { file_id: done.file_id }, token)
  expect(made.subtitle_txt.map(({ text }) => text)).toEqual(['HELLO!!!', 'THERE!!!'])
  expect(made).toMatchObject({ folder_id, video_id: '', name: 'Quiet' })
  expect((await server.ok('getInfo', {}, token)).credits).toBe(185)
  const kinds = await deps.db
    .selectFrom('credit_entry')
    .select('kind')
    .where('ref_id', '=', started[0].task_id)
    .orderBy('id')
    .execute()
  expect(kinds.map((entry) => entry.kind)).toEqual(['hold', 'settle'])
})

test('its precheck and its configuration are held to', async () => {
  const { deps } = server.services
  const empty = await server.ok('addVersion', { folder_id, name: 'Empty', language: 'en' }, token)
  const start = (file: string, mark: string) =>
    runTask(deps, { accountId }, kind.type, { file_id: file, mark, idempotency_key: `shout ${file} ${mark}` })
  await expect(start(empty.file_id, '!')).rejects.toThrow('version_empty')
  await expect(start(file_id, 'too long')).rejects.toThrow('invalid_input')
  await expect(start('nowhere', '!')).rejects.toThrow('not_found')
  await expect(runTask(deps, { accountId }, 'video_ingest', { idempotency_key: 'key-12345' })).rejects.toThrow(Refusal)
  expect((await server.ok('getInfo', {}, token)).credits).toBe(185)
})

test('files without a video stand in their folder, several of them, and are deleted with it', async () => {
  const { list } = await server.ok('listVersions', { folder_id }, token)
  expect(list.map(({ name, video_id, is_use }) => [name, video_id, is_use])).toEqual([
    ['Quiet', '', false],
    ['Quiet', '', false],
    ['Empty', '', false],
  ])
  const folders = await server.ok('listFolders', {}, token)
  expect(folders.list.map(({ file_sum }) => file_sum)).toEqual([3])
  expect((await server.call('listVersions', { folder_id }, await signUp(server))).code).toBe(1002)
  await server.ok('deleteFolder', { folder_id }, token)
  expect((await server.call('getVersion', { file_id }, token)).code).toBe(1002)
})
