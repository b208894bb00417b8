import type { Area, Tell } from './rows.ts'
import type { Caller, Target } from './target.ts'
import { srt } from './things.ts'

/** Of 100 letters: one credit to translate. */
async function line(owner: Caller): Promise<string> {
  const { folder_id } = await owner.ok('addFolder', { folder_name: 'spending' })
  const version = { folder_id, name: 'v', language: 'en', content: srt('x'.repeat(90)) } as const
  return (await owner.ok('addVersion', version)).file_id
}

const pair = { source_language: 'en', to_language: 'es' } as const
const many = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

async function attackSpending(target: Target, tell: Tell): Promise<void> {
  const { staff } = target
  const idOf = async (owner: Caller): Promise<string> => (await owner.ok('getInfo', {})).user_id
  const credits = async (owner: Caller): Promise<number> => (await owner.ok('getInfo', {})).credits
  let takes = 0
  const leave = async (owner: Caller, amount: number): Promise<void> => {
    const take = (await credits(owner)) - amount
    const reason = { reason: 'an attack', idempotency_key: `leave so many ${++takes}` }
    await staff.ok('takeCredits', { account_id: await idOf(owner), amount: take, ...reason })
  }

  const racer = await target.person()
  // A version for each, since an equal task is refused.
  const files = await many(30, () => line(racer))
  await leave(racer, 1)
  const runs = await Promise.all(
    files.map((file_id, at) => racer.call('runTranslate', { file_id, ...pair, idempotency_key: `race ${at} …` })),
  )
  const started = runs.filter(({ code }) => code === 0).length
  tell('30 tasks at once on a balance for one', '1 started, 0 left', `${started} started, ${await credits(racer)} left`)

  const repeater = await target.person()
  const again = await line(repeater)
  const had = await credits(repeater)
  const same = await many(20, () =>
    repeater.call('runTranslate', { file_id: again, ...pair, idempotency_key: 'the same' }),
  )
  const ids = new Set(same.filter(({ code }) => code === 0).map(({ data }) => data.task_id))
  tell(
    'one idempotency key 20 times at once',
    '1 task, 1 credit',
    `${ids.size} task, ${had - (await credits(repeater))} credit`,
  )
  const [task_id = ''] = ids
  const other = await target.person()
  const theirs = await other.call('runTranslate', { file_id: await line(other), ...pair, idempotency_key: 'the same' })
  tell(
    'the same key by another account',
    'another task',
    theirs.data.task_id === task_id ? 'that task' : 'another task',
  )

  const refunds = await many(10, () => staff.call('refundTask', { task_id, reason: 'an attack' }))
  const paid = refunds.filter(({ code }) => code === 0).length
  const now = await credits(repeater)
  tell('10 refunds of one task at once', `at most 1, ${had} at most`, `${paid}, ${now}`, paid <= 1 && now <= had)

  const deleter = await target.person()
  const doomed = await deleter.ok('runTranslate', {
    file_id: await line(deleter),
    ...pair,
    idempotency_key: 'doomed task',
  })
  await many(20, () => deleter.call('deleteTask', { task_id: doomed.task_id }))
  const after = await credits(deleter)
  tell('20 deletions of one task at once', '200 at most', String(after), after <= 200)

  const account_id = await idOf(other)
  for (const amount of [-1, 0, 0.5, 2 ** 31, 1e9, 1e308, '1', null, [1]]) {
    const input = { account_id, amount, days: 1, reason: 'x', idempotency_key: `amount ${String(amount)} …` }
    const [give, take] = [await staff.send('grantCredits', input), await staff.send('takeCredits', input)]
    tell(`${JSON.stringify(amount)} credits given or taken`, '1001, 1001', `${give.code}, ${take.code}`)
  }
  const grant = { account_id, amount: 5, days: 1, reason: 'x', idempotency_key: 'given once' }
  const before = await credits(other)
  await many(10, () => staff.call('grantCredits', grant))
  tell('one grant 10 times at once', '5 credits', `${(await credits(other)) - before} credits`)
  const takers = await target.person()
  const all = { account_id: await idOf(takers), amount: 150, reason: 'x' }
  await many(10, (at) => staff.call('takeCredits', { ...all, idempotency_key: `taken often ${at}` }))
  tell('150 of 200 credits taken 10 times at once', '50 left', `${await credits(takers)} left`)

  const claimer = await target.person()
  const free = (await claimer.ok('listSkus', {})).list.find(({ amount }) => amount === 0)
  const page = { from: '/x', success_url: '/x', fail_url: '/x' }
  const start = await credits(claimer)
  await many(10, (at) =>
    claimer.call('createOrder', { sku_id: free?.sku_id ?? '', ...page, idempotency_key: `free one ${at}` }),
  )
  const gift = (free?.beans_buy ?? 0) + (free?.beans_gift ?? 0)
  const won = (await credits(claimer)) - start
  tell('the free package 10 times at once', `${gift} at most`, String(won), won <= gift)
  for (const owner of [racer, repeater, deleter, other, takers, claimer]) await addsUp(owner, tell)
}

/** Sum of received and spent credits. */
async function addsUp(owner: Caller, tell: Tell): Promise<void> {
  const { list: received } = await owner.ok('listRecharges', { page_size: 200 })
  const { list: spent } = await owner.ok('listConsumption', { page_size: 200 })
  const { credits } = await owner.ok('getInfo', {})
  const sum = [...received.map((lot) => lot.credits), ...spent.map(({ amount }) => amount)].reduce((a, b) => a + b, 0)
  tell(`what ${owner.name} received and spent`, `${credits} left`, `${sum} left`)
}

export const spending: Area<Target> = { name: 'spending', attack: attackSpending }
