import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '#server/store/id.ts'
import { markPrepared, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let place: { folder_id: string; video_id: string }
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
  place = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, place.video_id)
})
afterAll(() => server.close())

const two = '1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo'

async function version(name: string, content = two): Promise<string> {
  return (await server.ok('addVersion', { ...place, name, language: 'en', content }, token)).file_id
}

async function accountId(): Promise<string> {
  return (await server.ok('getInfo', {}, token)).user_id
}

/** A task that made a version and flags all its lines, as a worker leaves it. */
async function flagAll(file_id: string, verdict: string, batch_id: string | null = null): Promise<string> {
  const { db } = server.services.deps
  const { subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  const lines = subtitle_txt.map(({ cue_id, text }, at) => {
    const times = { start: 1000 + at * 2000, end: 2000 + at * 2000 }
    return { cue_id, verdict, ...times, rate: 1, note: '', cue: { ...times, text } }
  })
  const id = newId()
  await db
    .insertInto('task')
    .values({
      id,
      account_id: await accountId(),
      folder_id: place.folder_id,
      batch_id,
      project_id: null,
      name: 'made',
      type: 'subtitle_translate',
      config: '{}',
      credits: 0,
      idempotency_key: id,
      state: 1,
      result_blob: null,
      result_subtitle_id: file_id,
      began_at: null,
      report: JSON.stringify({ flagged: lines.length, lines }),
    })
    .execute()
  await db.updateTable('subtitle').set({ task_id: id }).where('id', '=', file_id).execute()
  return id
}

describe('flagged lines', () => {
  test('of a folder are listed, marked as looked at by somebody, and hold until the line is edited', async () => {
    const file_id = await version('flagged')
    const task_id = await flagAll(file_id, 'too_fast')
    const { folder_id } = place
    const flags = () => server.ok('listFlags', { folder_id }, token)
    const { list, open, reviewed } = await flags()
    expect([open, reviewed]).toEqual([2, 0])
    const { task_info } = await server.ok('getTask', { task_id }, token)
    expect(task_info.lines.map(({ text, start }) => [text, start])).toEqual([
      ['one', 1000],
      ['two', 3000],
    ])
    expect(list.map(({ number, text, verdict, start }) => [number, text, verdict, start])).toEqual([
      [1, 'one', 'too_fast', 1000],
      [2, 'two', 'too_fast', 3000],
    ])
    const cue_ids = [list[0]!.cue_id]
    expect(await server.ok('reviewLines', { file_id, cue_ids, reviewed: true, person: 'Ann' }, token)).toEqual({
      reviewed: 1,
    })
    expect((await flags()).list.map(({ reviewed_by }) => reviewed_by)).toEqual(['Ann', ''])
    const opened = await server.ok('getVersion', { file_id }, token)
    expect(opened.flags.map(({ review }) => review?.person)).toEqual(['Ann', undefined])
    // The same again, and with a line that is none, is the same.
    const again = { file_id, cue_ids: [...cue_ids, 'made-up'], reviewed: true, person: 'Ann' }
    expect(await server.ok('reviewLines', again, token)).toEqual({ reviewed: 1 })
    await server.ok('reviewLines', { file_id, cue_ids, reviewed: false }, token)
    expect(await flags()).toMatchObject({ open: 2, reviewed: 0 })

    const lines = opened.subtitle_txt.map((line) => ({ ...line, text: `${line.text}!` }))
    await server.ok('editVersion', { file_id, revision: opened.revision, subtitle_txt: lines }, token)
    expect(await flags()).toMatchObject({ open: 0, list: [] })
  })

  test('of a batch are those of what its tasks made; of strangers none', async () => {
    const { db } = server.services.deps
    const batch_id = newId()
    const account_id = await accountId()
    await db
      .insertInto('batch')
      .values({
        id: batch_id,
        ...{ account_id, folder_id: place.folder_id, project_id: null },
        task_type: 'subtitle_translate',
        ...{ config: '{}', idempotency_key: null },
      })
      .execute()
    const [mine, other] = [await version('mine'), await version('other')]
    await flagAll(mine, 'unchanged', batch_id)
    await flagAll(other, 'unchanged')
    // A task that only used a version is not what flagged it.
    const burnt = await flagAll(await version('burnt'), 'unchanged', batch_id)
    await db.updateTable('task').set({ result_subtitle_id: null, report: null }).where('id', '=', burnt).execute()
    await db.insertInto('task_subject').values({ task_id: burnt, kind: 'subtitle', id: other }).execute()
    const { list } = await server.ok('listFlags', { batch_id }, token)
    expect(new Set(list.map(({ file_id }) => file_id))).toEqual(new Set([mine]))
    const stranger = await signUp(server)
    expect((await server.call('listFlags', { batch_id }, stranger)).code).toBe(1002)
    const theirs = { file_id: mine, cue_ids: [list[0]!.cue_id], reviewed: true }
    expect((await server.call('reviewLines', theirs, stranger)).code).toBe(1002)
    expect((await server.call('listFlags', {}, token)).code).toBe(1001)
  })
})

describe('the work on versions', () => {
  test('goes by stages, each with who did it and when; what is wrong with a version is said', async () => {
    const { folder_id } = place
    const [good, empty] = [await version('good'), await version('empty', '')]
    const ann = await server.ok('addPerson', { folder_id, name: ' Ann ' }, token)
    expect(await server.ok('addPerson', { folder_id, name: 'Ann' }, token)).toEqual(ann)
    await server.ok('assignVersions', { file_ids: [good, empty], person_id: ann.person_id, person: 'Bo' }, token)
    const stage = (file_ids: string[], to: 'timed' | 'checked' | 'delivered', person = 'Ann') =>
      server.call('setStage', { file_ids, stage: to, person }, token)
    const refused = await stage([good, empty], 'timed')
    expect([refused.code, refused.message]).toEqual([1001, expect.stringContaining('“empty” has no lines yet')])
    const workOf = async (file_id: string) =>
      (await server.ok('listProSubtitles', { folder_id }, token)).list.find((work) => work.file_id === file_id)
    // All or none.
    expect(await workOf(good)).toMatchObject({ stage: 'draft', assignee_id: ann.person_id, assignee: 'Ann' })
    expect((await stage([good], 'delivered')).message).toMatch(/isn’t checked yet/)
    await stage([good], 'checked', '')
    expect((await server.ok('getWorkflow', { folder_id }, token)).counts).toMatchObject({ checked: 1, delivered: 0 })
    const { subtitle_txt, revision } = await server.ok('getVersion', { file_id: good }, token)
    await server.ok('editVersion', { file_id: good, revision, subtitle_txt: subtitle_txt.slice(1) }, token)
    expect(await workOf(good)).toMatchObject({ stage: 'checked', is_changed: true })
    expect((await stage([good], 'delivered')).message).toMatch(/edited after it was checked/)
    await stage([good], 'checked')
    expect((await stage([good], 'delivered')).code).toBe(0)
    await server.ok('editPerson', { person_id: ann.person_id, name: 'Anna' }, token)
    const { list } = await server.ok('listStageEntries', { file_id: good }, token)
    expect(list.map(({ kind, person, from, to }) => [kind, person !== '', from, to])).toEqual([
      ['stage', true, 'checked', 'delivered'],
      ['stage', true, 'draft', 'checked'],
      ['assignee', true, '', 'Ann'],
    ])
    await server.ok('deletePerson', { person_id: ann.person_id }, token)
    expect(await workOf(good)).toMatchObject({ stage: 'delivered', assignee_id: '' })
  })

  test('has a deadline, and stays with its account and folder', async () => {
    const { folder_id } = place
    await server.ok('setDeadline', { folder_id, deadline: '2026-03-01T12:00:00+01:00' }, token)
    expect((await server.ok('getWorkflow', { folder_id }, token)).deadline).toBe('2026-03-01T11:00:00.000Z')
    await server.ok('setDeadline', { folder_id, deadline: null }, token)
    expect((await server.ok('getWorkflow', { folder_id }, token)).deadline).toBe('')
    const file_id = await version('mine again')
    const other = await server.ok('addFolder', { folder_name: 'other' }, token)
    const bo = await server.ok('addPerson', { folder_id: other.folder_id, name: 'Bo' }, token)
    const elsewhere = { file_ids: [file_id], person_id: bo.person_id }
    expect((await server.call('assignVersions', elsewhere, token)).code).toBe(1002)
    const stranger = await signUp(server)
    expect((await server.call('getWorkflow', { folder_id }, stranger)).code).toBe(1002)
    expect((await server.call('setStage', { file_ids: [file_id], stage: 'timed' }, stranger)).code).toBe(1002)
    expect((await server.call('deletePerson', { person_id: bo.person_id }, stranger)).code).toBe(1002)
    expect((await server.call('listStageEntries', { file_id }, stranger)).code).toBe(1002)
    // Moved to another folder, a version loses its assignee: people belong to a folder.
    const ann = await server.ok('addPerson', { folder_id, name: 'Ann' }, token)
    const loose = { folder_id, name: 'loose', language: 'en' as const, content: two }
    const file = (await server.ok('addVersion', loose, token)).file_id
    await server.ok('assignVersions', { file_ids: [file], person_id: ann.person_id }, token)
    await server.ok('moveFiles', { folder_id: other.folder_id, subtitles_ids: [file] }, token)
    const { list } = await server.ok('listProSubtitles', { folder_id: other.folder_id }, token)
    expect(list).toMatchObject([{ file_id: file, assignee_id: '' }])
  })
})

test('a dub of edited lines is offered and started once; while it is under way there is no second one', async () => {
  const { folder_id, video_id } = place
  const { db } = server.services.deps
  const file_id = await version('dubbed')
  const options = { voice: 'espeak-ng/paul', keep_background: false, idempotency_key: 'dub-to-change' }
  const dub = await server.ok('runDubbingOnly', { video_id, file_id, ...options }, token)
  await db.updateTable('task').set({ state: 1 }).where('id', '=', dub.task_id).execute()
  const offered = async () => (await server.ok('listChangedDubs', { folder_id }, token)).list
  expect(await offered()).toEqual([])
  const { subtitle_txt, revision } = await server.ok('getVersion', { file_id }, token)
  const edited = subtitle_txt.map((line, at) => (at === 0 ? { ...line, text: 'another' } : line))
  await server.ok('editVersion', { file_id, revision, subtitle_txt: edited }, token)
  expect(await offered()).toMatchObject([{ file_id, lines: 2, changed_lines: 1, refusal: '' }])

  const again = (key: string) =>
    server.call('redub', { task_id: dub.task_id, idempotency_key: `dub-again-${key}` }, token)
  const before = (await server.ok('getInfo', {}, token)).credits
  const answers = await Promise.all([again('a'), again('b')])
  const started = answers.filter(({ code }) => code === 0)
  expect(started).toHaveLength(1)
  expect(answers.find(({ code }) => code !== 0)?.message).toMatch(/Being Generated/)
  expect((await server.ok('getInfo', {}, token)).credits).toBe(before - (started[0]?.data.credits ?? NaN))
  expect(await offered()).toMatchObject([{ file_id, refusal: expect.stringMatching(/Being Generated/) as string }])
})

describe('a dub of lines that did not change', () => {
  const credits = async () => (await server.ok('getInfo', {}, token)).credits
  const done = (task_id: string) =>
    server.services.deps.db.updateTable('task').set({ state: 1 }).where('id', '=', task_id).execute()

  test('costs nothing, says so, and takes nothing', async () => {
    const { video_id } = place
    const file_id = await version('kept')
    const run = { video_id, file_id, voice: 'espeak-ng/otto' }
    const first = await server.ok('runDubbingOnly', { ...run, idempotency_key: 'dub-kept-1' }, token)
    await done(first.task_id)
    const before = await credits()
    const asked = { task_type: 'video_dubbing_only', ...run, keep_background: false }
    const changed = { lines: 0, of: 2 }
    expect(await server.ok('quote', asked, token)).toMatchObject({ available: true, credits: 0, changed })
    const again = await server.ok('runDubbingOnly', { ...run, idempotency_key: 'dub-kept-2' }, token)
    expect(again.credits).toBe(0)
    expect(await credits()).toBe(before)
    const { db } = server.services.deps
    expect(await db.selectFrom('credit_entry').select('id').where('ref_id', '=', again.task_id).execute()).toEqual([])
    await done(again.task_id)
    const other = await server.ok('quote', { ...asked, voice: 'espeak-ng/mona' }, token)
    expect(other).toMatchObject({ credits: 4, changed: { lines: 2, of: 2 } })
  })

  test('with a translation costs nothing as long as that is the same too', async () => {
    const { video_id } = place
    const file_id = await version('translated')
    const pair = { source_language: 'en', to_language: 'es' } as const
    const run = { video_id, file_id, ...pair, voice: 'espeak-ng/otto' }
    const first = await server.ok('runDubbing', { ...run, idempotency_key: 'dub-both-1' }, token)
    expect(first.credits).toBeGreaterThan(4)
    await done(first.task_id)
    const asked = { task_type: 'video_dubbing', ...run }
    expect(await server.ok('quote', asked, token)).toMatchObject({ credits: 0, changed: { lines: 0, of: 2 } })
    const worded = { ...asked, glossary: [{ from: 'one', to: 'primero' }] }
    expect(await server.ok('quote', worded, token)).toMatchObject({ credits: first.credits, changed: null })
  })
})

test('before a dub it is said who will speak, and how that sounds', async () => {
  const { video_id } = place
  const lines =
    '1\n00:00:01,000 --> 00:00:02,000\nMARY: Hello.\n\n2\n00:00:03,000 --> 00:00:04,000\nJOHN: And hello to you.'
  const remarks = async (file_id: string, dubbing_type: string) =>
    (await server.ok('quote', { task_type: 'video_dubbing_only', video_id, file_id, dubbing_type }, token)).remarks
  const named = await version('named', lines)
  expect(await remarks(named, 'single')).toContainEqual(expect.stringMatching(/name their speakers: .*MARY, JOHN/))
  expect(await remarks(named, 'multi')).toContainEqual(expect.stringMatching(/Each of them gets a voice/))
  expect(await remarks(await version('unnamed'), 'multi')).toContainEqual(expect.stringMatching(/one voice speaks/))
  expect(await remarks(named, 'multi')).toContainEqual(expect.stringMatching(/robotic/))
})
