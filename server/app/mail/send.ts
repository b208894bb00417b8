import { sql } from 'kysely'
import { createTransport } from 'nodemailer'
import type { Tx } from '../../store/db.ts'
import { newId } from '../../store/id.ts'
import type { Deps } from '../deps.ts'

interface Letter {
  readonly to: string
  readonly replyTo?: string | undefined
  readonly subject: string
  readonly text: string
  /** True if it contains a secret link: the database has it encrypted. */
  readonly isSecret?: boolean
}

export type Mailing = Pick<Deps, 'mail' | 'queue' | 'secrets'>

const rowOf = (id: string): string => `mail ${id}`

/** Seconds until each further attempt. */
const PAUSES = [60, 300, 1800, 7200, 21_600]
const TIMEOUT_MS = 20_000

/** Header values are one line: a second would be another header. */
function oneLine(text: string): string {
  if (/[\p{Cc}\u2028\u2029]/u.test(text)) throw new RangeError('A head of a letter has one line')
  return text
}

/** Letters to one recipient within a day. */
const LETTERS_A_DAY = 20

/**
 * Queues a letter as part of the transaction; not if mail is off, or a recipient other than staff got `most` within a
 * day.
 */
export async function sendLater(
  { mail, queue, secrets }: Mailing,
  tx: Tx,
  letter: Letter,
  most = LETTERS_A_DAY,
): Promise<void> {
  if (!mail) return
  if (letter.to !== mail.staff && (await lettersToday(tx, letter.to)) >= most) return
  const id = newId()
  const { text, isSecret } = letter
  await tx
    .insertInto('mail')
    .values({
      id,
      recipient: oneLine(letter.to),
      reply_to: letter.replyTo === undefined ? null : oneLine(letter.replyTo),
      subject: oneLine(letter.subject),
      body: isSecret ? secrets.seal(text, rowOf(id)) : text,
      sent_at: null,
    })
    .execute()
  await queue.sendBackgroundJob(tx, { kind: 'mail', id }, { group: letter.to })
}

/** Serialises counting per recipient until the transaction ends, so that concurrent ones stay within the limit. */
async function lettersToday(tx: Tx, recipient: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${rowOf(recipient)}, 0))`.execute(tx)
  const { count } = await tx
    .selectFrom('mail')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('recipient', '=', recipient)
    .where('created_at', '>', sql<Date>`now() - interval '1 day'`)
    .executeTakeFirstOrThrow()
  return count
}

/** Sends a letter to the mail server; a rejected one is retried, later each time. */
export async function sendMail({ db, queue, mail, secrets }: Mailing & Pick<Deps, 'db'>, id: string): Promise<void> {
  const letter = await db.selectFrom('mail').selectAll().where('id', '=', id).executeTakeFirst()
  if (!letter || letter.state !== 'pending' || !mail) return
  const { recipient, reply_to, subject, body, attempts } = letter
  const head = { from: mail.from, to: { name: '', address: recipient }, subject }
  const transport = createTransport({ url: mail.url, connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS })
  try {
    const text = secrets.isSealed(body) ? secrets.open(body, rowOf(id)) : body
    if (text === undefined) throw Object.assign(new Error('sealed by another key'), { responseCode: 550 })
    await transport.sendMail({
      ...head,
      text,
      // A stable id marks a letter sent twice, as after a kill, as one.
      messageId: `<${id}@cuelane>`,
      ...(reply_to === null ? {} : { replyTo: { name: '', address: reply_to } }),
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const sent = { state: 'sent', body: '', attempts: attempts + 1, sent_at: new Date() } as const
    await db.updateTable('mail').set(sent).where('id', '=', id).execute()
  } catch (error) {
    const detail = error instanceof Error ? error.message.slice(0, 300) : String(error)
    const pause = isFinal(error) ? undefined : PAUSES[attempts]
    await db.transaction().execute(async (tx) => {
      const state = pause === undefined ? 'failed' : 'pending'
      await tx
        .updateTable('mail')
        .set({
          state,
          detail,
          attempts: attempts + 1,
          ...(pause === undefined && secrets.isSealed(body) && { body: '' }),
        })
        .where('id', '=', id)
        .execute()
      if (pause !== undefined)
        await queue.sendBackgroundJob(tx, { kind: 'mail', id }, { group: recipient, afterSeconds: pause })
    })
  } finally {
    transport.close()
  }
}

/** A 5xx answer to the letter itself is permanent. */
function isFinal(error: unknown): boolean {
  const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : 0
  return code >= 500 && code !== 530 && code !== 535
}
