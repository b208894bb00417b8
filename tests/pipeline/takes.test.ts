import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWav, wavOfFloats } from '#core/media/wav.ts'
import { keepTake } from '#server/app/subtitles/takes.ts'
import { type Dubs, key, soundOf, startDubs } from '#tests/support/dubs.ts'
import { finished, signUp } from '#tests/support/server.ts'

let { server, token, place, addLines, steps, fileOf } = {} as Dubs
beforeAll(async () => {
  ;({ server, token, place, addLines, steps, fileOf } = await startDubs(31))
})
afterAll(() => server.close())

const lines = [
  [1000, 3200, 'Buenos días y bienvenidos al puerto,'],
  [3400, 6000, 'donde hablamos de los barcos.'],
  [8000, 9500, '[música]'],
  [10_000, 12_000, 'Hasta mañana.'],
] as const

const voice = 'espeak-ng/paul'
const cuesOf = async (file_id: string): Promise<string[]> =>
  (await server.ok('getVersion', { file_id }, token)).subtitle_txt.map(({ cue_id }) => cue_id)
const creditsOf = async (): Promise<number> => (await server.ok('getInfo', {}, token)).credits

test('takes cost a dub for each started 30 seconds, and the dub reuses their sound and takes their price off', async () => {
  const file_id = await addLines('es', lines)
  const [first, second, , last] = await cuesOf(file_id)
  const before = await creditsOf()
  const order = { file_id, cue_id: first!, voice, idempotency_key: key() }
  const take = await server.ok('runLineSpeech', order, token)
  expect(take).toMatchObject({ credits: 4, take: { breaks_off: false } })
  const { rawPayload } = await server.app.inject({ url: take.take!.sound_url })
  const sound = readWav(rawPayload)!
  expect(Math.abs((sound.samples.length / sound.rate) * 1000 - take.take!.duration_ms)).toBeLessThan(5)
  expect(await server.ok('runLineSpeech', order, token)).toMatchObject({ task_id: take.task_id, credits: 4 })
  for (const cue_id of [second!, last!])
    expect(await server.ok('runLineSpeech', { ...order, cue_id, idempotency_key: key() }, token)).toMatchObject({
      credits: 0,
      take: {},
    })
  expect(await creditsOf()).toBe(before - 4)
  // One sentence of two lines is spoken once for both of its takes.
  const spoken = [await steps('speak'), await steps('sentence')]
  expect(spoken).toEqual([3, 1])

  const dub = { ...place, file_id, voice, keep_background: false, idempotency_key: key() }
  expect(await server.ok('quote', { task_type: 'video_dubbing_only', ...dub }, token)).toMatchObject({ credits: 4 })
  const { task_id, credits } = await server.ok('runDubbingOnly', dub, token)
  expect(credits).toBe(4)
  const { task_info } = await finished(server, token, task_id)
  expect(task_info.lines).toHaveLength(3)
  expect([await steps('speak'), await steps('sentence')]).toEqual(spoken)
  // What was taken off once is not taken off again.
  const other = { ...dub, voice: 'espeak-ng/clara', idempotency_key: key() }
  expect(await server.ok('quote', { task_type: 'video_dubbing_only', ...other }, token)).toMatchObject({ credits: 4 })
  expect((await server.ok('listTasks', {}, token)).total).toBe(1)
}, 120_000)

test('what can not be spoken is refused plainly and costs nothing', async () => {
  const file_id = await addLines('fi', [
    [0, 1000, 'fail'],
    [1000, 2000, '♪'],
    [2000, 3000, 'hyvää'],
  ])
  const [fails, music, good] = await cuesOf(file_id)
  const before = await creditsOf()
  const messageOf = async (change: Partial<{ cue_id: string; voice: string; file_id: string }>, who = token) => {
    const order = { file_id, cue_id: good!, voice: 'hummer/one', ...change, idempotency_key: key() }
    const { code, message } = await server.call('runLineSpeech', order, who)
    return `${code} ${message}`
  }
  expect(await messageOf({ cue_id: fails! })).toMatch(/^1001 /)
  expect(await messageOf({ cue_id: music! })).toMatch(/^1001 This line has no words to speak/)
  expect(await messageOf({ cue_id: 'none' })).toMatch(/^1001 This line has no words to speak/)
  expect(await messageOf({ voice: 'matched' })).toMatch(/^1001 /)
  expect(await messageOf({ voice: 'nobody/here' })).toMatch(/^1001 /)
  const stranger = await signUp(server)
  expect(await messageOf({}, stranger)).toBe('1002 No data')
  const { folder_id } = place
  const content = '1\n00:00:00,000 --> 00:00:01,000\nhyvää'
  const loose = await server.ok('addVersion', { folder_id, name: 'loose', language: 'fi', content }, token)
  const [cue_id] = await cuesOf(loose.file_id)
  expect(await messageOf({ file_id: loose.file_id, cue_id: cue_id! })).toMatch(/^1001 Takes need a video/)
  expect(await creditsOf()).toBe(before)
  expect(await messageOf({})).toMatch(/^0 /)
})

