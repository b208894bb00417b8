import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { LiveEvent } from '#core/contract/event.ts'
import { readFor } from '#server/app/readers.ts'
import { EventHub } from '#server/store/events.ts'
import { sha256 } from '#server/store/id.ts'
import { signUp, startServer, type TestServer, until } from '#tests/support/server.ts'

let server: TestServer
let owner: string
let guest: string
let stranger: string
let guestId: string
let place: { folder_id: string; video_id: string }
let file_id: string
/** Names by which the guest is found. */
const guestNamed = 'person2'

beforeAll(async () => {
  server = await startServer({}, { worker: false })
  owner = await signUp(server)
  guest = await signUp(server)
  stranger = await signUp(server)
  guestId = (await server.ok('getInfo', {}, guest)).user_id
  place = await server.ok('openSample', { sample_id: 'harbour' }, owner)
  const content = '1\n00:00:01,000 --> 00:00:02,000\none\n\n2\n00:00:03,000 --> 00:00:04,000\ntwo'
  const version = { ...place, name: 'v', language: 'en', content } as const
  file_id = (await server.ok('addVersion', version, owner)).file_id
})
afterAll(() => server.close())
beforeEach(async () => {
  for (const { share_id } of (await server.ok('listShares', place, owner)).list)
    await server.ok('endShare', { share_id }, owner)
})

afterEach(() => vi.useRealTimers())

const share = (role: 'edit' | 'review', account = guestNamed) =>
  server.ok('shareVideo', { video_id: place.video_id, account, role }, owner)
const read = (token: string) => server.call('getVersion', { file_id }, token)
async function edit(token: string, text: string, page_id?: string) {
  const { revision, subtitle_txt } = (await server.ok('getVersion', { file_id }, owner)) as {
    revision: number
    subtitle_txt: { text: string }[]
  }
  const lines = subtitle_txt.map((line, at) => (at === 0 ? { ...line, text } : line))
  return server.call(
    'editVersion',
    { file_id, revision, subtitle_txt: lines as never, ...(page_id !== undefined && { page_id }) },
    token,
  )
}

test('a film is shared by name or address, with another role when it is done again, and left or taken back', async () => {
  expect((await read(guest)).code).toBe(1002)
  const made = await share('review')
  expect(made).toMatchObject({ name: 'person2', role: 'review', video_id: place.video_id })
  const byAddress = { video_id: place.video_id, account: 'PERSON2@example.org', role: 'edit' } as const
  // An unproved address may be another person's.
  expect(await server.call('shareVideo', byAddress, owner)).toMatchObject({
    code: 1001,
    message: expect.stringContaining('Ask for the user name'),
  })
  await server.services.deps.db.updateTable('account').set({ email_verified: true }).where('id', '=', guestId).execute()
  expect(await share('edit', 'PERSON2@example.org')).toMatchObject({ share_id: made.share_id, role: 'edit' })
  expect((await server.ok('listShares', place, owner)).list).toHaveLength(1)
  const { list } = await server.ok('listSharedVideos', {}, guest)
  expect(list).toMatchObject([
    { share_id: made.share_id, owner: 'person1', role: 'edit', video: { video_id: place.video_id, access: 'edit' } },
  ])
  // Neither the file itself nor what the owner chose for later videos.
  expect(list[0]?.video).toMatchObject({ video_url: '', subtitles_translate_id: '', video_erase_id: '' })
  expect((await server.ok('listFolders', {}, guest)).list.map(({ folder_id }) => folder_id)).not.toContain(
    place.folder_id,
  )
  await server.ok('endShare', { share_id: made.share_id }, stranger)
  expect((await read(guest)).code).toBe(0)
  await server.ok('endShare', { share_id: made.share_id }, guest)
  expect((await read(guest)).code).toBe(1002)
  expect((await server.ok('listSharedVideos', {}, guest)).list).toEqual([])
  await share('edit')
  expect((await read(guest)).code).toBe(0)
  const again = (await server.ok('listShares', place, owner)).list[0]!
  await server.ok('endShare', { share_id: again.share_id }, owner)
  expect((await read(guest)).code).toBe(1002)
})

