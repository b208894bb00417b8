import { registerAccount } from '#server/app/accounts.ts'
import { auditLedgers } from '#server/app/credits/audit.ts'
import { noteAct } from '#server/app/staff/audit.ts'
import { SignedUrls } from '#server/app/signed-urls.ts'
import { type Db, openEmbedded } from '#server/store/db.ts'
import { newId } from '#server/store/id.ts'

const DAY_MS = 86_400_000
const ago = (days: number): Date => new Date(Date.now() - days * DAY_MS)

const people = [
  ['marta', 'Harbour Films'],
  ['li.wei', '海港影业'],
  ['jonas', 'Nordlicht Post'],
  ['amelie', ''],
  ['studio-nine', 'Studio Nine'],
] as const

/** Data of an installation after some weeks, so that no staff page is empty. No server may run on it yet. */
export async function fillStaff(folder: string): Promise<void> {
  const store = await openEmbedded(folder)
  try {
    const ids = await addPeople(store.db)
    await addRequests(store.db, ids)
    await addReports(store.db, ids)
    await addTasks(store.db, ids)
    await addTimes(store.db, ids)
    await addNoticesAndActs(store.db, ids)
    await store.db.insertInto('setting').values({ key: 'keys_for_new_accounts', value: '1' }).execute()
    for (let night = 0; night < 3; night++) await auditLedgers(store.db)
    const difference = { accountId: ids[1], entryId: 12, what: 'balance', expected: 196, found: 200 }
    await store.db
      .insertInto('credit_audit')
      .values({ accounts: 5, entries: 41, difference: JSON.stringify(difference), created_at: ago(2) })
      .execute()
    const event = { gateway: 'stripe', type: 'checkout.session.completed', payment_ref: 'pi_3Q', order_id: null }
    await store.db
      .insertInto('payment_event')
      .values([
        { ...event, id: 'evt_1', outcome: 'wrong_amount', detail: '800 usd ≠ 900 usd' },
        { ...event, id: 'evt_2', outcome: 'unknown_order', detail: 'made-up' },
      ])
      .execute()
  } finally {
    await store.close()
  }
}

async function addPeople(db: Db): Promise<string[]> {
  const signing = { db, signedUrls: new SignedUrls('not used'), device: 'Firefox', network: '' }
  for (const [name, company] of people) {
    await registerAccount(signing, { name, email: `${name}@example.org`, password: newId() }, undefined)
    await db
      .updateTable('account')
      .set({ company, created_at: ago(40) })
      .where('name', '=', name)
      .execute()
  }
  await db
    .updateTable('account')
    .set({ blocked_at: ago(1) })
    .where('name', '=', 'jonas')
    .execute()
  await db
    .updateTable('account')
    .set({ delete_after: ago(-9) })
    .where('name', '=', 'amelie')
    .execute()
  const rows = await db.selectFrom('account').select(['id', 'name']).execute()
  return people.map(([name]) => rows.find((row) => row.name === name)?.id ?? '')
}

