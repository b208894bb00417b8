import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Envelope } from '#core/contract/call.ts'
import { API_PERMISSION } from '#core/domain/api-keys.ts'
import { auditLedgers } from '#server/app/credits/audit.ts'
import { balanceOf } from '#server/app/credits/grant.ts'
import { askAboutOrder, ordersToAsk } from '#server/app/payments/ask.ts'
import { readConfig } from '#server/config.ts'
import { createServices, type Services } from '#server/services.ts'
import { newId } from '#server/store/id.ts'
import { clientOf } from '#tests/support/client.ts'
import { developer, keyOf } from '#tests/support/developer.ts'
import { type ServerProcess, spawnServer } from '#tests/support/process.ts'
import {
  type Installation,
  newInstallation,
  signUp,
  startServer,
  type TestServer,
  until,
} from '#tests/support/server.ts'

const root = join(import.meta.dirname, '../..')
const databaseUrl = process.env['DATABASE_URL']

/** An installation whose processes come and go. */
interface Opened extends Installation {
  /** Opens its database in this process; no server may run on the embedded one meanwhile. */
  readonly inside: <T>(work: (services: Services) => Promise<T>) => Promise<T>
}

async function openedInstallation(): Promise<Opened> {
  const { env, remove } = await newInstallation()
  const inside: Opened['inside'] = async (work) => {
    const variables = { ...env, CUELANE_ROLE: databaseUrl ? 'api' : 'all' }
    const services = await createServices(readConfig(variables, root), { env: variables, onError: () => undefined })
    try {
      return await work(services)
    } finally {
      await services.close()
    }
  }
  return { env, inside, remove }
}

/** What writes the credits of a purchase takes a minute, in the middle of its transaction. */
async function slowGrants({ deps: { db } }: Services): Promise<void> {
  await sql`create function slow_grant() returns trigger language plpgsql as $$
    declare began timestamptz := clock_timestamp();
    begin
      while clock_timestamp() < began + interval '1 minute' loop end loop;
      return new;
    end $$`.execute(db)
  await sql`create trigger slow_grant before insert on credit_grant for each row
    when (new.source = 'purchase') execute function slow_grant()`.execute(db)
}

/** Asks PostgreSQL beside the product. */
async function askPostgres(text: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(text)).rows.length
  } finally {
    await client.end()
  }
}

const granting = `from pg_stat_activity where state = 'active' and query ilike '%insert into "credit_grant"%' and pid <> pg_backend_pid()`

/** Whether a server is in the middle of a grant: the embedded database stands in the way of every answer. */
async function isGranting(url: string): Promise<boolean> {
  if (databaseUrl) return (await askPostgres(`select 1 ${granting}`)) > 0
  const health = fetch(`${url}/health`, { signal: AbortSignal.timeout(1000) })
  return health.then(
    () => false,
    () => true,
  )
}

/** Ends what PostgreSQL still does for a process that is gone. */
async function endOrphans(): Promise<void> {
  if (databaseUrl) await askPostgres(`select pg_terminate_backend(pid) ${granting}`)
}

test('kill -9 between payment and credits: nothing is given, and asking about the order gives them once', async () => {
  const { env, inside, remove } = await openedInstallation()
  try {
    await inside(slowGrants)
    const server = await spawnServer(env)
    const { ok, signIn } = clientOf(server.url)
    signIn(
      (await ok('registerAccount', { name: 'payer', email: 'p@example.org', password: 'secret-123' })).access_token,
    )
    const place = { from: '/lab/library', success_url: '/finance/ai_payresult', fail_url: '/finance/ai_payresult' }
    const { order_id } = await ok('createOrder', { sku_id: 'usd-500', ...place, idempotency_key: 'one order' })
    const paying = ok('actAtTestCheckout', { order_id, act: 'pay' }).catch(() => 'cut off')
    await until(() => isGranting(server.url), 200)
    await server.kill()
    expect(await paying).toBe('cut off')
    await endOrphans()

    await inside(async ({ deps }) => {
      const { db } = deps
      const order = () =>
        db.selectFrom('purchase_order').selectAll().where('id', '=', order_id).executeTakeFirstOrThrow()
      const bought = () => db.selectFrom('credit_grant').selectAll().where('source', '=', 'purchase').execute()
      // The money went, and nothing of it is known here yet.
      const till = await db.selectFrom('test_checkout').select('state').where('order_id', '=', order_id).execute()
      expect([till, (await order()).state, await bought()]).toEqual([[{ state: 'paid' }], 'pending', []])
      await sql`drop trigger slow_grant on credit_grant`.execute(db)
      const later = new Date(Date.now() + 10 * 60_000)
      const [due] = await ordersToAsk(db, later, 10)
      // Asked twice at once, and reported by a late webhook.
      await Promise.all([askAboutOrder(deps, due!, later), askAboutOrder(deps, due!, later)])
      expect((await order()).state).toBe('paid')
      expect(await bought()).toHaveLength(1)
      expect((await balanceOf(db, (await order()).account_id)).total).toBe(700)
      expect(await auditLedgers(db)).toBeUndefined()
    })
  } finally {
    await remove()
  }
}, 240_000)

