import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineEngine } from '#server/engines/ports.ts'
import { z } from 'zod'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

/** Says each text backwards, with a mark for each that it was asked for. */
const asked: string[][] = []
const backwards = defineEngine({
  port: 'translate',
  name: 'backwards',
  settings: z.object({}),
  probe: async () => ({ serves: { pairs: { en: ['es'] } }, detail: '1' }),
  open: () => ({
    version: '1',
    translate: async ({ texts, glossary = [] }) => {
      asked.push([...texts])
      return texts.map((text) =>
        text.includes('fail') ? null : (glossary[0]?.to ?? `<${text.replaceAll(/[^\p{L} ]/gu, '').toUpperCase()}>`),
      )
    },
  }),
})

let server: TestServer
let token: string
let file_id: string
let folder_id: string
let cues: readonly string[]
beforeAll(async () => {
  server = await startServer({}, { adapters: [backwards] })
  token = await signUp(server)
  folder_id = (await server.ok('addFolder', { folder_name: 'Films' }, token)).folder_id
  const texts = ['One thing.', 'Another thing.', 'It fails: fail.', '']
  const content = texts.map((text, at) => `${at + 1}\n00:00:0${at},000 --> 00:00:0${at},900\n${text}`).join('\n\n')
  const version = { folder_id, name: 'film', language: 'en', file_name: 'a.srt', content } as const
  file_id = (await server.ok('addVersion', version, token)).file_id
  cues = (await server.ok('getVersion', { file_id }, token)).subtitle_txt.map(({ cue_id }) => cue_id)
})
afterAll(() => server.close())

const order = (at: number, key: string) =>
  ({
    file_id,
    cue_id: cues[at] ?? 'none',
    source_language: 'en',
    to_language: 'es',
    idempotency_key: `suggestion ${key}`,
  }) as const
const creditsOf = async (who = token): Promise<number> => (await server.ok('getInfo', {}, who)).credits

test('a line is translated at its price; the same key is the same suggestion', async () => {
  const before = await creditsOf()
  const first = await server.ok('runLineTranslation', order(1, 'one'), token)
  expect(first).toMatchObject({ credits: 1, suggestion: { text: '<ANOTHER THING>', verdict: '' } })
  expect(await server.ok('runLineTranslation', order(1, 'one'), token)).toEqual(first)
  expect(await creditsOf()).toBe(before - 1)
  // Neither the history nor the lines that the user should look at know of it.
  expect((await server.ok('listTasks', {}, token)).total).toBe(0)
  expect((await server.ok('getVersion', { file_id }, token)).flags).toEqual([])
  const { list } = await server.ok('listConsumption', {}, token)
  expect(list[0]).toMatchObject({ task_type: 'line_translate', note: 'Another thing.' })
})

test('what belongs to one sentence is translated as one, and only the line is the answer', async () => {
  const content = '1\n00:00:00,000 --> 00:00:01,000\nWe never\n\n2\n00:00:01,100 --> 00:00:02,000\nsaid that.'
  const half = await server.ok('addVersion', { folder_id, name: 'half', language: 'en', content }, token)
  const lines = (await server.ok('getVersion', { file_id: half.file_id }, token)).subtitle_txt
  asked.length = 0
  const answer = await server.ok(
    'runLineTranslation',
    { ...order(0, 'sentence'), file_id: half.file_id, cue_id: lines[1]!.cue_id },
    token,
  )
  expect(asked[0]?.[0]).toContain('We never')
  expect(answer.suggestion?.text).not.toContain('WE NEVER')
})

test('terms of the folder are used', async () => {
  const { revision } = await server.ok('getProFolder', { folder_id }, token)
  const glossary = [{ language: 'es' as const, from: 'One', to: 'Uno' }]
  await server.ok('setFolderSettings', { folder_id, revision, settings: { glossary } }, token)
  expect((await server.ok('runLineTranslation', order(0, 'terms'), token)).suggestion?.text).toBe('Uno')
})

test('it is refused plainly, and what fails costs nothing', async () => {
  const before = await creditsOf()
  const messageOf = async (input: ReturnType<typeof order>, who = token) => {
    const { code, message } = await server.call('runLineTranslation', input, who)
    return `${code} ${message}`
  }
  expect(await messageOf(order(2, 'fails'))).toMatch(/^1001 None of the lines could be translated/)
  expect(await messageOf(order(3, 'empty'))).toMatch(/^1001 This line has no text/)
  expect(await messageOf(order(9, 'no line'))).toMatch(/^1001 This line has no text/)
  expect(await messageOf({ ...order(0, 'pair'), to_language: 'ja' as 'es' })).toMatch(/^1001 Translation from English/)
  expect(await messageOf({ ...order(0, 'same'), to_language: 'en' as 'es' })).toMatch(/^1001 Source and target/)
  const visitor = (await server.ok('loginAnonymous', {})).access_token
  expect(await messageOf(order(0, 'visitor'), visitor)).toMatch(/^2401/)
  expect(await messageOf(order(0, 'nobody'), '')).toMatch(/^2402/)
  const stranger = await signUp(server)
  expect(await messageOf(order(0, 'stranger'), stranger)).toBe('1002 No data')
  expect(await creditsOf()).toBe(before)
  expect(await creditsOf(stranger)).toBe(200)
  const own = await server.ok(
    'addVersion',
    {
      folder_id: (await server.ok('addFolder', { folder_name: 'Own' }, stranger)).folder_id,
      name: 'own',
      language: 'en',
      content: `1\n00:00:00,000 --> 00:00:01,000\n${'word '.repeat(4100)}`,
    },
    stranger,
  )
  const lines = (await server.ok('getVersion', { file_id: own.file_id }, stranger)).subtitle_txt
  const long = { ...order(0, 'credits'), file_id: own.file_id, cue_id: lines[0]!.cue_id }
  expect(await messageOf(long, stranger)).toMatch(/^1001 Insufficient credits/)
})
