import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Digest } from '#core/subtitle/cue/digest.ts'
import { fromWire, toWireChanges } from '#core/subtitle/cue/wire.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, replacePatch } from '#core/subtitle/cue/patch.ts'
import { markPrepared, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let place: { folder_id: string; video_id: string }
let source_id: string
let file_id: string
let cues: readonly string[]
const said = ['We go home now.', 'Where is the old machine?', 'It is here.']

const srt = (texts: readonly string[]): string =>
  texts.map((text, n) => `${n + 1}\n00:00:0${n + 1},000 --> 00:00:0${n + 1},900\n${text}\n`).join('\n')

beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
  place = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, place.video_id)
  const add = async (language: 'en' | 'de', texts: readonly string[]) =>
    (await server.ok('addVersion', { ...place, name: language, language, content: srt(texts) }, token)).file_id
  source_id = await add('en', said)
  file_id = await add('de', ['eins', 'zwei', 'drei'])
  cues = (await server.ok('getVersion', { file_id }, token)).subtitle_txt.map(({ cue_id }) => cue_id)
})
afterAll(() => server.close())

const languages = { source_language: 'en', target_language: 'de' } as const
const line = (at: number) => ({
  cue_id: cues[at]!,
  source: said[at]!,
  before: said[at - 1] ?? '',
  after: said[at + 1] ?? '',
})
const confirmed = (...at: readonly number[]) => ({ source_id, lines: at.map(line) })

/** Saves new texts of lines, by their index. */
async function save(texts: Readonly<Record<number, string>>, by?: ReturnType<typeof confirmed>): Promise<void> {
  const { subtitle_txt, revision } = await server.ok('getVersion', { file_id }, token)
  const list = cueList(fromWire(subtitle_txt)!)
  const patch = replacePatch(
    list,
    Object.entries(texts).map(([at, text]) => ({ ...list.at(Number(at))!, text })),
  )
  const text_digest = Digest.of(applyPatch(list, patch).cues).text
  const saved = { file_id, revision, changes: toWireChanges(patch), text_digest, ...(by && { confirmed: by }) }
  await server.ok('patchVersion', saved, token)
  // A save whose answer was lost.
  await server.ok('patchVersion', saved, token)
}

const search = async (text: string, { by = token, before = '', after = '' } = {}): Promise<string[]> => {
  const input = { file_id, source_language: 'en' as const, text, before, after }
  return (await server.ok('searchMemory', input, by)).list.map(
    ({ kind, score, target }) => `${kind} ${score} ${target}`,
  )
}
const pairs = async (by = token): Promise<string[]> =>
  (await server.ok('listMemory', {}, by)).list.map(({ source, target }) => `${source} = ${target}`)

test('a line enters when a person confirms it, once, and goes when it is changed otherwise', async () => {
  await save({ 0: 'Wir gehen jetzt.' })
  expect(await pairs()).toEqual([])
  await save({ 0: 'Wir gehen jetzt heim.' }, confirmed(0))
  expect(await pairs()).toEqual(['We go home now. = Wir gehen jetzt heim.'])
  await save({ 0: 'Wir gehen nun heim.' }, confirmed(0))
  expect(await pairs()).toEqual(['We go home now. = Wir gehen nun heim.'])
  await save({ 0: 'machine' })
  expect(await pairs()).toEqual([])
  await save({ 0: 'Wir gehen nun heim.' }, confirmed(0))
  expect(await server.ok('confirmLines', { file_id, ...confirmed(1, 2) }, token)).toEqual({ confirmed: 2 })
  expect(await server.ok('confirmLines', { file_id, ...confirmed(1, 2) }, token)).toEqual({ confirmed: 2 })
  expect((await pairs()).toSorted()).toEqual([
    'It is here. = drei',
    'We go home now. = Wir gehen nun heim.',
    'Where is the old machine? = zwei',
  ])
})

test('exact, with the same neighbours, fuzzy, and by a phrase', async () => {
  expect(await search('we go HOME now.')).toEqual(['exact 100 Wir gehen nun heim.'])
  expect(await search(said[1]!, { before: said[0]!, after: said[2]! })).toEqual(['neighbours 100 zwei'])
  expect(await search('Where is the new machine?')).toEqual(['fuzzy 81 zwei'])
  expect(await search('Nothing like it at all')).toEqual([])
  expect(await search('')).toEqual([])
  const find = async (phrase: string, side: 'source' | 'target' = 'source') => {
    const input = { file_id, source_language: 'en' as const, phrase, side }
    return (await server.ok('findInMemory', input, token)).list.map(({ target }) => target)
  }
  expect(await find('old machine')).toEqual(['zwei'])
  expect(await find('machine old')).toEqual([])
  expect(await find('nun HEIM', 'target')).toEqual(['Wir gehen nun heim.'])
  const [found] = (await server.ok('searchMemory', { file_id, source_language: 'en', text: said[1]! }, token)).list
  expect(found).toMatchObject({ video_id: place.video_id, file_id, cue_id: cues[1], at_ms: 2000, count: 1 })
})

