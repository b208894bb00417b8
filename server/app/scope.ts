import { type Selectable, sql } from 'kysely'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Db } from '../store/db.ts'
import type { Schema } from '../store/schema.ts'
import { notFound } from './refusal.ts'

/** The caller, and the database or the open transaction. */
export interface Scope {
  readonly db: Db
  readonly accountId: string
  readonly language: InterfaceLanguage
  /** The API key of the call. */
  readonly keyId?: string | undefined
}

/** The account on whose behalf something starts, and its key. */
export type Starter = Pick<Scope, 'accountId' | 'keyId'>

/** Tables whose rows belong to an account. */
export type OwnedTable = {
  [T in keyof Schema]: Schema[T] extends { id: string; account_id: string } ? T : never
}[keyof Schema]

/**
 * The caller's row of this id. A foreign, unknown or deleted row gets the same Refusal, so that the answer leaks nothing.
 * `lock` locks the row.
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