test('takes are kept and listed; the dub speaks as the chosen ones, each line in its own voice and manner', async () => {
  const file_id = await addLines('en', [
    [0, 3000, 'Nguyen came home.'],
    [4000, 7000, 'It was late.'],
    [8000, 9900, 'Nobody knew.'],
  ])
  const [first, second, third] = (await cuesOf(file_id)) as [string, string, string]
  const speak = (cue_id: string, how: object = {}) =>
    server.ok('runLineSpeech', { file_id, cue_id, voice, ...how, idempotency_key: key() }, token)
  const list = async (more: object = {}) => (await server.ok('listTakes', { file_id, ...more }, token)).list

  await speak(first)
  const { folder_id } = place
  const { revision } = await server.ok('getProFolder', { folder_id }, token)
  const pronunciations = [{ language: '' as const, word: 'nguyen', say: "[[w'In]]" }]
  await server.ok('setFolderSettings', { folder_id, revision, settings: { pronunciations } }, token)
  await speak(first, { voice: 'espeak-ng/clara', speed: 1.5, pitch: 2, gap: 60 })
  await speak(second, { speed: 0.8 })
  const takes = await list()
  expect(takes.map(({ cue_id, number, said, voice, speed }) => [cue_id, number, said, voice, speed])).toEqual([
    [second, 1, 'It was late.', voice, 0.8],
    [first, 2, "[[w'In]] came home.", 'espeak-ng/clara', 1.5],
    [first, 1, 'Nguyen came home.', voice, 1],
  ])
  expect((await server.ok('listTakes', { file_id, limit: 2 }, token)).list).toHaveLength(2)
  const [, heard, old] = takes as [(typeof takes)[0], (typeof takes)[0], (typeof takes)[0]]
  // A star moves; the take with other words than now rests.
  await server.ok('starTake', { take_id: old.take_id, starred: true }, token)
  await server.ok('starTake', { take_id: heard.take_id, starred: true }, token)
  expect((await list({ cue_id: first })).map(({ is_starred }) => is_starred)).toEqual([true, false])
  const slow = { file_id, cue_id: second, speed: 0.8 }
  await server.ok('setLineVoice', slow, token)
  expect((await server.ok('listLineVoices', { file_id }, token)).list).toEqual([
    { cue_id: second, voice: '', speed: 0.8, pitch: 0, gap: 0 },
  ])

  // A person speaks the third line: as loud as the voices from its start on.
  const tone = Float32Array.from({ length: 16_000 }, (_, at) => 0.02 * Math.sin((2 * Math.PI * 500 * at) / 16_000))
  const recorded = await server.ok(
    'addTake',
    {
      ...{ file_id, cue_id: third, text: 'Nobody knew.', said: 'Nobody knew.', idempotency_key: key() },
      sound: Buffer.from(wavOfFloats(tone, 16_000)).toString('base64'),
    },
    token,
  )

  const spoken = await steps('speak')
  const dub = { ...place, file_id, voice, keep_background: false, idempotency_key: key() }
  const { task_id } = await server.ok('runDubbingOnly', dub, token)
  const { task_info } = await finished(server, token, task_id)
  expect(task_info.lines).toHaveLength(3)
  expect(await steps('speak')).toBe(spoken)
  const { samples, rate } = soundOf(await fileOf(task_id))
  const toneAt = (seconds: number): number => {
    const part = samples.subarray(seconds * rate, (seconds + 0.5) * rate)
    const along = (wave: (x: number) => number): number =>
      part.reduce((sum, sample, at) => sum + sample * wave((2 * Math.PI * 500 * at) / rate), 0) / part.length
    return Math.hypot(along(Math.sin), along(Math.cos)) / 16_384
  }
  expect(toneAt(8.2)).toBeGreaterThan(0.05)
  expect(Math.max(toneAt(7.4), toneAt(9.2))).toBeLessThan(0.005)
  const { config } = await server.services.deps.db
    .selectFrom('task')
    .select('config')
    .where('id', '=', task_id)
    .executeTakeFirstOrThrow()
  expect(config['takes']).toEqual({ [first]: heard.take_id, [second]: takes[0]!.take_id, [third]: recorded.take_id })

  const guest = await signUp(server)
  const accounts = server.services.deps.db.selectFrom('account').select('name').orderBy('created_at', 'desc')
  const account = (await accounts.executeTakeFirstOrThrow()).name ?? ''
  const refusal = async (call: 'starTake' | 'runLineSpeech', input: object, who: string): Promise<string> => {
    const { code, message } = await server.call(call, input as never, who)
    return `${code} ${message}`
  }
  const order = { file_id, cue_id: first, voice, idempotency_key: key() }
  const star = { take_id: heard.take_id, starred: false }
  expect(await refusal('starTake', star, guest)).toBe('1002 No data')
  expect((await server.call('listTakes', { file_id }, guest)).code).toBe(1002)
  await server.ok('shareVideo', { video_id: place.video_id, account, role: 'review' }, token)
  expect((await server.ok('listTakes', { file_id }, guest)).list).toHaveLength(4)
  expect(await refusal('starTake', star, guest)).toMatch(/shared with you for reading/)
  await server.ok('shareVideo', { video_id: place.video_id, account, role: 'edit' }, token)
  expect(await refusal('starTake', star, guest)).toMatch(/^0 /)
  expect(await refusal('runLineSpeech', order, guest)).toMatch(/cost credits of the video’s owner/)

  // The bound of a line: the oldest ones without a star go, and numbers go on.
  await server.ok('starTake', { take_id: old.take_id, starred: true }, token)
  const { db } = server.services.deps
  const row = { subtitle_id: file_id, cue_id: first, content: '', said: '', voice, speed: 1, pitch: 0, gap: 0 }
  for (let at = 0; at < 300; at++)
    await keepTake(db, { ...row, id: `many-${at}`, blob: `derived/x${at}/line.wav`, ms: 1, breaks_off: false })
  await keepTake(db, { ...row, id: 'many-299', blob: 'derived/x/line.wav', ms: 1, breaks_off: false })
  const numbers = (await list({ cue_id: first })).map(({ number }) => number)
  expect([numbers.length, numbers[0], numbers.at(-2), numbers.at(-1)]).toEqual([50, 302, 254, 1])
}, 120_000)