test('another account sees nothing, a reviewer neither; who may edit sees the folder', async () => {
  const guest = await signUp(server)
  const input = { file_id, source_language: 'en' as const, text: said[0]! }
  expect((await server.call('searchMemory', input, guest)).code).toBe(1002)
  expect((await server.call('confirmLines', { file_id, ...confirmed(0) }, guest)).code).toBe(1002)
  const [{ pair_id } = { pair_id: '' }] = (await server.ok('listMemory', {}, token)).list
  expect(await server.ok('deleteMemory', { pair_ids: [pair_id, 'none'] }, guest)).toEqual({ deleted: 0 })
  const share = (role: 'review' | 'edit') =>
    server.ok('shareVideo', { video_id: place.video_id, account: 'person2', role }, token)
  await share('review')
  expect((await server.call('searchMemory', input, guest)).code).not.toBe(0)
  await share('edit')
  expect(await search(said[0]!, { by: guest })).toEqual(['exact 100 Wir gehen nun heim.'])
  const other = { ...input, source_id: file_id, lines: [] }
  expect(await server.ok('confirmLines', other, token)).toEqual({ confirmed: 0 })
  const stranger = {
    ...languages,
    pairs: [{ source: said[2]!, target: 'fremd' }],
  }
  expect(await server.ok('importMemory', stranger, token)).toEqual({ added: 1 })
  expect(await search(said[2]!, { by: guest })).toEqual(['exact 100 drei'])
  expect(await pairs(guest)).toEqual([])
})

test('pairs of a file are added once, read page by page, and deleted', async () => {
  const owner = await signUp(server)
  const many = Array.from({ length: 700 }, (_, n) => ({ source: `Line number ${n}`, target: `Zeile ${n}` }))
  const input = { ...languages, pairs: [...many, ...many.slice(0, 3)] }
  const nothing = { source: 'Same', target: 'same' }
  expect(await server.ok('importMemory', { ...input, pairs: [...input.pairs.slice(0, 900), nothing] }, owner)).toEqual({
    added: 700,
  })
  expect(await server.ok('importMemory', input, owner)).toEqual({ added: 0 })
  const seen = new Set<string>()
  let after = ''
  do {
    const page = await server.ok('listMemory', { after, limit: 300 }, owner)
    for (const { source } of page.list) seen.add(source)
    after = page.next
  } while (after !== '')
  expect(seen.size).toBe(700)
  const [first] = (await server.ok('listMemory', { limit: 1 }, owner)).list
  expect(await server.ok('deleteMemory', { pair_ids: [first!.pair_id] }, owner)).toEqual({ deleted: 1 })
  const memories = () => server.ok('getMemories', {}, owner)
  expect(await memories()).toEqual({ list: [{ ...languages, pair_count: 699 }], most_pairs: 2_000_000 })
  expect((await server.ok('getMemories', {}, await signUp(server))).list).not.toContainEqual({
    ...languages,
    pair_count: 699,
  })
  await server.ok('clearMemory', { ...languages }, owner)
  expect(await pairs(owner)).toEqual([])
  expect((await memories()).list).toEqual([])
})

test('pairs are counted however they come and go, and an account has at most two million', async () => {
  const { db } = server.services.deps
  const owner = await signUp(server)
  const { folder_id } = await server.ok('addFolder', { folder_name: 'count' }, owner)
  const add = async (language: 'en' | 'de', texts: readonly string[]) =>
    (await server.ok('addVersion', { folder_id, name: language, language, content: srt(texts) }, owner)).file_id
  const [source, target] = [await add('en', said), await add('de', ['eins', 'zwei', 'drei'])]
  const { subtitle_txt } = await server.ok('getVersion', { file_id: target }, owner)
  const lines = subtitle_txt.map(({ cue_id }, at) => ({ cue_id, source: said[at]! }))
  const confirm = async () => server.call('confirmLines', { file_id: target, source_id: source, lines }, owner)
  const accountId = (await db.selectFrom('subtitle').select('account_id').where('id', '=', source).executeTakeFirst())!
    .account_id
  const counts = async () => {
    const { rows } = await sql<{ counted: number; kept: number }>`
      select pairs as counted, (select count(*)::int from memory_pair where memory_id = memory.id) as kept
      from memory where account_id = ${accountId} order by id`.execute(db)
    return rows.map(({ counted, kept }) => [counted, kept])
  }
  await confirm()
  await confirm()
  const more = [1, 2].map((n) => ({ source: `Line number ${n}`, target: `Zeile ${n}` }))
  await server.ok('importMemory', { ...languages, pairs: more }, owner)
  expect(await counts()).toEqual([[5, 5]])
  // The same lines as French ones: their pairs move.
  await db.updateTable('subtitle').set({ language: 'fr' }).where('id', '=', target).execute()
  await confirm()
  expect(await counts()).toEqual([
    [2, 2],
    [3, 3],
  ])
  const [first] = (await server.ok('listMemory', { target_language: 'fr', limit: 1 }, owner)).list
  await server.ok('deleteMemory', { pair_ids: [first!.pair_id] }, owner)
  await server.ok('clearMemory', { ...languages }, owner)
  expect(await counts()).toEqual([[2, 2]])

  await db.updateTable('memory').set({ pairs: 2_000_000 }).where('account_id', '=', accountId).execute()
  const full = 'The translation memory is full: it has 2000000 pairs at most. Delete some first, in your profile'
  for (const refused of [await confirm(), await server.call('importMemory', { ...languages, pairs: more }, owner)])
    expect(refused.message).toBe(full)
})

test('a save whose source is gone is taken, and confirms nothing', async () => {
  const before = await pairs()
  await save({ 0: 'Ohne Quelle.' }, { ...confirmed(0), source_id: 'gone' })
  expect((await server.ok('getVersion', { file_id }, token)).subtitle_txt[0]!.text).toBe('Ohne Quelle.')
  expect((await pairs()).filter((pair) => !before.includes(pair))).toEqual([])
  const gone = await server.call('confirmLines', { file_id, ...confirmed(0), source_id: 'gone' }, token)
  expect(gone.code).not.toBe(0)
})
