import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountSweep } from '#server/jobs/sweeps/accounts.ts'
import { startMail, type TestMail } from '#tests/support/mail.ts'
import { signUp, startServer, type TestServer, until } from '#tests/support/server.ts'

let server: TestServer
let mail: TestMail
let folder: string

beforeAll(async () => {
  mail = await startMail()
  folder = await mkdtemp(join(tmpdir(), 'cuelane-privacy-'))
  server = await startServer({ ...mail.env, MAIL_STAFF: 'staff@example.org' })
})
afterAll(async () => {
  await server.close()
  await mail.close()
  await rm(folder, { recursive: true })
})

const demo = {
  name: 'Marta',
  company_name: 'Harbour',
  email: 'marta@example.org',
  phone: '+49 40 123456',
  service: 'api',
  source_language: 'en',
  target_language: 'de',
} as const

// Each form may be sent five times a minute from one address.
const partner = {
  name: 'Marta',
  company: 'Harbour',
  contact_method: 'email',
  contact: 'marta@example.org',
  language: 'en',
} as const

test('a booking is written to staff, and to its sender in fixed words; heads cannot be smuggled in', async () => {
  await server.ok('bookDemo', { ...demo, message: '<b>Hello</b>\r\nBcc: all@example.org' })
  await until(async () => mail.letters.length === 2)
  const toStaff = mail.letters.find((text) => text.includes('\nTo: staff@example.org'))!
  const toSender = mail.letters.find((text) => text.includes('\nTo: marta@example.org'))!
  const [head = '', body = ''] = toStaff.split('\r\n\r\n')
  expect(head).toContain('Reply-To: marta@example.org')
  expect(head).not.toContain('Bcc')
  expect(body).toContain('<b>Hello</b>')
  expect(toSender).not.toContain('Hello')
  for (const field of ['name', 'company_name', 'email'] as const) {
    const hostile = { ...demo, [field]: `x@example.org\r\nBcc: all@example.org` }
    expect((await server.call('bookDemo', hostile)).code).toBe(1001)
  }
  expect((await server.call('bookDemo', { ...demo, message: 'x'.repeat(60_000) })).code).toBe(1001)
})

test('a program that fills in the hidden field is thanked, and nothing is kept or sent', async () => {
  const { db } = server.services.deps
  const kept = () => db.selectFrom('mail').select('id').orderBy('id').execute()
  const before = await kept()
  await server.ok('applyAsPartner', { ...partner, website: 'http://spam' })
  expect(await kept()).toEqual(before)
})

test('a letter that is refused for good is not tried again', async () => {
  mail.refuse(2)
  await server.ok('applyAsPartner', partner)
  const { db } = server.services.deps
  const failed = () => db.selectFrom('mail').selectAll().where('state', '=', 'failed').execute()
  await until(async () => (await failed()).length === 2)
  expect((await failed())[0]).toMatchObject({ attempts: 1 })
})

test('everything that is somebody’s comes as a zip that a job makes', async () => {
  const token = await signUp(server)
  const { folder_id } = await server.ok('addFolder', { folder_name: 'Mine' }, token)
  const content = '1\r\n00:00:01.000 --> 00:00:04,000\r\nGood morning.\r\n'
  await server.ok('addVersion', { folder_id, name: 'talk', language: 'en', file_name: 'talk.srt', content }, token)
  await server.ok('addPerson', { folder_id, name: 'Marta' }, token)
  await Promise.all([1, 2].map(() => server.ok('addExport', {}, token)))
  await until(async () => (await server.ok('getPrivacy', {}, token)).export.state === 'ready')
  const { export: made } = await server.ok('getPrivacy', {}, token)
  const { rawPayload } = await server.app.inject({ url: made.url })
  expect(rawPayload).toHaveLength(made.size)
  const path = join(folder, 'data.zip')
  await writeFile(path, rawPayload)
  expect(spawnSync('unzip', ['-q', path, '-d', folder]).status).toBe(0)
  expect(await readFile(join(folder, 'subtitles/talk.srt'), 'utf8')).toContain('Good morning.')
  // The file as it was sent, its line ends too.
  expect(await readFile(join(folder, 'originals/talk.srt'), 'utf8')).toBe(content)
  const account = await readFile(join(folder, 'records/account.json'), 'utf8')
  expect(account).toContain('@example.org')
  expect(account).not.toContain('argon2')
  expect(await readFile(join(folder, 'records/people.json'), 'utf8')).toContain('Marta')
  const records = await readdir(join(folder, 'records'))
  expect(records).toEqual(expect.arrayContaining(['batches.json', 'operations.json', 'orders.json']))
})

test('an account is deleted after its days of grace, and what is kept of it names nobody', async () => {
  const { db } = server.services.deps
  const token = await signUp(server)
  const { userinfo, email } = await server.ok('getProfile', {}, token)
  const id = userinfo.user_id
  await server.ok('addFolder', { folder_name: 'Mine' }, token)
  const login = { account: userinfo.name, password: 'secret-123' }
  const other = (await server.ok('loginAccount', login)).access_token
  expect((await server.call('deleteAccount', { password: 'wrong' }, token)).code).toBe(1001)
  expect((await server.ok('deleteAccount', { password: 'secret-123' }, token)).delete_after).not.toBe('')
  expect((await server.call('getInfo', {}, other)).code).toBe(2402)
  await server.ok('keepAccount', {}, token)
  const sweep = (now: Date) =>
    accountSweep.run(server.services.deps, now, (_, error) => {
      throw error
    })
  expect(await sweep(new Date())).toBe(0)
  await server.ok('deleteAccount', { password: 'secret-123' }, token)
  await db
    .updateTable('account')
    .set({ delete_after: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute()
  expect(await server.call('keepAccount', {}, token)).toMatchObject({
    code: 1001,
    message: expect.stringContaining('has begun') as string,
  })
  expect(await sweep(new Date())).toBe(1)
  expect((await server.call('loginAccount', login)).code).toBe(1001)
  expect((await server.call('getInfo', {}, token)).code).toBe(2402)
  const left = JSON.stringify(await db.selectFrom('account').selectAll().where('id', '=', id).execute())
  expect(left).not.toContain(email)
  expect(left).not.toContain(userinfo.name)
  expect(await db.selectFrom('folder').select('id').where('account_id', '=', id).execute()).toEqual([])
  const acts = await db.selectFrom('audit').select('act').where('subject_id', '=', id).orderBy('id').execute()
  expect(acts.map(({ act }) => act)).toEqual([
    'deletion_asked',
    'deletion_withdrawn',
    'deletion_asked',
    'account_deleted',
  ])
})
