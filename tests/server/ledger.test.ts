import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeAway } from '#server/app/credits/adjust.ts'
import { auditLedgers, listAudits } from '#server/app/credits/audit.ts'
import { balanceOf, grantCredits } from '#server/app/credits/grant.ts'
import { readLots } from '#server/app/credits/ledger.ts'
import { accountsWithEnded, accountsWithoutGift, giveMonthlyGift, writeOff } from '#server/app/credits/schedule.ts'
import { holdCredits, refundTask, releaseCredits, settleCredits } from '#server/app/credits/spend.ts'
import { Refusal } from '#server/app/refusal.ts'
import { auditSweep } from '#server/jobs/sweeps/credits.ts'
import type { Db, Tx } from '#server/store/db.ts'
import { newId } from '#server/store/id.ts'
import { signUp, startServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let db: Db
beforeAll(async () => {
  server = await startServer({}, { worker: false })
  db = server.services.deps.db
})
afterAll(() => server.close())

const START = new Date('2026-03-01T00:00:00Z')
const HOUR = 3_600_000
const at = (hours: number): Date => new Date(START.getTime() + hours * HOUR)

const within = <T>(run: (tx: Tx) => Promise<T>): Promise<T> => db.transaction().execute(run)

async function newAccount(): Promise<string> {
  const id = newId()
  await db
    .insertInto('account')
    .values({ id, customer_type: 1, name: id, password_hash: '-', nickname: 'x', ckey: id, created_at: at(-2000) })
    .execute()
  return id
}

const entriesOf = (accountId: string) =>
  db.selectFrom('credit_entry').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

const grant = (owner: string, amount: number, hours: number | undefined, now: Date, key = newId()) =>
  within((tx) =>
    grantCredits(
      tx,
      owner,
      {
        source: 'gift',
        reason: 'test',
        idempotencyKey: key,
        amount,
        ...(hours !== undefined && { expiresAt: new Date(now.getTime() + hours * HOUR) }),
      },
      now,
    ),
  )

/** What happens to an account, at hours that go by. */
type Act =
  | { do: 'wait'; hours: number }
  | { do: 'grant'; amount: number; hours: number | undefined; twice: boolean }
  | { do: 'hold'; amount: number }
  | { do: 'settle' | 'fail' | 'take_back' | 'refund'; task: number; twice: boolean }
  | { do: 'take_away'; amount: number }
  | { do: 'write_off' }

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    do: fc.constant('grant' as const),
    amount: fc.integer({ min: 1, max: 30 }),
    hours: fc.option(fc.integer({ min: 1, max: 90 }), { nil: undefined }),
    twice: fc.boolean(),
  }),
  fc.record({ do: fc.constant('hold' as const), amount: fc.integer({ min: 1, max: 25 }) }),
  fc.record({
    do: fc.constantFrom('settle' as const, 'fail' as const, 'take_back' as const, 'refund' as const),
    task: fc.nat(9),
    twice: fc.boolean(),
  }),
  fc.record({ do: fc.constant('take_away' as const), amount: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ do: fc.constant('write_off' as const) }),
)

interface Play {
  readonly owner: string
  now: Date
  readonly tasks: string[]
}

async function ignoreShortage(run: Promise<unknown>): Promise<boolean> {
  try {
    await run
    return true
  } catch (error) {
    if (error instanceof Refusal && error.key === 'insufficient_credits') return false
    throw error
  }
}

const closings = {
  settle: (tx: Tx, task: string, now: Date) => settleCredits(tx, task, now),
  fail: (tx: Tx, task: string, now: Date) => releaseCredits(tx, task, 'failed', now),
  take_back: (tx: Tx, task: string, now: Date) => releaseCredits(tx, task, 'taken_back', now),
  refund: async (tx: Tx, task: string, now: Date) => void (await refundTask(tx, task, 'sorry', now)),
}

