import { type Selectable, sql } from 'kysely'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Db } from '../store/db.ts'
import type { Schema } from '../store/schema.ts'
import { notFound } from './refusal.ts'

/** On whose behalf something is done, and where: a transaction stands in for the database inside one. */
export interface Scope {
  readonly db: Db
  readonly accountId: string
  readonly language: InterfaceLanguage
  /** The key that a program calls by. */
  readonly keyId?: string | undefined
}

/** On whose account something is started, and by which key. */
export type Starter = Pick<Scope, 'accountId' | 'keyId'>

/** Tables whose rows belong to an account. */
export type OwnedTable = {
  [T in keyof Schema]: Schema[T] extends { id: string; account_id: string } ? T : never
}[keyof Schema]

/**
 * The caller's row of this id. A row of another account, a made-up id and a deleted row get the same Refusal, so that
 * the answer does not say what others have. `lock` keeps the row from others until the transaction ends.
 */
export async function own<T extends OwnedTable>(
  { db, accountId }: Pick<Scope, 'db' | 'accountId'>,
  table: T,
  id: string,
  { lock = false } = {},
): Promise<Selectable<Schema[T]>> {
  const { rows } = await sql<Selectable<Schema[T]>>`
    select * from ${sql.table(table)} where id = ${id} and account_id = ${accountId}
    ${lock ? sql`for update` : sql``}`.execute(db)
  const [row] = rows
  if (!row) throw notFound()
  return row
}
