import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#core/contract/index.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({}, { worker: false })
})
afterAll(() => server.close())

const kept = (kind: 'feedback' | 'survey' | 'contact' | 'partner' | 'demo') =>
  server.services.deps.db.selectFrom('submission').selectAll().where('kind', '=', kind).execute()

const partner: InputOf<'applyAsPartner'> = {
  name: 'Marta',
  company: 'Harbour',
  contact_method: 'wechat',
  contact: 'marta',
  language: 'en',
}
const demo: InputOf<'bookDemo'> = {
  name: 'Marta',
  company_name: 'Harbour',
  email: 'marta@example.org',
  phone: '+49 40 123456',
  service: 'api',
  source_language: 'en',
  target_language: 'de',
}

test('feedback is kept with who sent it; what its type asks for is needed', async () => {
  const token = await signUp(server)
  const { user_id } = await server.ok('getInfo', {}, token)
  const feedback = { type: 'credits', contact_details: 'a@example.org', content: 'Give it back' } as const
  expect(await server.call('addFeedback', feedback, token)).toMatchObject({
    code: 1001,
    message: 'type2: Fill this in',
  })
  expect((await server.call('addFeedback', { ...feedback, type2: 'refund' }, token)).message).toMatch(/^task_id: /)
  const foreign = await server.call('addFeedback', { ...feedback, type2: 'refund', task_id: 'of-another' }, token)
  expect(foreign).toMatchObject({
    code: 1001,
    message: 'You have no task with this number. Copy it from the history',
    data: { reason: 'no_such_task' },
  })
  await server.ok('addFeedback', { ...feedback, type2: 'question' }, token)
  expect(await kept('feedback')).toMatchObject([
    { account_id: user_id, status: 'new', remarks: '', editor_id: null, content: { ...feedback, type2: 'question' } },
  ])
})

test('a visitor sends feedback too, and no survey', async () => {
  const { access_token } = await server.ok('loginAnonymous', {})
  const feedback = { type: 'other', contact_details: 'v@example.org', content: 'Fine' } as const
  await server.ok('addFeedback', feedback, access_token)
  expect((await server.call('addFeedback', feedback)).code).toBe(2402)
  const survey = { no_1: 1, no_2: 2, no_3: 3, no_4: 4 }
  expect((await server.call('addSurvey', survey, access_token)).code).toBe(2401)
})

test('the survey takes whole numbers from 0 to 10, all four', async () => {
  const token = await signUp(server)
  expect((await server.call('addSurvey', { no_1: 0, no_2: 5, no_3: 11, no_4: 10 }, token)).message).toMatch(/^no_3: /)
  await server.ok('addSurvey', { no_1: 0, no_2: 5, no_3: 7, no_4: 10, no_5: '很好' }, token)
  expect(await kept('survey')).toMatchObject([{ content: { no_1: 0, no_4: 10, no_5: '很好' } }])
})

test('the same form twice is kept once, and the second answer says so', async () => {
  const token = await signUp(server)
  const input: InputOf<'addContact'> = {
    user_name: 'Marta',
    company_name: 'Harbour',
    email: 'marta@example.org',
    phone: '+49 40 123456',
    intention: ['api', 'other'],
    origin_language: ['en'],
    trans_language: ['de', 'zh_cn'],
  }
  const codes = await Promise.all([1, 2, 3].map(async () => (await server.call('addContact', input, token)).code))
  expect(codes.toSorted()).toEqual([0, 1004, 1004])
  expect(await kept('contact')).toHaveLength(1)
  expect((await server.call('addContact', { ...input, phone: 'none' }, token, 'zh_cn')).message).toBe(
    'phone：格式不正确',
  )
})

test('public forms: nobody has to log in, and what only a program fills in is thanked and not kept', async () => {
  await server.ok('applyAsPartner', partner)
  await server.ok('applyAsPartner', { ...partner, name: 'Robot', website: 'https://example.org' })
  expect(await kept('partner')).toMatchObject([{ account_id: null, content: partner, status: 'new' }])
  await server.ok('bookDemo', demo)
  expect(await kept('demo')).toMatchObject([{ content: demo }])
})

test.each(['a\r\nBcc: everybody@example.org', 'a\u2028b', '\u0007bell'])('%j is not one line', async (name) => {
  expect(await server.call('bookDemo', { ...demo, name })).toMatchObject({
    code: 1001,
    message: 'name: This must be one line, without line breaks or control characters',
  })
})

test('a form of megabytes and forms without end are stopped', async () => {
  const other = await startServer({}, { worker: false })
  try {
    const send = (payload: object) => other.app.inject({ method: 'POST', url: '/apply/jowoai', payload })
    const large = await send({ ...demo, message: 'x'.repeat(2_000_000) })
    expect(large.statusCode).toBe(413)
    const codes: number[] = []
    for (let at = 0; at < 6; at++) codes.push((await send({ ...demo, name: `Marta ${at}` })).statusCode)
    expect(codes).toEqual([200, 200, 200, 200, 429, 429])
  } finally {
    await other.close()
  }
})
