import { randomBytes } from 'node:crypto'
import type { Selectable } from 'kysely'
import { ADDRESS_LINK_MS, LETTERS_AN_HOUR, OPERATOR_LINK_MS, PASSWORD_LINK_MS } from '#core/domain/limits.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Db, Tx } from '../../store/db.ts'
import { sha256 } from '../../store/id.ts'
import type { EmailLinkTable } from '../../store/tables/accounts.ts'
import { countTry } from '../login-attempts.ts'
import { type Mailing, sendLater } from '../mail/send.ts'
import type { MailSettings } from '../mail/settings.ts'
import { letterText } from '../messages.ts'
import { Refusal } from '../refusal.ts'

type Link = Selectable<EmailLinkTable>

/** The route of each kind of link. The token follows `#`, so that no server or log reads it. */
const pages = { proof: 'confirm', password: 'reset' } as const

/** This installation's address if it can send letters with links, else undefined. */
export function siteOf(mail: MailSettings | undefined): string | undefined {
  return mail?.site
}

/** Creates a link and returns its address; expired links are deleted. */
export async function makeLink(
  tx: Tx,
  site: string,
  { kind, accountId, email }: { kind: Link['kind']; accountId: string; email: string | null },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const lifetime = email === null ? OPERATOR_LINK_MS : kind === 'proof' ? ADDRESS_LINK_MS : PASSWORD_LINK_MS
  await tx.deleteFrom('email_link').where('expires_at', '<', new Date()).execute()
  await tx
    .insertInto('email_link')
    .values({
      ...{ token_hash: sha256(token), kind, account_id: accountId, email },
      expires_at: new Date(Date.now() + lifetime),
    })
    .execute()
  return `${site}/${pages[kind]}#${token}`
}

/** The link of a token, without using it; a Refusal if it is expired, used or unknown. */
export async function findLink(db: Db, kind: Link['kind'], token: string): Promise<Link> {
  const link = await db
    .selectFrom('email_link')
    .selectAll()
    .where('token_hash', '=', sha256(token))
    .where('kind', '=', kind)
    .where('expires_at', '>', new Date())
    .executeTakeFirst()
  if (!link) throw new Refusal('refused', 'link_over')
  return link
}

/** Uses the link of a token: of two concurrent requests the second finds none. */
export async function takeLink(tx: Tx, kind: Link['kind'], token: string): Promise<Link> {
  const link = await findLink(tx, kind, token)
  const taken = await tx.deleteFrom('email_link').where('token_hash', '=', link.token_hash).executeTakeFirst()
  if (taken.numDeletedRows === 0n) throw new Refusal('refused', 'link_over')
  return link
}

/** Counts a letter with a link; false if its address or the requesting network had too many. */
export async function mayWrite(db: Db, email: string, network: string): Promise<boolean> {
  const { perAddress, perNetwork } = LETTERS_AN_HOUR
  const ofNetwork = await countTry(db, `letters from ${network}`, { most: perNetwork, ms: HOUR_MS })
  return ofNetwork && (await countTry(db, `letters to ${email.toLowerCase()}`, { most: perAddress, ms: HOUR_MS }))
}
const HOUR_MS = 3_600_000

/** Queues a letter with a link as part of the transaction. Its words are fixed, as the address may be anyone's. */
export async function sendLink(
  mailing: Mailing,
  tx: Tx,
  letter: { kind: Link['kind']; accountId: string; email: string; language: InterfaceLanguage },
): Promise<void> {
  const site = siteOf(mailing.mail)
  if (site === undefined) return
  const { kind, email, language } = letter
  const link = await makeLink(tx, site, letter)
  await sendLater(mailing, tx, {
    to: email,
    subject: letterText(language, `link_${kind}`),
    text: letterText(language, `link_${kind}_text`, { link }),
    isSecret: true,
  })
}
