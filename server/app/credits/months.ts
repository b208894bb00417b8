import { sql } from 'kysely'
import type { DataOf } from '#core/contract/index.ts'
import type { Db } from '../../store/db.ts'

const MONTHS = 12

/** What the account's credits were used for in the last months: by the month in which a task began. */
export async function sumConsumption(db: Db, accountId: string, now: Date): Promise<DataOf<'sumConsumption'>> {
  const { time_zone } = await db
    .selectFrom('account')
    .select('time_zone')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const months = lastMonths(now, time_zone)
  const { rows } = await sql<DataOf<'sumConsumption'>['sums'][number]>`
    with used as (
      select min(created_at) as began, task_type, -sum(amount) as credits
      from credit_entry
      where account_id = ${accountId} and (ref_type = 'task' or kind = 'expiry')
      group by kind = 'expiry', ref_type, ref_id, task_type
    )
    select to_char(began at time zone ${time_zone}, 'YYYY-MM') as month, task_type, sum(credits)::int as credits
    from used
    group by 1, 2
    having sum(credits) > 0
    order by 1, 2`.execute(db)
  return { months, sums: rows.filter(({ month }) => months.includes(month)) }
}

/** The month of a moment and those before it. */
function lastMonths(now: Date, timeZone: string): string[] {
  const parts = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric' }).formatToParts(now)
  const partOf = (type: string): number => Number(parts.find((part) => part.type === type)?.value)
  const last = partOf('year') * 12 + partOf('month') - 1
  return Array.from({ length: MONTHS }, (_, at) => {
    const month = last - (MONTHS - 1) + at
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}
