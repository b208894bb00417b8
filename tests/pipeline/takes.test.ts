import { afterAll, beforeAll, expect, test } from 'vitest'
import { readWav } from '#server/engines/wav.ts'
import { type Dubs, key, startDubs } from '#tests/support/dubs.ts'
import { finished, signUp } from '#tests/support/server.ts'

let { server, token, place, addLines, steps } = {} as Dubs
beforeAll(async () => {
  ;({ server, token, place, addLines, steps } = await startDubs())
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