test('the address of a film ends with the share, with the log-out and with the account, within a minute', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const later = () => vi.setSystemTime(Date.now() + 61_000)
  const { db, signedUrls } = server.services.deps
  const open = async (url: string) => (await server.app.inject({ url, headers: { range: 'bytes=0-9' } })).statusCode
  const { share_id } = await share('review')
  const { blob_key } = await db
    .selectFrom('video')
    .select('blob_key')
    .where('id', '=', place.video_id)
    .executeTakeFirstOrThrow()
  const addressFor = (token: string) =>
    readFor({ session: sha256(token) }, () => signedUrls.media(blob_key, { videoId: place.video_id }))
  const address = addressFor(guest)
  expect(await open(address)).toBe(206)
  expect(await open(address.replace(/\.[^./]*\//, `.${place.folder_id}/`))).toBe(403)
  await server.ok('endShare', { share_id }, owner)
  later()
  expect(await open(address)).toBe(403)
  await share('review')
  later()
  expect(await open(address)).toBe(206)
  const elsewhere = await server.ok('loginAccount', { account: guestNamed, password: 'secret-123' }, '')
  const own = addressFor(elsewhere.access_token)
  expect([await open(own), await open(address)]).toEqual([206, 206])
  await server.ok('logout', {}, elsewhere.access_token)
  expect([await open(own), await open(address)]).toEqual([403, 206])
  await server.services.deps.db
    .updateTable('account')
    .set({ blocked_at: new Date() })
    .where('id', '=', guestId)
    .execute()
  later()
  expect(await open(address)).toBe(403)
  await db.updateTable('account').set({ blocked_at: null }).where('id', '=', guestId).execute()
})

test('what can not be shared, and with whom, is said', async () => {
  const messageOf = async (account: string, token = owner, video_id = place.video_id) => {
    const { code, message } = await server.call('shareVideo', { video_id, account, role: 'edit' }, token)
    return `${code} ${message}`
  }
  expect(await messageOf('nobody at all')).toMatch(/^1001 No account has this user name/)
  expect(await messageOf('person1')).toMatch(/^1001 This is your own account/)
  expect(await messageOf('person1', stranger)).toBe('1002 No data')
  expect(await messageOf('person1', owner, 'made-up')).toBe('1002 No data')
  await share('edit')
  // Guests can neither share it further nor see the other guests.
  expect(await messageOf('person3', guest)).toBe('1002 No data')
  expect((await server.call('listShares', place, guest)).code).toBe(1002)
  const visitor = (await server.ok('loginAnonymous', {})).access_token
  expect(await messageOf('person1', visitor)).toMatch(/^2401/)
})

test('a role says what is taken: review reads and comments, edit changes the text too', async () => {
  await share('review')
  expect(await edit(guest, 'by the guest')).toMatchObject({ code: 2401 })
  expect((await server.call('setShotChanges', { file_id: place.video_id, revision: 0, times: [] }, guest)).code).toBe(
    2401,
  )
  expect((await server.call('styleVersion', { file_id, file_styles: false }, guest)).code).toBe(2401)
  await share('edit')
  expect((await edit(guest, 'by the guest')).code).toBe(0)
  // No answer is older than what was written.
  expect((await read(owner)).data.subtitle_txt[0]?.text).toBe('by the guest')
  expect((await edit(owner, 'by the owner')).code).toBe(0)
  expect((await read(guest)).data.subtitle_txt[0]?.text).toBe('by the owner')
  expect((await edit(stranger, 'x')).code).toBe(1002)
  await share('review')
  expect(await edit(guest, 'once more')).toMatchObject({ code: 2401 })
})

test('comments and presence name people by their account, and the owner has the last word', async () => {
  await share('review')
  const cue_id = (await read(owner)).data.subtitle_txt[0]!.cue_id
  const say = (token: string, key: string, person: string) =>
    server.ok(
      'addComment',
      { file_id, cue_id, start: 1000, text: key, person, idempotency_key: `comment ${key}` },
      token,
    )
  // A guest can't call themselves as another user.
  const theirs = await say(guest, 'one', 'person1')
  expect(theirs).toMatchObject({ person: 'person2', is_own: true })
  const own = await say(owner, 'two', '')
  const listed = async (token: string) =>
    (await server.ok('listComments', { file_id, person: '' }, token)).list.map(({ person, is_own }) => [person, is_own])
  expect(await listed(owner)).toEqual([
    ['person2', false],
    ['person1', true],
  ])
  expect(await listed(guest)).toEqual([
    ['person2', true],
    ['person1', false],
  ])
  expect((await server.call('deleteComment', { comment_id: own.comment_id, person: 'person1' }, guest)).code).toBe(1001)
  const { comment_id } = own
  expect((await server.ok('resolveComment', { comment_id, resolved: true, person: 'x' }, guest)).resolved_by).toBe(
    'person2',
  )
  await server.ok('deleteComment', { comment_id: theirs.comment_id, person: '' }, stranger)
  expect(await listed(owner)).toHaveLength(2)
  await server.ok('deleteComment', { comment_id: theirs.comment_id, person: '' }, owner)
  expect(await listed(owner)).toHaveLength(1)
})

test('edits, comments and presence are told to everybody who works on the film, and to nobody else', async () => {
  await share('edit')
  const hub = new EventHub()
  await hub.start(server.services.store)
  const strangerId = (await server.ok('getInfo', {}, stranger)).user_id
  const ownerId = (await server.ok('getInfo', {}, owner)).user_id
  const heard: Record<string, LiveEvent[]> = { owner: [], guest: [], stranger: [] }
  // A guest who saves under the name of the owner's page silences their own pages alone.
  hub.subscribe(ownerId, (event) => heard['owner']!.push(event), 'owner-page')
  hub.subscribe(guestId, (event) => heard['guest']!.push(event))
  hub.subscribe(strangerId, (event) => heard['stranger']!.push(event))
  await edit(guest, 'told', 'owner-page')
  await server.ok('tellPresence', { file_id, page_id: 'page-1', person: 'person1', cue_id: '', leaves: false }, guest)
  await until(async () => heard['owner']!.length >= 2 && heard['guest']!.length >= 2)
  const kinds = (name: string) => heard[name]!.map(({ kind }) => kind)
  expect([kinds('owner'), kinds('guest'), kinds('stranger')]).toEqual([
    ['version', 'presence'],
    ['version', 'presence'],
    [],
  ])
  expect(heard['owner']![1]).toMatchObject({ person: 'person2', page_id: 'page-1' })
  await hub.stop()
})

test('a film that goes takes its shares along', async () => {
  const other = await server.ok('openSample', { sample_id: 'night' }, owner).catch(() => undefined)
  if (!other) return
  await server.ok('shareVideo', { video_id: other.video_id, account: guestNamed, role: 'edit' }, owner)
  await server.ok('deleteVideo', other, owner)
  expect((await server.ok('listSharedVideos', {}, guest)).list).toEqual([])
})
