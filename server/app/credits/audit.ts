import { sql } from 'kysely'
import { firstDifference, type LedgerDifference } from '#core/domain/credits.ts'
import type { Db } from '../../store/db.ts'

/** A difference, and whose ledger has it. */
type FoundDifference = LedgerDifference & { readonly accountId: string }

const ACCOUNTS_AT_ONCE = 200

/** Checks every ledger, stores the result and returns the first difference. */
export async function auditLedgers(db: Db): Promise<FoundDifference | undefined> {
  let [accounts, entries] = [0, 0]
  let difference: FoundDifference | undefined
  let ids = await accountsAfter(db, '')
  for (let last = ids.at(-1); last !== undefined; last = ids.at(-1)) {
    for (const accountId of ids) {
      const audited = await auditAccount(db, accountId)
      accounts += 1
      entries += audited.entries
      difference ??= audited.difference && { ...audited.difference, accountId }
    }
    ids = await accountsAfter(db, last)
  }
  await db
    .insertInto('credit_audit')
    .values({ accounts, entries, difference: difference ? JSON.stringify(difference) : null })
    .execute()
  return difference
}

async function accountsAfter(db: Db, after: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select('id')
    .where('id', '>', after)
    .where((eb) =>
      eb.exists(eb.selectFrom('credit_entry').select('id').whereRef('credit_entry.account_id', '=', 'account.id')),
    )
    .orderBy('id')
    .limit(ACCOUNTS_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

async function auditAccount(
  db: Db,
  accountId: string,
): Promise<{ entries: number; difference: LedgerDifference | undefined }> {
  const lots = await db.selectFrom('credit_grant').select('id').where('account_id', '=', accountId).execute()
  const entries = await db
    .selectFrom('credit_entry')
    .select(['id', 'grant_id as lotId', 'kind', 'amount', 'balance_after as balanceAfter'])
    .select(['ref_type as refType', 'ref_id as refId'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return { entries: entries.length, difference: firstDifference(entries, new Set(lots.map(({ id }) => id))) }
}

/** Results of the last audits, newest first. */
export async function listAudits(db: Db, count: number) {
  const rows = await db
    .selectFrom('credit_audit')
    .leftJoin('account', (join) => join.on(sql<boolean>`account.id = credit_audit.difference->>'accountId'`))
    .select(['credit_audit.id', 'credit_audit.created_at', 'accounts', 'entries', 'difference'])
    .select(sql<string>`coalesce(account.name, account.email, '')`.as('account_name'))
    .orderBy('credit_audit.id', 'desc')
    .limit(count)
    .execute()
  return rows.map(({ created_at, ...row }) => ({ ...row, create_time: created_at.toISOString() }))
}
