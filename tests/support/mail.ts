import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import type { Deps } from '#server/app/deps.ts'
import { sendMail } from '#server/app/mail/send.ts'

/** A local mail server. */
export interface TestMail {
  /** The server's setting for this mail server. */
  readonly env: Record<string, string>
  /** Received letters. */
  readonly letters: readonly string[]
  /** Rejects the next letters. */
  refuse(count: number): void
  close(): Promise<void>
}

export async function startMail(): Promise<TestMail> {
  const letters: string[] = []
  let refusals = 0
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
      stream.on('end', () => {
        if (refusals-- > 0) return done(Object.assign(new Error('mailbox is full'), { responseCode: 552 }))
        letters.push(text)
        done()
      })
    },
  })
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve))
  const { port } = smtp.server.address() as AddressInfo
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Cuelane <hello@example.org>' },
    letters,
    refuse: (count) => (refusals = count),
    close: () => new Promise<void>((resolve) => smtp.close(() => resolve())),
  }
}

/** Sends waiting letters; returns the token of the link in the last one to an address. */
export async function sentToken(mail: TestMail, deps: Deps, email: string): Promise<string> {
  const waiting = deps.db.selectFrom('mail').select('id').where('state', '=', 'pending').orderBy('created_at')
  for (const { id } of await waiting.execute()) await sendMail(deps, id)
  const letter = mail.letters.findLast((each) => each.includes(`\nTo: ${email}`))
  const [, token] = /https:\S+#([\w-]{43})/.exec(bodyOf(letter ?? '')) ?? []
  if (token === undefined) throw new Error(`No letter with a link came to ${email}`)
  return token
}

/** A letter's text, joined across transport line breaks. */
export function bodyOf(letter: string): string {
  const [head = '', ...parts] = letter.split('\r\n\r\n')
  const body = parts.join('\n\n')
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString()
  return /quoted-printable/i.test(head) ? body.replace(/=\r\n/g, '').replace(/=3D/g, '=') : body
}
