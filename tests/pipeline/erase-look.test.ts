import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataOf } from '#core/contract/index.ts'
import { endedAtMask } from '#core/domain/erase.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { addClip, largeCaption, largeStyle, makeCaptionedClip } from '#tests/support/captioned-clip.ts'
import { finished, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cuelane-look-'))
  server = await startServer({}, { tasks: fileTasks })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

test('what would go is seen before a credit is spent, and a text that is taken off stays', async () => {
  await makeCaptionedClip(folder, ['Every morning the boats', 'come in with the tide'])
  const token = await signUp(server)
  const { video_id } = await addClip(server, token, join(folder, 'captioned.mp4'))
  const credits = async (): Promise<number> => (await server.ok('getInfo', {}, token)).credits
  const had = await credits()
  const asked = { video_id, idempotency_key: 'look-before-it-goes' }
  let data: DataOf<'lookAtErase'>
  do data = await server.ok('lookAtErase', asked, token)
  while (!data.look)
  const { texts, stills, width, height } = data.look
  expect([width, height, await credits()]).toEqual([640, 360, had])
  const captions = texts.filter(({ verdict }) => verdict === 'caption')
  const readings = captions.map(({ reading }) => reading?.text.replaceAll(' ', '').toLowerCase())
  expect(readings).toEqual([expect.stringMatching(/^every.*boats$/), expect.stringMatching(/^come.*tide$/)])
  const [first] = captions
  expect([first!.from_ms < 400, first!.to_ms > 1600, first!.to_ms < 2300]).toEqual([true, true, true])
  for (const { id } of captions) expect(stills.some(({ masks }) => masks.some((mask) => mask.id === id))).toBe(true)
  for (const url of [stills[0]!.url, stills[0]!.masks[0]!.url])
    expect((await server.app.inject({ url })).statusCode).toBe(200)
  const other = await signUp(server)
  expect((await server.call('lookAtErase', { ...asked, idempotency_key: 'look-of-another-one' }, other)).code).toBe(
    1002,
  )
  const mask = { off: captions.map(({ id }) => id), on: [], places: [], confirmed: true }
  const run = { video_id, mask, idempotency_key: 'erase-nothing-at-all' }
  const { task_id } = await server.ok('runErase', run, token)
  expect(await finished(server, token, task_id)).toMatchObject({ state: 2, fail_msg: expect.stringContaining('text') })
  expect(await credits()).toBe(had)
}, 240_000)

test('an erasure whose mask covers more than captions do ends at it and costs nothing; confirmed it is done', async () => {
  await makeCaptionedClip(folder, [largeCaption], largeStyle)
  const token = await signUp(server)
  const { video_id } = await addClip(server, token, join(folder, 'captioned.mp4'))
  const credits = async (): Promise<number> => (await server.ok('getInfo', {}, token)).credits
  const had = await credits()
  const run = async (idempotency_key: string, more: object = {}) => {
    const { task_id } = await server.ok('runErase', { video_id, idempotency_key, ...more }, token)
    return finished(server, token, task_id)
  }
  const failed = await run('erase-what-is-too-large')
  expect([failed.state, failed.fail_key, failed.fail_msg]).toEqual([
    2,
    'mask_too_large',
    expect.stringContaining('mask'),
  ])
  expect([endedAtMask(failed), await credits()]).toEqual([true, had])
  const mask = { off: [], on: [], places: [], confirmed: true }
  expect(await run('erase-what-was-looked-at', { mask })).toMatchObject({ state: 1, fail_key: '' })
}, 240_000)
