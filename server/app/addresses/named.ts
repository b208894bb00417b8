import { type RawBuilder, sql } from 'kysely'

/** SQL: whether an account has this user name or proved address. An unproved address may be another person's. */
export function isNamed(text: string): RawBuilder<boolean> {
  return sql<boolean>`(${hasName(text)} or (lower(account.email) = ${text.trim().toLowerCase()} and account.email_verified))`
}

/** The same for a log-in, by any address: there the password proves the owner. */
export function mayLogInAs(text: string): RawBuilder<boolean> {
  return sql<boolean>`(${hasName(text)} or lower(account.email) = ${text.trim().toLowerCase()})`
}

/** New names are composed (NFC); older ones are stored as typed. */
function hasName(text: string): RawBuilder<boolean> {
  const name = text.trim().toLowerCase()
  return sql<boolean>`lower(account.name) in (${name}, ${name.normalize('NFC')})`
}
