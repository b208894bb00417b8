import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWav, wavOfFloats } from '#core/media/wav.ts'
import { recordingLimits } from '#core/domain/recording-limits.ts'
import { markPrepared, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let token: string
let video_id: string
let file_id: string
let cue_id: string
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  token = await signUp(server)
  const place = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, place.video_id)
  const content = '1\n00:00:01,000 --> 00:00:02,000\none'
  const order = { folder_id: place.folder_id, name: 'v', language: 'en', content } as const
  video_id = place.video_id
  file_id = (await server.ok('addVersion', { ...order, video_id }, token)).file_id
  cue_id = (await server.ok('getVersion', { file_id }, token)).subtitle_txt[0]!.cue_id
})
afterAll(() => server.close())

/** Half a second of a tone after as much silence, at a rate. */
const spoken = (rate = 16_000): string => {
  const samples = Float32Array.from({ length: rate }, (_, at) => (at < rate / 2 ? 0 : 0.05 * Math.sin(at / 5)))
  return Buffer.from(wavOfFloats(samples, rate)).toString('base64')
}
let keys = 0
const order = (more: object = {}) => ({
  ...{ file_id, cue_id, text: 'one', said: 'one', sound: spoken(), idempotency_key: `recording-${++keys}` },
  ...more,
})
const refusal = async (more: object, who = token): Promise<string> => {
  const { code, message } = await server.call('addTake', order(more), who)
  return `${code} ${message}`
}
const list = async () => (await server.ok('listTakes', { file_id }, token)).list

test('a recording is kept once as a take of its line, trimmed and as loud as voices, and costs nothing', async () => {
  const before = (await server.ok('getInfo', {}, token)).credits
  const first = order({ person: 'Ann' })
  const made = await server.ok('addTake', first, token)
  expect(await server.ok('addTake', first, token)).toEqual(made)
  const [take, ...others] = await list()
  expect(others).toEqual([])
  expect(take).toMatchObject({ ...made, cue_id, number: 1, said: 'one', voice: 'recorded', person: 'Ann', speed: 1 })
  expect(Math.abs(made.duration_ms - 515)).toBeLessThan(20)
  const { rawPayload } = await server.app.inject({ url: take!.sound_url })
  const { samples, rate } = readWav(rawPayload)!
  expect(rate).toBe(16_000)
  expect(samples.reduce((most, sample) => Math.max(most, sample), 0)).toBeGreaterThan(4000)
  expect((await server.ok('getInfo', {}, token)).credits).toBe(before)
  expect((await server.ok('addTake', order(), token)).take_id).not.toBe(made.take_id)
  expect((await list()).map(({ number }) => number)).toEqual([2, 1])
})

test('what is no recording of this line is refused plainly', async () => {
  const kept = (await list()).length
  const silent = Buffer.from(wavOfFloats(new Float32Array(8000), 8000)).toString('base64')
  const long = Buffer.from(wavOfFloats(new Float32Array(8000 * 121).fill(0.1), 8000)).toString('base64')
  const text = (bytes: number): string => Buffer.alloc(bytes, 'no sound ').toString('base64')
  expect(await refusal({ sound: text(200) })).toMatch(/can’t be read as sound/)
  expect(await refusal({ sound: Buffer.from(spoken(), 'base64').subarray(0, 900).toString('base64') })).toMatch(/read/)
  expect(await refusal({ sound: spoken(96_000) })).toMatch(/can’t be read as sound/)
  expect(await refusal({ sound: silent })).toMatch(/Nobody speaks/)
  expect(await refusal({ sound: long })).toMatch(/at most 2 minutes/)
  expect(await refusal({ sound: text(recordingLimits.bytes + 3) })).toMatch(/at most 2 minutes/)
  expect(await refusal({ sound: 'no base64!' })).toMatch(/^1001 /)
  expect(await refusal({ cue_id: 'gone' })).toMatch(/This line is gone/)
  const guest = await signUp(server)
  const { name } = await server.services.deps.db
    .selectFrom('account')
    .select('name')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(await refusal({}, guest)).toBe('1002 No data')
  await server.ok('shareVideo', { video_id, account: name ?? '', role: 'review' }, token)
  expect(await refusal({}, guest)).toMatch(/shared with you for reading/)
  expect(await list()).toHaveLength(kept)
  await server.ok('shareVideo', { video_id, account: name ?? '', role: 'edit' }, token)
  expect(await refusal({}, guest)).toMatch(/^0 /)
})
