import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addStaffAccount, setStaff, staffNames } from '#server/app/staff.ts'
import { fakeService, type FakeService, type Reply } from '#tests/support/fake-service.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let folder: string
let host: FakeService
let answer: () => Reply
const weights = 'w'.repeat(1000)
const etag = `"${createHash('sha256').update(weights).digest('hex')}"`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cuelane-models-'))
  // A package in place of what runs the model, which would be fetched besides.
  const runtime = join(folder, 'node_modules', 'sherpa-onnx-node')
  await mkdir(runtime, { recursive: true })
  await writeFile(join(runtime, 'package.json'), '{ "main": "index.js" }')
  await writeFile(join(runtime, 'index.js'), '')
  host = await fakeService(() => answer())
  server = await startServer({ MODELS_DIR: folder, MODELS_URL: host.url }, { worker: false })
})
afterAll(async () => {
  await server.close()
  await host.close()
  await rm(folder, { recursive: true })
})

test('staff are made by name, and only they see engines and weights', async () => {
  const { db } = server.services.deps
  const token = await signUp(server)
  expect(await server.call('listEngines', {}, token)).toMatchObject({ code: 2401 })
  expect(await setStaff(db, 'nobody', true)).toBe(false)
  // An unproved address finds no account.
  expect(await setStaff(db, 'person1@example.org', true)).toBe(false)
  const password = await addStaffAccount(db, 'Boss')
  expect(await staffNames(db)).toEqual(['Boss'])
  const { access_token, userinfo } = await server.ok('loginAccount', { account: 'boss', password })
  expect(userinfo.is_staff).toBe(true)
  const { engines, models } = await server.ok('listEngines', {}, access_token)
  expect(engines.find(({ port }) => port === 'ffmpeg')).toMatchObject({
    is_here: true,
    missing: '',
    price_unit: 'free',
  })
  expect(engines.find(({ name }) => name === 'deepl')).toMatchObject({ is_here: false, is_optional: true })
  const chinese = await server.call('listEngines', {}, access_token, 'zh_cn')
  const latinOnly = [
    ...chinese.data.engines.map(({ missing }) => missing),
    ...chinese.data.models.map(({ title }) => title),
    chinese.data.google_missing,
  ].filter((text) => text !== '' && !/\p{Script=Han}/u.test(text))
  expect(latinOnly).toEqual([])
  expect(models.map(({ state }) => state)).toContain('absent')
  expect(await setStaff(db, 'BOSS', false)).toBe(true)
  // Processes that keep the session get the event.
  await expect.poll(async () => (await server.call('listEngines', {}, access_token)).code).toBe(2401)
  const noted = await db.selectFrom('audit').select(['actor_id', 'act']).orderBy('id').execute()
  expect(noted).toEqual([
    { actor_id: null, act: 'staff_added' },
    { actor_id: null, act: 'staff_removed' },
  ])
})

test('a model is fetched, a fetch that failed says why, and its files are verified', async () => {
  const { db } = server.services.deps
  const password = await addStaffAccount(db, 'Fetcher')
  const { access_token } = await server.ok('loginAccount', { account: 'Fetcher', password })
  const speakers = async () =>
    (await server.ok('listEngines', {}, access_token)).models.find(({ name }) => name === 'speakers')
  const ended = () => expect.poll(async () => (await speakers())?.state)
  expect(await server.call('fetchModel', { name: 'no-such' }, access_token)).toMatchObject({ code: 1002 })

  answer = () => 'silence'
  expect(await server.ok('fetchModel', { name: 'speakers' }, access_token)).toMatchObject({ state: 'fetching' })
  await server.ok('cancelModel', { name: 'speakers' }, access_token)
  await ended().toBe('absent')
  expect(await speakers()).toMatchObject({ problem: '' })

  answer = () => ({ status: 404, text: 'no' })
  await server.ok('fetchModel', { name: 'speakers' }, access_token)
  await ended().toBe('absent')
  expect(await speakers()).toMatchObject({ problem: expect.stringContaining('answered 404') })

  answer = () => ({ headers: { 'content-length': '1000', etag }, text: weights })
  await server.ok('fetchModel', { name: 'speakers' }, access_token)
  await ended().toBe('here')
  expect(await speakers()).toMatchObject({ problem: '' })

  await server.ok('verifyModel', { name: 'speakers' }, access_token)
  await ended().toBe('here')
  expect(await speakers()).toMatchObject({ problem: '' })
  const { list } = await server.ok('listAudit', {}, access_token)
  expect(
    list
      .toReversed()
      .map(({ act, actor, subject_id }) => [act, actor, subject_id])
      .slice(-5),
  ).toEqual(
    ['model_fetched', 'model_cancelled', 'model_fetched', 'model_fetched', 'model_verified'].map((act) => [
      act,
      'Fetcher',
      'speakers',
    ]),
  )
})
