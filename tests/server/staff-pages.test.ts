import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { InputOf } from '#core/contract/index.ts'
import { addStaffAccount } from '#server/app/staff.ts'
import { markPrepared, signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let staff: string
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  const password = await addStaffAccount(server.services.deps.db, 'Boss')
  staff = (await server.ok('loginAccount', { account: 'boss', password })).access_token
})
afterAll(() => server.close())

const partner: InputOf<'applyAsPartner'> = {
  name: '<script>alert(1)</script>',
  company: 'Harbour',
  contact_method: 'wechat',
  contact: 'marta',
  language: 'en',
}

test('an application goes through its states; who edited it last is known, and old ones are overdue', async () => {
  const { db } = server.services.deps
  await server.ok('applyAsPartner', partner)
  await server.ok('applyAsPartner', { ...partner, company: 'Waiting' })
  await db
    .updateTable('submission')
    .set({ created_at: new Date(Date.now() - 14 * 86_400_000) })
    .where(sql<boolean>`content->>'company' = 'Waiting'`)
    .execute()
  const { list } = await server.ok('listSubmissions', { kind: 'partner' }, staff)
  expect(list.map(({ content, is_overdue }) => [content['company'], is_overdue])).toEqual([
    ['Waiting', true],
    ['Harbour', false],
  ])
  const [old] = list
  const edit = { id: old!.id, revision: old!.revision, status: 'in_contact', remarks: 'Called' } as const
  expect(await server.ok('editSubmission', edit, staff)).toMatchObject({
    editor: 'Boss',
    is_overdue: false,
    revision: 2,
  })
  expect((await server.call('editSubmission', edit, staff)).code).toBe(1004)
  expect((await server.call('editSubmission', { ...edit, revision: 2, status: 'done' }, staff)).code).toBe(1001)
  expect((await server.ok('listSubmissions', { kind: 'partner', search: 'harbour' }, staff)).total).toBe(1)
  expect((await server.ok('getDesk', {}, staff)).inboxes[0]).toEqual({ kind: 'partner', waiting: 1, overdue: 0 })
})

test('credits are given once for a key, with a reason, and the audit says so and cannot be changed', async () => {
  const { db } = server.services.deps
  const token = await signUp(server)
  const { user_id: account_id, credits } = await server.ok('getInfo', {}, token)
  const grant = { account_id, amount: 50, reason: 'For the wait', idempotency_key: 'grant once' }
  const answers = await Promise.all([1, 2, 3].map(() => server.ok('grantCredits', grant, staff)))
  expect(answers.map((one) => one.credits)).toEqual([1, 2, 3].map(() => credits + 50))
  const { list } = await server.ok('listAudit', { act: 'credits_granted' }, staff)
  expect(list).toMatchObject([
    { actor: 'Boss', subject_id: account_id, reason: 'For the wait', details: { amount: 50 } },
  ])
  await expect(db.updateTable('audit').set({ reason: 'x' }).execute()).rejects.toThrow('append-only')
  await expect(db.deleteFrom('audit').execute()).rejects.toThrow('append-only')
  expect((await server.call('grantCredits', grant, token)).code).toBe(2401)
})

test('a blocked account is out at once and comes in no more; its keys stop; then it is let in again', async () => {
  const token = await signUp(server)
  const { userinfo } = await server.ok('getProfile', {}, token)
  const account_id = userinfo.user_id
  await server.ok('setMayHaveKeys', { account_id, may_have_keys: true, reason: 'asked' }, staff)
  const key = { name: 'k', scopes: ['read' as const], per_minute: 100, month_credits: null }
  const { secret } = await server.ok('addApiKey', key, token)
  const byKey = async () =>
    (
      await server.app.inject({
        url: '/admin/space.folder/getlist',
        headers: { authorization: `Bearer ${secret}` },
      })
    ).json<{ code: number }>().code
  expect(await byKey()).toBe(0)
  await server.ok('setBlocked', { account_id, is_blocked: true, reason: 'abuse' }, staff)
  expect((await server.call('getInfo', {}, token)).code).toBe(2402)
  expect(await byKey()).toBe(2401)
  const login = { account: userinfo.name, password: 'secret-123' }
  expect((await server.call('loginAccount', login)).message).toContain('blocked')
  await server.ok('setBlocked', { account_id, is_blocked: false, reason: 'a mistake' }, staff)
  const again = (await server.ok('loginAccount', login)).access_token
  expect((await server.ok('signOutAccount', { account_id, reason: 'lost phone' }, staff)).sessions).toBe(1)
  expect((await server.call('getInfo', {}, again)).code).toBe(2402)
  const me = (await server.ok('getInfo', {}, staff)).user_id
  expect((await server.call('setBlocked', { account_id: me, is_blocked: true, reason: 'x' }, staff)).code).toBe(1001)
})

test('staff end a running task: its owner gets the credits back and reads why, and the act is noted', async () => {
  const token = await signUp(server)
  const { video_id } = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await markPrepared(server, video_id)
  const run = { video_id, source_language: 'en', idempotency_key: 'to be ended' } as const
  const { task_id } = await server.ok('runExtract', run, token)
  await server.services.deps.db.updateTable('task').set({ state: 3 }).where('id', '=', task_id).execute()
  const { credits } = await server.ok('getInfo', {}, token)
  const end = { task_id, reason: 'Stuck for an hour' }
  expect((await server.call('endTask', end, token)).code).toBe(2401)
  expect(await server.ok('endTask', end, staff)).toEqual({ credits: 2 })
  expect((await server.ok('getInfo', {}, token)).credits).toBe(credits + 2)
  const { state, fail_msg } = await server.ok('getTask', { task_id }, token)
  expect([state, fail_msg]).toEqual([2, 'Our team ended this task. Your credits were returned'])
  expect(await server.call('endTask', end, staff)).toMatchObject({ code: 1004, message: 'This task has ended already' })
  expect((await server.ok('getInfo', {}, token)).credits).toBe(credits + 2)
  const { list } = await server.ok('listAudit', { act: 'task_ended' }, staff)
  expect(list.map(({ reason }) => reason)).toEqual([end.reason])
  await server.ok('deleteTask', { task_id }, token)
})