/** A program that starts one task by a key in a separate process; returns its answer's code. */
function startProgram(url: string, key: string, run: object): Promise<number> {
  const headers = [`authorization: Bearer ${key}`, 'content-type: application/json'].flatMap((line) => ['-H', line])
  const args = ['-sS', `${url}/admin/jowoai.srttranslate/run`, ...headers, '-d', JSON.stringify(run)]
  return new Promise((resolve, reject) =>
    execFile('curl', args, (error, out) => (error ? reject(error) : resolve((JSON.parse(out) as Envelope).code))),
  )
}

test('one key from a hundred processes at once: each task once, and no credit over its cap', async () => {
  const { env, inside, remove } = await openedInstallation()
  const servers: ServerProcess[] = []
  try {
    await inside(async ({ deps: { db } }) => {
      await db.insertInto('setting').values({ key: 'keys_for_new_accounts', value: '1' }).execute()
    })
    // Two processes answer where the database can be shared. One of them works: it says which engines there are.
    for (const CUELANE_ROLE of databaseUrl ? ['api', 'all'] : ['all'])
      servers.push(await spawnServer({ ...env, CUELANE_ROLE }))
    const [first] = servers
    const { ok, signIn } = clientOf(first!.url)
    signIn(
      (await ok('registerAccount', { name: 'maker', email: 'm@example.org', password: 'secret-123' })).access_token,
    )
    const settings = { name: 'k', scopes: ['read', 'write', 'run'], per_minute: 1000, month_credits: 6 } as const
    const { secret } = await ok('addApiKey', { ...settings, scopes: [...settings.scopes] })
    const { folder_id } = await ok('addFolder', { folder_name: 'f' })
    const content = `1\n00:00:01,000 --> 00:00:04,000\n${'x'.repeat(90)}\n`
    const files = await Promise.all(
      Array.from({ length: 10 }, () =>
        ok('addVersion', { folder_id, name: 'l', language: 'en', file_name: 'l.srt', content }),
      ),
    )
    const codes = await Promise.all(
      // Ten tasks, each started by ten of them.
      Array.from({ length: 100 }, (_, at) =>
        startProgram(servers[at % servers.length]!.url, secret, {
          ...{ file_id: files[Math.floor(at / 10)]!.file_id, source_language: 'en', to_language: 'es' },
          idempotency_key: `same run ${Math.floor(at / 10)}`,
        }),
      ),
    )
    expect(codes.every((code) => code === 0 || code === 1001 || code === 1004)).toBe(true)
    expect((await ok('listApiKeys', {})).list[0]!.month_spent).toBe(6)
    expect((await ok('listTasks', { page_size: 100 })).total).toBe(6)
    for (const server of servers.splice(0)) await server.stop()
    await inside(async ({ deps: { db } }) => {
      const held = await db.selectFrom('credit_entry').select('ref_id').where('kind', '=', 'hold').execute()
      expect(new Set(held.map(({ ref_id }) => ref_id)).size).toBe(6)
      expect(await auditLedgers(db)).toBeUndefined()
    })
  } finally {
    for (const server of servers) await server.kill()
    await remove()
  }
}, 240_000)

