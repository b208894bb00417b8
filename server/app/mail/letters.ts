import { answerDue } from '#core/domain/staff.ts'
import { isEmail } from '#core/domain/account.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Tx } from '../../store/db.ts'
import type { SubmissionTable } from '../../store/tables/staff.ts'
import { letterText } from '../messages.ts'
import { type Mailing, sendLater } from './send.ts'

/** Letters to an address that a form names, within a day. */
const RECEIPTS_A_DAY = 3

interface Sent {
  readonly kind: SubmissionTable['kind']
  readonly language: InterfaceLanguage
  readonly content: Readonly<Record<string, unknown>>
}

/** The address that a user who sent a form gave; undefined where they are reached in another way. */
function addressOf({ content }: Sent): string | undefined {
  const { email, contact_details, contact, contact_method } = content
  const given = [email, contact_details, contact_method === 'email' ? contact : undefined]
  return given.find((one): one is string => typeof one === 'string' && isEmail(one))
}

/** What was sent, a line for each field. It stands in the body alone, where nothing in it is more than text. */
function contentText(content: Sent['content']): string {
  return Object.entries(content)
    .map(([field, value]) => `${field}: ${Array.isArray(value) ? value.join(', ') : String(value)}`)
    .join('\n')
}

/**
 * Tells staff of what was sent, and the sender that it came. The letter to the sender has fixed words: by what they
 * wrote, anybody could be sent anything.
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
  // The address is as it was typed: by forms, other people get few letters.
  await sendLater(mailing, tx, letter, RECEIPTS_A_DAY)
}

/** Tells the owner of an account something about it; those without a proved address are not written to. */
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
