import { afterAll, beforeAll, expect, test } from 'vitest'
import { signUp, startServer, type TestServer, until, upload } from '#tests/support/server.ts'
import { smallVideo } from '#tests/support/small-video.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startServer()
  token = await signUp(server)
})
afterAll(() => server.close())

const srt = (text: string): string => `1\n00:00:00,500 --> 00:00:02,500\n${text}\n`

test('a version that a batch made is measured against the newest one that a person vouches for', async () => {
  const { folder_id } = await server.ok('addFolder', { folder_name: 'Season' }, token)
  const upload_id = await upload(server, token, 'a.mp4', smallVideo(3))
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id }, token)
  await until(async () => (await server.ok('getVideo', { file_id: video_id }, token)).state === 1)
  const add = async (language: 'en' | 'es', text: string) => {
    const input = { folder_id, video_id, name: 'v', language, content: srt(text) } as const
    return (await server.ok('addVersion', input, token)).file_id
  }
  const english = await add('en', 'good day to you all')
  const { batch_id } = await server.ok(
    'addBatch',
    { task_type: 'subtitle_translate', folder_id, to_languages: ['es', 'fr'], idempotency_key: 'measured' },
    token,
  )
  await until(async () => (await server.ok('getBatch', { batch_id }, token)).task_sum_ing === 0)
  const cellOf = async (language: string) =>
    (await server.ok('getBatchMatrix', { batch_id }, token)).cells.find((cell) => cell.language === language)!
  const { made_id } = await cellOf('es')
  expect([(await cellOf('es')).reference_id, (await cellOf('fr')).reference_id]).toEqual(['', ''])
  const made = (await server.ok('getVersion', { file_id: made_id }, token)).subtitle_txt[0]!.text

  const same = await add('es', made)
  expect(await cellOf('es')).toMatchObject({ made_id, reference_id: same })
  const measure = (reference_id: string) => server.ok('measureVersion', { file_id: made_id, reference_id }, token)
  expect(await measure(same)).toMatchObject({ wer: 0, suber: 0, breaks: 0, within: 1, profile: 'cuelane' })

  // The newest that was imported, until the user has checked one.
  const other = await add('es', `${made} otra vez`)
  expect((await cellOf('es')).reference_id).toBe(other)
  expect((await measure(other)).wer).toBeGreaterThan(0)
  const checked = await server.call('setStage', { file_ids: [same], stage: 'checked', person: '' }, token)
  expect(checked.code).toBe(0)
  expect((await cellOf('es')).reference_id).toBe(same)

  expect((await server.call('measureVersion', { file_id: made_id, reference_id: english }, token)).message).toMatch(
    /same language/,
  )
  const stranger = await signUp(server)
  expect((await server.call('measureVersion', { file_id: made_id, reference_id: same }, stranger)).code).toBe(1002)
})