async function play(state: Play, step: Act): Promise<void> {
  const { owner, now, tasks } = state
  const times = 'twice' in step && step.twice ? [1, 2] : [1]
  if (step.do === 'wait') state.now = new Date(now.getTime() + step.hours * HOUR)
  else if (step.do === 'grant') {
    const key = newId()
    for (const _ of times) await grant(owner, step.amount, step.hours, now, key)
  } else if (step.do === 'hold') {
    const id = newId()
    if (await ignoreShortage(within((tx) => holdCredits(tx, owner, { id }, step.amount, now)))) tasks.push(id)
  } else if (step.do === 'take_away') {
    const adjustment = { amount: step.amount, reason: 'test', idempotencyKey: newId() }
    await ignoreShortage(within((tx) => takeAway(tx, owner, adjustment, now)))
  } else if (step.do === 'write_off') await writeOff(db, owner, now)
  else {
    const task = tasks[step.task % Math.max(1, tasks.length)]
    if (task !== undefined) for (const _ of times) await within((tx) => closings[step.do](tx, task, now))
  }
}

describe('whatever happens to an account', () => {
  test('the sum of its entries is its balance, nothing is negative, what ends first goes first, once is once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (history) => {
        const state: Play = { owner: await newAccount(), now: START, tasks: [] }
        for (const step of history) {
          const before = await balanceOf(db, state.owner, state.now)
          const count = (await entriesOf(state.owner)).length
          await play(state, step)
          const entries = await entriesOf(state.owner)
          const taken = entries.slice(count).filter(({ kind }) => kind === 'hold')
          if (taken.length > 0) await checkOrder(state.owner, taken, state.now)
          if (step.do === 'hold' && taken.length > 0) {
            expect((await balanceOf(db, state.owner, state.now)).total).toBe(before.total - step.amount)
          }
        }
        await writeOff(db, state.owner, state.now)
        const entries = await entriesOf(state.owner)
        const sum = entries.reduce((total, { amount }) => total + amount, 0)
        expect((await balanceOf(db, state.owner, state.now)).total).toBe(sum)
        expect(entries.every(({ balance_after }) => balance_after >= 0)).toBe(true)
        expect((await readLots(db, state.owner)).every(({ left }) => left >= 0)).toBe(true)
        for (const task of state.tasks) checkTask(entries.filter(({ ref_id }) => ref_id === task))
      }),
      { numRuns: 40 },
    )
    expect(await auditLedgers(db)).toBeUndefined()
  })
})

/** No lot that ends later was touched while one that ends earlier had something left. */
async function checkOrder(owner: string, taken: { grant_id: string }[], now: Date): Promise<void> {
  const lots = await db.selectFrom('credit_grant').selectAll().where('account_id', '=', owner).execute()
  const endOf = (id: string): number => lots.find((lot) => lot.id === id)?.expires_at?.getTime() ?? Infinity
  const ends = taken.map(({ grant_id }) => endOf(grant_id))
  expect(ends).toEqual([...ends].sort((a, b) => a - b))
  const latest = ends.at(-1)!
  const left = await readLots(db, owner)
  const passedOver = left.filter(({ id, left: rest }) => rest > 0 && endOf(id) > now.getTime() && endOf(id) < latest)
  expect(passedOver.filter(({ id }) => !taken.some(({ grant_id }) => grant_id === id))).toEqual([])
}

/** What a task took is closed once, and never comes back as more than it was. */
function checkTask(entries: { kind: string; amount: number }[]): void {
  const sum = (...kinds: string[]): number =>
    entries.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0)
  const held = -sum('hold')
  expect([0, held]).toContain(sum('release'))
  expect([0, held]).toContain(sum('refund'))
  expect(sum('release') + sum('refund')).toBeLessThanOrEqual(held)
}

