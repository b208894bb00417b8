import { answerDue } from '#core/domain/staff.ts'
import { isEmail } from '#core/domain/account.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Tx } from '../../store/db.ts'
import type { SubmissionTable } from '../../store/tables/staff.ts'
import { letterText } from '../messages.ts'
import { type Mailing, sendLater } from './send.ts'

/** Letters per day to an address that a form names. */
const RECEIPTS_A_DAY = 3

interface Sent {
  readonly kind: SubmissionTable['kind']
  readonly language: InterfaceLanguage
  readonly content: Readonly<Record<string, unknown>>
}

/** The address in a form; undefined if it gives another way of contact. */
function addressOf({ content }: Sent): string | undefined {
  const { email, contact_details, contact, contact_method } = content
  const given = [email, contact_details, contact_method === 'email' ? contact : undefined]
  return given.find((one): one is string => typeof one === 'string' && isEmail(one))
}

/** The form's content, a line per field. It is only in the body, where it can't act as a header. */
function contentText(content: Sent['content']): string {
  return Object.entries(content)
    .map(([field, value]) => `${field}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('\n')
}

/**
 * Sends the form to staff and a confirmation to its sender. The confirmation has fixed words, so that forms can't send
 * spam.
 */
export async function announceSubmission(mailing: Mailing, tx: Tx, sent: Sent): Promise<void> {
  const { kind, language, content } = sent
  const staff = mailing.mail?.staff
  const from = addressOf(sent)
  if (staff !== undefined && kind !== 'survey') {
    const subject = letterText('en', `staff_${kind}`)
    await sendLater(mailing, tx, { to: staff, replyTo: from, subject, text: contentText(content) })
  }
  if (from === undefined || (kind !== 'partner' && kind !== 'demo' && kind !== 'contact')) return
  const due = answerDue(kind, new Date())
  const day = due && new Date(due.getTime() - 1).toISOString().slice(0, 10)
  const letter = {
    to: from,
    subject: letterText(language, `received_${kind}`),
    text: letterText(language, day === undefined ? 'received_text' : 'received_text_due', { day: day ?? '' }),
  }
  // The address is unverified: forms may send it few letters.
  await sendLater(mailing, tx, letter, RECEIPTS_A_DAY)
}

/** Sends the owner of an account a message; an unproved address gets none. */
export async function tellOwner(
  mailing: Mailing,
  tx: Tx,
  accountId: string,
  { key, language, params = {} }: { key: string; language: InterfaceLanguage; params?: Record<string, string> },
): Promise<void> {
  const { email, email_verified } = await tx
    .selectFrom('account')
    .select(['email', 'email_verified'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (email === null || !email_verified) return
  const subject = letterText(language, key)
  await sendLater(mailing, tx, { to: email, subject, text: letterText(language, `${key}_text`, params) })
}
