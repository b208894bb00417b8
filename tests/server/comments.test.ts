import { afterAll, beforeAll, expect, test } from 'vitest'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { Digest } from '#core/subtitle/cue/digest.ts'
import { applyPatch, replacePatch } from '#core/subtitle/cue/patch.ts'
import { fromWire, toWireChanges } from '#core/subtitle/cue/wire.ts'
import { EVENTS_PATH, type LiveEvent, PAGE_HEADER } from '#core/contract/event.ts'
import { markPrepared, signUp, startServer, type TestServer, until } from '#tests/support/server.ts'

let server: TestServer
let token: string
let file_id: string
let cues: readonly string[]
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
  const place = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, place.video_id)
  const content = '1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo'
  const { folder_id, video_id } = place
  file_id = (await server.ok('addVersion', { folder_id, video_id, name: 'v', language: 'en', content }, token)).file_id
  cues = (await server.ok('getVersion', { file_id }, token)).subtitle_txt.map(({ cue_id }) => cue_id)
})
afterAll(() => server.close())

const comment = (text: string, key: string, person = 'Ann') =>
  server.ok('addComment', { file_id, cue_id: cues[1]!, start: 3000, text, person, idempotency_key: key }, token)
const listed = async (person = '') => (await server.ok('listComments', { file_id, person }, token)).list

test('a comment is written once, resolved, opened again, and deleted by who wrote it', async () => {
  const made = await comment('  Is this what she says?  ', 'key-00000001')
  expect(await comment('sent again', 'key-00000001')).toEqual(made)
  expect(await listed('Ben')).toEqual([{ ...made, is_own: false }])
  expect(made).toMatchObject({
    cue_id: cues[1],
    start: 3000,
    text: 'Is this what she says?',
    person: 'Ann',
    is_own: true,
  })
  const { comment_id } = made
  const resolve = (resolved: boolean, person: string) =>
    server.ok('resolveComment', { comment_id, resolved, person }, token)
  expect((await resolve(true, 'Ben')).resolved_by).toBe('Ben')
  expect((await resolve(true, 'Cleo')).resolved_by).toBe('Ben')
  expect((await resolve(false, 'Cleo')).resolved_by).toBe('')
  expect((await server.call('deleteComment', { comment_id, person: 'Ben' }, token)).code).toBe(1001)
  await server.ok('deleteComment', { comment_id, person: 'Ann' }, token)
  await server.ok('deleteComment', { comment_id, person: 'Ann' }, token)
  expect(await listed()).toEqual([])
})

test('a line that goes leaves its comments where it was last', async () => {
  const { comment_id } = await comment('stays', 'key-00000002')
  const { subtitle_txt, revision } = await server.ok('getVersion', { file_id }, token)
  const line = subtitle_txt[1]!
  const list = cueList(fromWire([subtitle_txt[0]!, line])!)
  const moved = replacePatch(list, [{ ...list.at(1)!, start: 3500 }])
  const after = applyPatch(list, moved)
  const save = (changes: typeof moved, text: typeof list, at: number) =>
    server.ok(
      'patchVersion',
      { file_id, revision: at, changes: toWireChanges(changes), text_digest: Digest.of(text.cues).text },
      token,
    )
  await save(moved, after, revision)
  const gone = [{ id: line.cue_id, from: after.at(1)!, to: undefined, at: 1 }]
  await save(gone, applyPatch(after, gone), revision + 1)
  expect(await listed()).toMatchObject([{ comment_id, start: 3500 }])
  // The same where the whole text is sent.
  const back = await server.ok('getVersion', { file_id }, token)
  const whole = (subtitles: typeof subtitle_txt, at: number) =>
    server.ok('editVersion', { file_id, revision: at, subtitle_txt: subtitles }, token)
  const later = { ...line, time: line.time.replace('00:00:03,000', '00:00:03,800') }
  await whole([...back.subtitle_txt, later], back.revision)
  await whole(back.subtitle_txt, back.revision + 1)
  expect(await listed()).toMatchObject([{ comment_id, start: 3800 }])
})

