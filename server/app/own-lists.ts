import type { DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { Db } from '../store/db.ts'
import { publishEvent } from '../store/events.ts'

/** A list of the caller's own. */
export async function getOwnList(
  db: Db,
  accountId: string,
  { kind }: ParsedInputOf<'getOwnList'>,
): Promise<DataOf<'getOwnList'>> {
  const row = await db
    .selectFrom('own_list')
    .select(['revision', 'items'])
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .executeTakeFirst()
  return row ?? { revision: 0, items: [] }
}

/** Stores the list at the revision that it was read at; otherwise writes nothing and returns the stored list. */
export async function setOwnList(
  db: Db,
  accountId: string,
  { kind, revision, items }: ParsedInputOf<'setOwnList'>,
): Promise<DataOf<'setOwnList'>> {
  return db.transaction().execute(async (tx) => {
    const next = { revision: revision + 1, items: JSON.stringify(items), updated_at: new Date() }
    const written = await (
      revision === 0
        ? tx
            .insertInto('own_list')
            .values({ account_id: accountId, kind, ...next })
            .onConflict((conflict) => conflict.doNothing())
            .returning('revision')
        : tx
            .updateTable('own_list')
            .set(next)
            .where('account_id', '=', accountId)
            .where('kind', '=', kind)
            .where('revision', '=', revision)
            .returning('revision')
    ).executeTakeFirst()
    if (!written) return { is_kept: false, ...(await getOwnList(tx, accountId, { kind })) }
    await publishEvent(tx, accountId, { kind: 'own_list', list: kind, revision: written.revision })
    return { is_kept: true, revision: written.revision, items }
  })
}