test('under maintenance everybody but staff hears 3001, in words of their language', async () => {
  const token = await signUp(server)
  const text = { text_en: 'Back at noon', text_zh_cn: '中午恢复' }
  await server.ok('setMaintenance', { is_on: true, ...text }, staff)
  expect(await server.call('listFolders', {}, token)).toMatchObject({ code: 3001, message: 'Back at noon' })
  expect(await server.call('bookDemo', {} as never, '', 'zh_cn')).toMatchObject({ code: 3001, message: '中午恢复' })
  await server.ok('getSystem', {})
  await server.ok('getDesk', {}, staff)
  await server.ok('setMaintenance', { is_on: false, ...text }, staff)
  await server.ok('listFolders', {}, token)
})

test('new accounts have keys where the switch says so', async () => {
  await server.ok('setKeysForNewAccounts', { is_on: true }, staff)
  await server.ok('listApiKeys', {}, await signUp(server))
  await server.ok('setKeysForNewAccounts', { is_on: false }, staff)
  expect((await server.call('listApiKeys', {}, await signUp(server))).code).toBe(2401)
})

test('the survey in numbers, tasks that failed with their log id, pages that were looked at', async () => {
  const { db } = server.services.deps
  const token = await signUp(server)
  await server.ok('addSurvey', { no_1: 10, no_2: 8, no_3: 0, no_4: 10, no_5: 'More voices' }, token)
  const survey = await server.ok('getSurvey', { days: 7 }, staff)
  expect(survey).toMatchObject({ answers: 1, comments: [{ text: 'More voices' }] })
  expect(survey.questions[1]).toMatchObject({ mean: 8, counts: [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0] })
  await server.ok('addPageView', { event: 'page_view', path: '/lab/library?folder=x', title: 'x' }, token)
  expect((await server.ok('getViews', {}, staff)).pages).toMatchObject([{ path: '/lab/library', views: 1, people: 1 }])
  const { video_id } = await server.ok('openSample', { sample_id: 'harbour' }, token)
  const { ingest_task_id } = await db
    .selectFrom('video')
    .select('ingest_task_id')
    .where('id', '=', video_id)
    .executeTakeFirstOrThrow()
  const fail_msg = JSON.stringify({ key: 'task_fault', params: { id: 'log-1' } })
  await db.updateTable('task').set({ state: 2, fail_msg }).where('id', '=', ingest_task_id).execute()
  expect((await server.ok('listFailedTasks', {}, staff)).list).toMatchObject([{ log_id: 'log-1', is_internal: true }])
})

test('times of finished tasks: waiting, working and engines, for the length of their video', async () => {
  const { db } = server.services.deps
  const token = await signUp(server)
  const { video_id } = await server.ok('openSample', { sample_id: 'harbour' }, token)
  await db.updateTable('video').set({ duration_ms: 120_000 }).where('id', '=', video_id).execute()
  const { account_id, folder_id } = await db
    .selectFrom('video')
    .select(['account_id', 'folder_id'])
    .where('id', '=', video_id)
    .executeTakeFirstOrThrow()
  const at = (seconds: number): Date => new Date(Date.now() - 3_600_000 + seconds * 1000)
  const task = { account_id, folder_id, batch_id: null, project_id: null, config: '{}', credits: 1 }
  const ended = { result_blob: null, result_subtitle_id: null, state: 1, attempts: 1 }
  const timed = { type: 'video_extract', created_at: at(0), began_at: at(30), updated_at: at(90) }
  const rows = ['timed-1', 'timed-2', 'timed-3'].map((id) => ({
    ...{ ...task, ...ended, ...timed, id, name: id, idempotency_key: id },
    // The third one began again: when it first began is lost.
    attempts: id === 'timed-3' ? 2 : 1,
  }))
  await db.insertInto('task').values(rows).execute()
  await db
    .insertInto('task_subject')
    .values(rows.map(({ id }) => ({ task_id: id, kind: 'video' as const, id: video_id })))
    .execute()
  const run = (owner_id: string, step: string, from: number, to: number) => ({
    ...{ owner_id, step, key: `${owner_id} ${step}`, started_at: at(from), finished_at: at(to) },
  })
  await db
    .insertInto('step_run')
    .values([run('timed-1', 'audio', 30, 40), run('timed-1', 'speech', 40, 90), run('timed-3', 'speech', 0, 900)])
    .execute()
  const extract = { task_type: 'video_extract', tasks: 2, waiting_ms: 60_000, working_ms: 120_000, media_ms: 240_000 }
  expect(await server.ok('getWorkTimes', {}, staff)).toEqual({
    kinds: [extract],
    engines: [
      { port: 'asr', tasks: 1, working_ms: 50_000, media_ms: 120_000 },
      { port: 'ffmpeg', tasks: 1, working_ms: 10_000, media_ms: 120_000 },
    ],
  })
  expect((await server.call('getWorkTimes', {}, token)).code).toBe(2401)
})
