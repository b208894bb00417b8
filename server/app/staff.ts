import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { CUSTOMER_TYPE, VISITOR_TYPE } from '#core/domain/account.ts'
import type { Db } from '../store/db.ts'
import { publishSessionChange } from '../store/events.ts'
import { newId } from '../store/id.ts'
import { newKey } from './accounts.ts'
import { makeLink } from './addresses/links.ts'
import { isNamed } from './addresses/named.ts'
import { noteAct } from './staff/audit.ts'
import { hashPassword } from './passwords.ts'

/** Makes an account one of the staff, or no longer; false if none has the name or proved address. */
export async function setStaff(db: Db, name: string, isStaff: boolean): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .updateTable('account')
      .set({ is_staff: isStaff })
      .where(isNamed(name))
      .returning('id')
      .executeTakeFirst()
    if (!account) return false
    await publishSessionChange(tx, { kind: 'account', account_id: account.id })
    const act = isStaff ? 'staff_added' : 'staff_removed'
    await noteAct(tx, { actorId: undefined, act, subject: ['account', account.id] })
    return true
  })
}

/** A password link for an account's owner; undefined if none has the name or proved address. */
export async function passwordLink(db: Db, name: string, site: string): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    const account = await tx
      .selectFrom('account')
      .select('id')
      .where(isNamed(name))
      .where('customer_type', '!=', VISITOR_TYPE)
      .where('blocked_at', 'is', null)
      .executeTakeFirst()
    if (!account) return undefined
    await noteAct(tx, { actorId: undefined, act: 'password_link_made', subject: ['account', account.id] })
    return makeLink(tx, site, { kind: 'password', accountId: account.id, email: null })
  })
}

/** Creates a staff account; returns its password, which is not stored. */
export async function addStaffAccount(db: Db, name: string): Promise<string> {
  const password = randomBytes(12).toString('base64url')
  const password_hash = await hashPassword(password)
  const id = newId()
  const account = { ckey: newKey(), customer_type: CUSTOMER_TYPE, name, nickname: name, password_hash, is_staff: true }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('account')
      .values({ id, ...account })
      .execute()
    await noteAct(tx, { actorId: undefined, act: 'staff_added', subject: ['account', id] })
  })
  return password
}

/** Names of the staff in alphabetical order. */
export async function staffNames(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('account')
    .select(sql<string>`coalesce(name, email, id)`.as('name'))
    .where('is_staff', '=', true)
    .orderBy('name')
    .execute()
  return rows.map(({ name }) => name)
}
