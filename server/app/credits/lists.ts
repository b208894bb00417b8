import { stringify } from 'csv-stringify/sync'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Consumption, Recharge } from '#core/contract/finance.ts'
import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Db } from '../../store/db.ts'
import { translateMessage } from '../messages.ts'
import { listPage, totalColumn } from '../paging.ts'
import { daysAgo } from './days.ts'

/** Row limit of files: a spreadsheet opens no more. */
const MOST_ROWS = 100_000

type ConsumeFilter = Omit<ParsedInputOf<'listConsumption'>, 'page' | 'page_size'>
type RechargeFilter = Omit<ParsedInputOf<'listRecharges'>, 'page' | 'page_size'>

/** Entries that took or returned credits; those of one act on several lots are one. */
function consumption(db: Db, accountId: string, { kind, task_type, search, days }: ConsumeFilter) {
  let query = db
    .selectFrom('credit_entry as entry')
    .select(['kind', 'ref_type', 'ref_id', 'task_type', 'note'])
    .select((eb) => [
      eb.fn.max('id').as('id'),
      sql<number>`sum(amount)::int`.as('amount'),
      eb.fn.max('created_at').as('created_at'),
      sql<number>`(array_agg(balance_after order by id desc))[1]`.as('balance'),
      outcomeColumn,
      totalColumn,
    ])
    .where('account_id', '=', accountId)
    .where('kind', 'not in', ['grant', 'settle'])
    .groupBy(['kind', 'ref_type', 'ref_id', 'task_type', 'note', 'account_id'])
    .orderBy(sql`max(id)`, 'desc')
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (task_type !== undefined && task_type !== '') query = query.where('task_type', '=', task_type)
  if (search !== undefined && search !== '')
    query = query.where('note', 'ilike', `%${search.replace(/[\\%_]/g, '\\$&')}%`)
  if (days !== undefined) query = query.where('created_at', '>', daysAgo(days))
  return query
}

/** The outcome of what a task held. */
const outcomeColumn = sql<Consumption['outcome']>`
  case when kind <> 'hold' then '' else coalesce((
    select case closing.kind when 'settle' then 'spent' else 'returned' end
    from credit_entry as closing
    where closing.ref_type = entry.ref_type and closing.ref_id = entry.ref_id
      and closing.kind in ('settle', 'release')
    limit 1
  ), 'open') end`.as('outcome')

type RowOf<Q> = Q extends SelectQueryBuilder<infer _D, infer _T, infer Row> ? Row : never
type ConsumptionRow = RowOf<ReturnType<typeof consumption>>

function describeConsumption(row: ConsumptionRow): Consumption {
  return {
    id: row.id,
    kind: row.kind,
    amount: row.amount,
    balance: row.balance,
    task_type: row.task_type,
    task_id: row.ref_type === 'task' ? row.ref_id : '',
    note: row.note,
    outcome: row.outcome,
    create_time: new Date(row.created_at).toISOString(),
  }
}

/** A page of the uses of the user's credits. */
export async function listConsumption(
  db: Db,
  accountId: string,
  { page, page_size, ...filter }: ParsedInputOf<'listConsumption'>,
): Promise<DataOf<'listConsumption'>> {
  return listPage(consumption(db, accountId, filter), { page, page_size }, describeConsumption)
}

function recharges(db: Db, accountId: string, { source, open, days }: RechargeFilter) {
  const now = new Date()
  let query = db
    .selectFrom('credit_grant')
    .leftJoin('credit_entry', 'credit_entry.grant_id', 'credit_grant.id')
    .leftJoin('purchase_order', 'purchase_order.grant_id', 'credit_grant.id')
    .select(['credit_grant.id', 'source', 'reason', 'credit_grant.created_at', 'credit_grant.expires_at'])
    .select([
      'purchase_order.id as order_id',
      sql<number>`coalesce(sum(credit_entry.amount), 0)::int`.as('left'),
      sql<number>`coalesce(sum(credit_entry.amount) filter (where credit_entry.kind = 'grant'
        or (reason = 'returned' and credit_entry.kind in ('release', 'refund') and credit_entry.amount > 0)), 0)::int`.as(
        'credits',
      ),
      totalColumn,
    ])
    .where('credit_grant.account_id', '=', accountId)
    .groupBy(['credit_grant.id', 'purchase_order.id'])
    .orderBy('credit_grant.created_at', 'desc')
    .orderBy('credit_grant.id')
  if (source !== undefined) query = query.where('source', '=', source)
  if (days !== undefined) query = query.where('credit_grant.created_at', '>', daysAgo(days))
  if (open === '1')
    query = query
      .where((eb) => eb.or([eb('credit_grant.expires_at', 'is', null), eb('credit_grant.expires_at', '>', now)]))
      .having(sql<boolean>`sum(credit_entry.amount) > 0`)
  return query
}

type RechargeRow = RowOf<ReturnType<typeof recharges>>

function describeRecharge(row: RechargeRow): Recharge {
  const hasEnded = row.expires_at !== null && row.expires_at <= new Date()
  return {
    id: row.id,
    source: row.source,
    reason: row.reason,
    credits: row.credits,
    left: hasEnded ? 0 : row.left,
    order_id: row.order_id ?? '',
    create_time: row.created_at.toISOString(),
    expire_time: row.expires_at?.toISOString() ?? '',
  }
}

/** A page of the credits that the user received. */
export async function listRecharges(
  db: Db,
  accountId: string,
  { page, page_size, ...filter }: ParsedInputOf<'listRecharges'>,
): Promise<DataOf<'listRecharges'>> {
  return listPage(recharges(db, accountId, filter), { page, page_size }, describeRecharge)
}

interface Reader {
  readonly accountId: string
  readonly language: InterfaceLanguage
}

/** The same as a file for spreadsheets; text that looks like a formula is escaped. */
export async function consumptionFile(db: Db, { accountId, language }: Reader, filter: ConsumeFilter) {
  const rows = await consumption(db, accountId, filter).limit(MOST_ROWS).execute()
  const word = wordsOf(language)
  const lines = rows
    .map(describeConsumption)
    .map((row) => [
      row.create_time,
      word(`entry_${row.kind}`),
      row.amount,
      row.balance,
      row.task_type,
      row.note,
      row.task_id,
    ])
  const head = ['csv_time', 'csv_kind', 'csv_amount', 'csv_balance', 'csv_task_type', 'csv_note', 'csv_task'].map(word)
  return { file_name: `${word('csv_consumption')}.csv`, content: csv([head, ...lines]) }
}

/** The credits that were received, as a file for spreadsheets. */
export async function rechargesFile(db: Db, { accountId, language }: Reader, filter: RechargeFilter) {
  const rows = await recharges(db, accountId, filter).limit(MOST_ROWS).execute()
  const word = wordsOf(language)
  const lines = rows
    .map(describeRecharge)
    .map((row) => [row.create_time, word(`source_${row.source}`), row.credits, row.left, row.expire_time, row.order_id])
  const head = ['csv_time', 'csv_source', 'csv_amount', 'csv_left', 'csv_end', 'csv_order'].map(word)
  return { file_name: `${word('csv_recharges')}.csv`, content: csv([head, ...lines]) }
}

const wordsOf =
  (language: InterfaceLanguage) =>
  (key: string): string =>
    translateMessage(language, key)

function csv(rows: readonly (string | number)[][]): string {
  return stringify(
    rows.map((row) => [...row]),
    { escape_formulas: true, record_delimiter: 'windows', bom: true },
  )
}