async function addRequests(db: Db, ids: readonly string[]): Promise<void> {
  const partner = (name: string, company: string, language: string) => ({
    ...{ name, company, contact_method: 'email', contact: 'films@example.org', language },
    ...{ learned_from: 'From a colleague', remarks: '' },
  })
  const sent: [kind: 'partner' | 'demo' | 'contact' | 'feedback', days: number, status: string, content: object][] = [
    ['partner', 14, 'new', partner('Marta Ruiz', 'Harbour Films', 'es')],
    ['partner', 3, 'new', partner('李伟', '海港影业', 'zh_cn')],
    ['partner', 20, 'on_trial', partner('Jonas Berg', 'Nordlicht Post', 'de')],
    ['partner', 30, 'not_proceeding', partner('Amélie Roux', 'Quai des Images', 'fr')],
    [
      'feedback',
      1,
      'new',
      {
        type: 'credits',
        type2: 'refund',
        task_id: 'T-4f2',
        contact_details: 'marta@example.org',
        content: 'The task failed after an hour, please give the credits back.',
      },
    ],
    [
      'contact',
      2,
      'new',
      {
        ...{ user_name: 'Studio Nine', company_name: 'Studio Nine GmbH', email: 'office@example.org' },
        ...{ phone: '+49 40 123456', intention: ['video_dubbing', 'api'], origin_language: ['de', 'en'] },
        ...{ trans_language: ['zh_cn', 'es', 'fr'], remark: 'Forty hours a month, our own glossary.' },
      },
    ],
    [
      'demo',
      4,
      'in_progress',
      {
        ...{ name: '李伟', company_name: '海港影业', email: 'li.wei@example.org', phone: '+86 10 62345678' },
        ...{ service: 'video_dubbing', source_language: 'zh_cn', target_language: 'en', message: '' },
      },
    ],
    [
      'feedback',
      5,
      'done',
      { type: 'suggestion', contact_details: 'li@example.org', content: '希望可以批量重命名字幕文件。' },
    ],
  ]
  for (const [at, [kind, days, status, content]] of sent.entries()) {
    const account_id = kind === 'feedback' ? (ids[at % 2] ?? null) : null
    const row = { id: newId(), kind, account_id, digest: newId(), language: 'en', editor_id: null, status }
    await db
      .insertInto('submission')
      .values({ ...row, content: JSON.stringify(content), created_at: ago(days) })
      .execute()
  }
  for (let day = 0; day < 24; day++) {
    const no = (by: number): number => Math.min(10, 5 + ((day * by) % 6))
    const content = {
      no_1: no(1),
      no_2: no(2),
      no_3: no(3),
      no_4: no(5),
      no_5: day % 6 === 0 ? 'The editor is quick.' : '',
    }
    const row = { id: newId(), kind: 'survey' as const, account_id: ids[day % 5] ?? null, digest: newId() }
    await db
      .insertInto('submission')
      .values({ ...row, content: JSON.stringify(content), language: 'en', editor_id: null, created_at: ago(day) })
      .execute()
  }
}

async function addReports(db: Db, ids: readonly string[]): Promise<void> {
  const paths = ['/lab/library', '/lab/pro/srt-edit', '/lab/history', '/finance/payorder']
  const views = Array.from({ length: 160 }, (_, at) => ({
    account_id: ids[at % 5] ?? null,
    customer_type: 0,
    path: paths[(at * at) % 4] ?? '',
    title: '',
    created_at: ago((at * 7) % 28),
  }))
  await db.insertInto('page_view').values(views).execute()
  await db
    .insertInto('upload_error')
    .values([
      {
        account_id: ids[0] ?? '',
        file_name: 'episode 12 final.mov',
        size: 3_200_000_000,
        step: 'part',
        message: 'The connection broke off',
      },
      {
        account_id: ids[1] ?? '',
        file_name: '第十二集.mp4',
        size: 800_000_000,
        step: 'probe',
        message: 'Unable to read video information',
      },
    ])
    .execute()
}

async function addTasks(db: Db, ids: readonly string[]): Promise<void> {
  const failures = [
    ['video_dubbing', 'Episode 12', JSON.stringify({ key: 'failed_with_id', params: { id: 'Xk3LmQ8vTq2Z' } })],
    ['video_extract', '第十二集', JSON.stringify({ key: 'no_speech_found' })],
    ['subtitle_translate', 'Episode 11', JSON.stringify({ key: 'failed_with_id', params: { id: 'Pq81TzHn4cKd' } })],
  ] as const
  for (const [at, [type, name, fail_msg]] of failures.entries()) {
    const account_id = ids[at] ?? ''
    const folder_id = newId()
    await db.insertInto('folder').values({ id: folder_id, account_id, name }).execute()
    const task = { id: newId(), account_id, folder_id, batch_id: null, project_id: null, name, type, config: '{}' }
    const ends = { state: 2, fail_msg, credits: 24, attempts: 3, idempotency_key: newId() }
    const none = { result_blob: null, result_subtitle_id: null, began_at: null }
    await db
      .insertInto('task')
      .values({ ...task, ...ends, ...none })
      .execute()
  }
}