describe('what was decided', () => {
  test('credits of a failed task whose lot has ended can be spent for seven more days', async () => {
    const owner = await newAccount()
    await grant(owner, 10, 5, at(0))
    await within((tx) => holdCredits(tx, owner, { id: `late ${owner}` }, 8, at(1)))
    await within((tx) => releaseCredits(tx, `late ${owner}`, 'failed', at(24)))
    expect((await balanceOf(db, owner, at(25))).total).toBe(8)
    expect((await balanceOf(db, owner, at(24 + 7 * 24))).total).toBe(0)
    const kinds = (await entriesOf(owner)).map(({ kind, amount }) => `${kind} ${amount}`)
    expect(kinds).toEqual(['grant 10', 'hold -8', 'expiry -2', 'release 8'])
  })

  test('those of a task that was taken back end with their lot', async () => {
    const owner = await newAccount()
    await grant(owner, 10, 5, at(0))
    await within((tx) => holdCredits(tx, owner, { id: `back ${owner}` }, 8, at(1)))
    await within((tx) => releaseCredits(tx, `back ${owner}`, 'taken_back', at(24)))
    const kinds = (await entriesOf(owner)).map(({ kind, amount }) => `${kind} ${amount}`)
    expect(kinds).toEqual(['grant 10', 'hold -8', 'expiry -2', 'release 8', 'expiry -8'])
  })

  test('an expiry leaves alone what is held, which is spent or comes back', async () => {
    const owner = await newAccount()
    await grant(owner, 10, 5, at(0))
    await within((tx) => holdCredits(tx, owner, { id: `held ${owner}` }, 8, at(1)))
    await writeOff(db, owner, at(6))
    await within((tx) => settleCredits(tx, `held ${owner}`, at(7)))
    expect(await within((tx) => refundTask(tx, `held ${owner}`, 'bad sound', at(8)))).toBe(8)
    expect(await within((tx) => refundTask(tx, `held ${owner}`, 'again', at(8)))).toBe(0)
    expect((await balanceOf(db, owner, at(9))).total).toBe(8)
  })

  test('fifty runs at once on a balance for one: one gets it', async () => {
    const owner = await newAccount()
    await grant(owner, 10, undefined, at(0))
    const runs = await Promise.all(
      Array.from({ length: 50 }, (_, run) =>
        ignoreShortage(within((tx) => holdCredits(tx, owner, { id: `${owner} ${run}` }, 7, at(1)))),
      ),
    )
    expect(runs.filter(Boolean)).toHaveLength(1)
    expect((await balanceOf(db, owner, at(2))).total).toBe(3)
  })

  test('a run and an expiry in the same instant: the run comes before, or finds nothing', async () => {
    const owner = await newAccount()
    await grant(owner, 10, 5, at(0))
    const [ran] = await Promise.all([
      ignoreShortage(within((tx) => holdCredits(tx, owner, { id: `instant ${owner}` }, 10, at(5)))),
      writeOff(db, owner, at(5)),
      writeOff(db, owner, at(5)),
    ])
    expect(ran).toBe(false)
    expect((await entriesOf(owner)).map(({ kind, amount }) => `${kind} ${amount}`)).toEqual(['grant 10', 'expiry -10'])
  })

  test('the same grant, settlement and release from many sides at once count once', async () => {
    const owner = await newAccount()
    await Promise.all(Array.from({ length: 20 }, () => grant(owner, 10, undefined, at(0), 'one key')))
    await within((tx) => holdCredits(tx, owner, { id: `many ${owner}` }, 4, at(1)))
    await Promise.all([
      ...Array.from({ length: 10 }, () => within((tx) => releaseCredits(tx, `many ${owner}`, 'failed', at(2)))),
      ...Array.from({ length: 10 }, () => within((tx) => settleCredits(tx, `many ${owner}`, at(2)))),
    ])
    const kinds = (await entriesOf(owner)).map(({ kind }) => kind)
    expect(kinds.slice(0, 2)).toEqual(['grant', 'hold'])
    expect(kinds).toHaveLength(3)
  })
})