describe('by calls', () => {
  let server: TestServer
  beforeAll(async () => {
    server = await startServer({}, { worker: false })
  })
  afterAll(() => server.close())

  async function lines(token: string, count: number): Promise<string[]> {
    const { folder_id } = await server.ok('addFolder', { folder_name: newId() }, token)
    const content = `1\n00:00:01,000 --> 00:00:04,000\n${'x'.repeat(90)}\n`
    const version = { folder_id, name: 'l', language: 'en', file_name: 'l.srt', content } as const
    const made = await Promise.all(Array.from({ length: count }, () => server.ok('addVersion', version, token)))
    return made.map(({ file_id }) => file_id)
  }

  /** Leaves so many credits of the first ones. */
  async function leave(token: string, credits: number): Promise<string> {
    const { user_id, credits: had } = await server.ok('getInfo', {}, token)
    const staff = await developer(server)
    await server.services.deps.db.updateTable('account').set({ is_staff: true }).where('id', '=', staff.id).execute()
    const { userinfo } = await server.ok('getProfile', {}, staff.token)
    const { access_token } = await server.ok('loginAccount', { account: userinfo.name, password: 'secret-123' })
    const take = { account_id: user_id, amount: had - credits, reason: 'test', idempotency_key: newId() }
    await server.ok('takeCredits', take, access_token)
    return user_id
  }

  const runs = (token: string, files: readonly string[]) =>
    Promise.all(
      files.map((file_id, n) =>
        server.call(
          'runTranslate',
          { file_id, source_language: 'en', to_language: 'es', idempotency_key: `run ${n} of ${files.length}` },
          token,
        ),
      ),
    )

  test('fifty runs at once on a balance for one: one runs, the others say what is missing', async () => {
    const token = await signUp(server)
    const files = await lines(token, 50)
    await leave(token, 1)
    const answers = await runs(token, files)
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const refused = answers.filter(({ code }) => code !== 0) as Envelope[]
    expect(refused.every(({ data }) => (data as { reason?: string }).reason === 'insufficient_credits')).toBe(true)
    expect((await server.ok('getInfo', {}, token)).credits).toBe(0)
    expect(await auditLedgers(server.services.deps.db)).toBeUndefined()
  })

  test('runs and the end of the credits in the same instant: spent or written off, never both', async () => {
    const token = await signUp(server)
    const files = await lines(token, 20)
    const user_id = await leave(token, 3)
    const { db } = server.services.deps
    const soon = new Date(Date.now() + 150)
    await db.updateTable('credit_grant').set({ expires_at: soon }).where('account_id', '=', user_id).execute()
    await new Promise((resolve) => setTimeout(resolve, 100))
    const answers = await runs(token, files)
    await new Promise((resolve) => setTimeout(resolve, 200))
    const started = answers.filter(({ code }) => code === 0).length
    expect(started).toBeLessThanOrEqual(3)
    expect((await server.ok('getInfo', {}, token)).credits).toBe(0)
    const sum = async (kind: string) => {
      const rows = await db
        .selectFrom('credit_entry')
        .select('amount')
        .where('account_id', '=', user_id)
        .where('kind', '=', kind as 'hold')
        .execute()
      return rows.reduce((total, { amount }) => total + amount, 0)
    }
    expect((await sum('hold')) + started).toBe(0)
    expect(await auditLedgers(db)).toBeUndefined()
  })

  test('a key of somebody blocked, leaving or without the permission stops at once, whatever it asks', async () => {
    const { token, id } = await developer(server)
    const secret = await keyOf(server, token)
    const ask = async () =>
      (
        await server.app.inject({ url: '/admin/space.folder/getlist', headers: { authorization: `Bearer ${secret}` } })
      ).json<Envelope>().code
    const { db } = server.services.deps
    const change = (values: object) => db.updateTable('account').set(values).where('id', '=', id).execute()
    expect(await ask()).toBe(0)
    const now = new Date()
    for (const [bad, good] of [
      [{ blocked_at: now }, { blocked_at: null }],
      [{ delete_after: now }, { delete_after: null }],
      [{ auth_list: '[]' }, { auth_list: JSON.stringify([API_PERMISSION]) }],
    ] as const) {
      await change(bad)
      expect(await ask()).toBe(2401)
      await change(good)
      expect(await ask()).toBe(0)
    }
  })
})