/** Finished tasks of a video of two minutes, with their steps. */
async function addTimes(db: Db, [account_id = '']: readonly string[]): Promise<void> {
  const folder_id = newId()
  await db.insertInto('folder').values({ id: folder_id, account_id, name: 'Season 2' }).execute()
  const kinds = [
    ['video_extract', 12, { audio: 4, speech: 41 }],
    ['subtitle_translate', 3, { translate: 22 }],
    ['video_dubbing', 45, { separate: 60, speak: 35, mix: 12, render: 28 }],
    ['video_erase', 90, { find_text: 80, erase: 190, join: 8 }],
    ['video_synthesis', 5, { render: 33 }],
  ] as const
  for (const [type, waited, steps] of kinds) {
    const video_id = newId()
    const id = newId()
    const spent = Object.values(steps).reduce((sum, seconds) => sum + seconds, 0)
    const ended = ago(1).getTime()
    const began_at = new Date(ended - spent * 1000)
    const times = { began_at, updated_at: new Date(ended), created_at: new Date(began_at.getTime() - waited * 1000) }
    const task = { id, account_id, folder_id, batch_id: null, project_id: null, name: 'Episode 9', type, config: '{}' }
    const none = { result_blob: null, result_subtitle_id: null }
    await db
      .insertInto('task')
      .values({ ...task, ...none, ...times, state: 1, credits: 4, attempts: 1, idempotency_key: id })
      .execute()
    const unread = { upload_id: null, sample_id: null, content_hash: null, info: null, blob_key: '', size: 1 }
    await db
      .insertInto('video')
      .values({
        ...{ ...unread, id: video_id, account_id, folder_id, language: 'en' },
        ...{ name: 'Episode 9', duration_ms: 120_000, ingest_task_id: id },
      })
      .execute()
    await db.insertInto('task_subject').values({ task_id: id, kind: 'video', id: video_id }).execute()
    let at = began_at.getTime()
    for (const [step, seconds] of Object.entries(steps)) {
      const run = { owner_id: id, key: `${id} ${step}`, step, started_at: new Date(at) }
      await db
        .insertInto('step_run')
        .values({ ...run, finished_at: new Date((at += seconds * 1000)) })
        .execute()
    }
  }
}

async function addNoticesAndActs(db: Db, [first = '', second = '']: readonly string[]): Promise<void> {
  const texts = { content_en: 'Twelve voices are new.', content_zh_cn: '新增十二种音色。', editor_id: first }
  await db
    .insertInto('notice')
    .values([
      { id: newId(), title_en: 'New voices', title_zh_cn: '新音色', ...texts, start_time: ago(2), end_time: ago(-5) },
      {
        id: newId(),
        title_en: 'Work at night',
        title_zh_cn: '夜间维护',
        ...texts,
        start_time: ago(-3),
        end_time: ago(-4),
      },
      {
        id: newId(),
        title_en: 'Summer prices',
        title_zh_cn: '夏季价格',
        ...texts,
        start_time: ago(60),
        end_time: ago(30),
      },
    ])
    .execute()
  const [request] = await db.selectFrom('submission').select('id').where('kind', '=', 'partner').execute()
  const by = { actorId: first }
  await noteAct(db, {
    ...by,
    act: 'credits_granted',
    subject: ['account', second],
    reason: 'For a broken upload',
    details: { amount: 100, days: 180 },
  })
  const moved = { kind: 'partner', from: 'new', to: 'in_contact' }
  await noteAct(db, { ...by, act: 'submission_changed', subject: ['submission', request?.id ?? ''], details: moved })
  await noteAct(db, { ...by, act: 'maintenance_on', subject: ['installation', ''], details: { text: 'Back at noon' } })
  await noteAct(db, { ...by, act: 'maintenance_off', subject: ['installation', ''], details: { text: '' } })
  await noteAct(db, { ...by, act: 'account_blocked', subject: ['account', second], reason: 'Stolen card' })
  await noteAct(db, { ...by, act: 'model_fetched', subject: ['model', 'whisper-tiny'] })
  const day = { day: ago(-14).toISOString().slice(0, 10) }
  await noteAct(db, { actorId: second, act: 'deletion_asked', subject: ['account', second], details: day })
}