test('what a merge did not take is kept with the version until somebody decides, and opened again by an undo', async () => {
  const { subtitle_txt, revision } = await server.ok('getVersion', { file_id }, token)
  const { cue_id, time, folder_role_id } = subtitle_txt[0]!
  const reading = (text: string) => ({ cue_id, cue: { time, text, folder_role_id } })
  const listOf = async () => (await server.ok('listReadings', { file_id }, token)).list
  const save = (at: number, readings: { cue_id: string; cue: ReturnType<typeof reading>['cue'] | null }[]) =>
    server.call('editVersion', { file_id, revision: at, subtitle_txt, readings }, token)
  expect((await save(revision, [reading('the o')])).code).toBe(0)
  // Typed on: the older one stands in it. What stands in the line itself is none.
  expect((await save(revision + 1, [reading('the other'), reading(subtitle_txt[0]!.text)])).code).toBe(0)
  const [there, ...more] = await listOf()
  expect([there, more]).toMatchObject([reading('the other'), []])
  // A repeated save, as after a lost answer, and the reading of a stale save, which is published with the merged text.
  await save(revision + 2, [reading('the other')])
  const stale = await server.call(
    'editVersion',
    { file_id, revision, subtitle_txt: subtitle_txt.slice(1), readings: [reading('stale')] },
    token,
  )
  expect([stale.code, (await listOf()).length]).toEqual([1004, 1])
  const decide = (settled: boolean, who = token) =>
    server.call('settleReadings', { file_id, reading_ids: [there!.reading_id], settled }, who)
  const other = await signUp(server)
  expect((await decide(true, other)).code).toBe(1002)
  expect((await server.call('listReadings', { file_id }, other)).code).toBe(1002)
  expect((await decide(true)).code).toBe(0)
  expect(await listOf()).toEqual([])
  await decide(false)
  expect(await listOf()).toEqual([there])
  await decide(true)
  expect((await save(revision + 3, [{ cue_id, cue: null }])).code).toBe(0)
  expect(await listOf()).toMatchObject([{ cue_id, cue: null }])
  const unreadable = { cue_id, cue: { time: 'never', text: '', folder_role_id: [] } }
  expect((await save(revision + 4, [unreadable])).code).toBe(1001)
  expect((await server.ok('getVersion', { file_id }, token)).revision).toBe(revision + 4)
})

test('nothing is said about, or heard of, what belongs to somebody else', async () => {
  const other = await signUp(server)
  const { comment_id } = await comment('mine', 'key-00000003')
  const tries = [
    server.call('listComments', { file_id }, other),
    server.call('resolveComment', { comment_id, resolved: true }, other),
    server.call('tellPresence', { file_id, page_id: 'p', cue_id: '' }, other),
    server.call('addComment', { file_id, cue_id: 'c', start: 0, text: 'x', idempotency_key: 'key-00000004' }, other),
  ]
  expect((await Promise.all(tries)).map(({ code }) => code)).toEqual([1002, 1002, 1002, 1002])
  await server.ok('deleteComment', { comment_id }, other)
  expect((await listed()).some((each) => each.comment_id === comment_id)).toBe(true)
})

/** Events of a page until `stop`. */
async function listen(url: string, page: string): Promise<{ heard: LiveEvent[]; stop: () => Promise<void> }> {
  const control = new AbortController()
  const headers = { token, [PAGE_HEADER]: page }
  const answer = await fetch(url + EVENTS_PATH, { headers, signal: control.signal })
  const heard: LiveEvent[] = []
  const read = async (): Promise<void> => {
    for await (const part of answer.body!.pipeThrough(new TextDecoderStream()))
      for (const line of part.split('\n'))
        if (line.startsWith('data: ')) heard.push(JSON.parse(line.slice(6)) as LiveEvent)
  }
  const reading = read().catch(() => undefined)
  const stop = async (): Promise<void> => {
    control.abort()
    await reading
  }
  return { heard, stop }
}

test('pages hear who is where and of every comment; of a save all but the page that saved', async () => {
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' })
  const [one, other] = await Promise.all([listen(url, 'one'), listen(url, 'other')])
  const presence = { file_id, page_id: 'page', person: 'Ben', cue_id: cues[0]! }
  await server.ok('tellPresence', presence, token)
  await comment('heard', 'key-00000005')
  const { revision, subtitle_txt } = await server.ok('getVersion', { file_id }, token)
  await server.ok('editVersion', { file_id, revision, subtitle_txt, page_id: 'one' }, token)
  await server.ok('editVersion', { file_id, revision: revision + 1, subtitle_txt }, token)
  const version = (at: number): LiveEvent => ({ kind: 'version', file_id, revision: at })
  const before: LiveEvent[] = [
    { kind: 'presence', ...presence, leaves: false },
    { kind: 'comments', file_id },
  ]
  await until(async () => one.heard.length >= 3 && other.heard.length >= 4)
  expect(one.heard).toEqual([...before, version(revision + 2)])
  expect(other.heard).toEqual([...before, version(revision + 1), version(revision + 2)])
  await Promise.all([one.stop(), other.stop()])
})