describe('the schedule', () => {
  test('gives the gift of the month by the calendar of each account, once, and writes its end off', async () => {
    const [madrid, shanghai] = [await newAccount(), await newAccount()]
    const zones = { [madrid]: 'Europe/Madrid', [shanghai]: 'Asia/Shanghai' }
    for (const [id, time_zone] of Object.entries(zones))
      await db.updateTable('account').set({ time_zone }).where('id', '=', id).execute()
    const due = async (now: Date) => {
      const found = await accountsWithoutGift(db, now, 1000)
      return found.filter(({ id }) => id in zones)
    }
    // In Shanghai it is April, in Madrid still March.
    const now = new Date('2026-03-31T17:00:00Z')
    for (const account of await due(now)) await giveMonthlyGift(db, account, now)
    expect(await due(now)).toEqual([])
    expect((await balanceOf(db, madrid, now)).total).toBe(50)
    const later = new Date('2026-03-31T22:00:00Z')
    expect((await due(later)).map(({ id }) => id)).toEqual([madrid])
    expect((await balanceOf(db, madrid, later)).total).toBe(0)
    expect((await balanceOf(db, shanghai, later)).total).toBe(50)
    expect((await accountsWithEnded(db, later, 1000)).map(({ id }) => id)).toContain(madrid)
    await writeOff(db, madrid, later)
    expect((await entriesOf(madrid)).map(({ kind }) => kind)).toEqual(['grant', 'expiry'])
    // Who moves to where it is March again gets no second gift for April.
    await db.updateTable('account').set({ time_zone: 'Pacific/Honolulu' }).where('id', '=', shanghai).execute()
    const gifts = (await due(later)).filter(({ id }) => id === shanghai)
    for (const account of gifts) await giveMonthlyGift(db, account, later)
    await db.updateTable('account').set({ time_zone: 'Asia/Shanghai' }).where('id', '=', shanghai).execute()
    expect((await due(later)).filter(({ id }) => id === shanghai)).toEqual([])
  })

  test('a new account has its first gift in the month after; one that is blocked or gone has none', async () => {
    const { user_id } = await server.ok('getInfo', {}, await signUp(server))
    const now = new Date()
    const later = new Date(now.getTime() + 32 * 24 * HOUR)
    const isDue = async (when: Date) => (await accountsWithoutGift(db, when, 1000)).some(({ id }) => id === user_id)
    expect(await isDue(now)).toBe(false)
    expect(await isDue(later)).toBe(true)
    await db.updateTable('account').set({ blocked_at: now }).where('id', '=', user_id).execute()
    expect(await isDue(later)).toBe(false)
  })
})

describe('the database', () => {
  test('refuses every change of an entry, and lets them go with their account', async () => {
    const owner = await newAccount()
    await grant(owner, 10, undefined, at(0))
    const mine = () => db.selectFrom('credit_entry').select('id').where('account_id', '=', owner).execute()
    await expect(db.updateTable('credit_entry').set({ amount: 99 }).execute()).rejects.toThrow('append-only')
    await expect(db.deleteFrom('credit_entry').where('account_id', '=', owner).execute()).rejects.toThrow('append-only')
    await expect(sql`truncate credit_entry`.execute(db)).rejects.toThrow('append-only')
    expect(await mine()).toHaveLength(1)
    await db.deleteFrom('account').where('id', '=', owner).execute()
    expect(await mine()).toEqual([])
  })

  test('what was written past the rules is found by the audit, and kept for staff', async () => {
    const owner = await newAccount()
    const { grantId } = await grant(owner, 10, undefined, at(0))
    await db
      .insertInto('credit_entry')
      .values({
        account_id: owner,
        grant_id: grantId,
        kind: 'adjust',
        amount: 5,
        balance_after: 10,
        ref_type: 'adjust',
        ref_id: 'by hand',
      })
      .execute()
    const reported: string[] = []
    await auditSweep.run(server.services.deps, new Date(), (id) => reported.push(id))
    expect(reported).toEqual([owner])
    const [last] = await listAudits(db, 1)
    expect(last?.difference).toMatchObject({ accountId: owner, what: 'balance', expected: 15, found: 10 })
  })
})
