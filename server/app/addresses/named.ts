import { type RawBuilder, sql } from 'kysely'

/**
 * Whether an account is the one that a text names, for a query over `account`: by its user name, or by an address that
 * was proved. Of an unproved one nobody knows whose it is.
 */
export function isNamed(text: string): RawBuilder<boolean> {
  return sql<boolean>`(${hasName(text)} or (lower(account.email) = ${text.trim().toLowerCase()} and account.email_verified))`
}

/** The same for a log-in, where the password proves who it is: by any address. */
export function mayLogInAs(text: string): RawBuilder<boolean> {
  return sql<boolean>`(${hasName(text)} or lower(account.email) = ${text.trim().toLowerCase()})`
}

/** New names are composed (NFC); those of before are as they were typed. */
function hasName(text: string): RawBuilder<boolean> {
  const name = text.trim().toLowerCase()
  return sql<boolean>`lower(account.name) in (${name}, ${name.normalize('NFC')})`
}
