import { bodyOf, startMail } from '#tests/support/mail.ts'
import type { Area, Tell } from './rows.ts'
import { nextAddress, openTarget, PASSWORD, type Target, until } from './target.ts'

async function attackLimits(target: Target, tell: Tell): Promise<void> {
  const person = { name: 'anna', email: 'anna@example.org', password: PASSWORD }
  await target.nobody().ok('registerAccount', person)
  const logIn = async (address: string, account: string, password: string): Promise<number> =>
    (await target.nobody(address).call('loginAccount', { account, password })).status === 429
      ? 429
      : (await target.nobody(address).call('loginAccount', { account, password })).code
  const taken = async (count: number, addressOf: (at: number) => string, name: 'login' | 'visit' | 'sign up') => {
    const answers = await Promise.all(
      Array.from({ length: count }, async (_, at) => {
        const caller = target.nobody(addressOf(at))
        if (name === 'visit') return caller.call('loginAnonymous', {})
        if (name === 'login') return caller.call('loginAccount', { account: `none${at}`, password: 'wrong' })
        const email = `${name[0]}${at}${addressOf(0).replaceAll(/\W/g, '')}@example.org`
        return caller.call('registerAccount', { name: email.split('@')[0] ?? '', email, password: PASSWORD })
      }),
    )
    return answers.filter(({ status }) => status !== 429).length
  }
  const one = (): ((at: number) => string) => {
    const address = nextAddress()
    return () => address
  }
  const inNetwork = (network: string) => (at: number) => `2001:db8:${network}::${(at + 1).toString(16)}`
  const claimed = (address: string) => (at: number) => `192.0.2.${at}, ${address}`
  for (const [what, name] of [
    ['sign-ins', 'login'],
    ['visitors', 'visit'],
    ['sign-ups', 'sign up'],
  ] as const) {
    tell(`40 ${what} from one address`, '20', String(await taken(40, one(), name)))
    tell(
      `40 ${what} from a /64 of IPv6`,
      '20',
      String(await taken(40, inNetwork(`${name[0]}`.charCodeAt(0) + ':1'), name)),
    )
    tell(`40 ${what} that claim other addresses`, '20', String(await taken(40, claimed(nextAddress()), name)))
  }
  const from = nextAddress()
  for (let at = 0; at < 10; at++)
    await target.nobody(from).call('loginAccount', { account: 'anna', password: `wrong${at}` })
  tell(
    'the right password after ten wrong ones',
    '1001',
    String((await target.nobody(from).call('loginAccount', { account: 'anna', password: PASSWORD })).code),
  )
  tell('the right password from elsewhere meanwhile', '0', String(await logIn(nextAddress(), 'anna', PASSWORD)))
  await attackCaps(target, tell)
  await attackLetters(target, tell)
}

/** Concurrent requests beyond an account's limit. */
async function attackCaps(target: Target, tell: Tell): Promise<void> {
  const [owner, visitor] = [await target.person(), await target.visitor()]
  const { folder_id } = await owner.ok('addFolder', { folder_name: 'caps' })
  const key = { scopes: ['read' as const], per_minute: 10, month_credits: null }
  const hook = { url: 'https://example.org/', events: ['task.failed' as const] }
  const picture = { file_name: 'a.jpg', class: 'folder_role', folder_id } as const
  const made = async (count: number, make: (at: number) => Promise<{ code: number }>): Promise<string> =>
    String((await many(count, make)).filter(({ code }) => code === 0).length)
  tell('40 keys at once', '20', await made(40, (at) => owner.call('addApiKey', { ...key, name: `key ${at}` })))
  tell('30 webhooks at once', '10', await made(30, () => owner.call('addWebhook', hook)))
  tell(
    '80 people of a folder at once',
    '50',
    await made(80, (at) => owner.call('addPerson', { folder_id, name: `p${at}` })),
  )
  tell('260 pictures at once', '200', await made(260, () => owner.call('getAvatarToken', picture)))
  tell(
    '260 folders of a visitor at once',
    '200',
    await made(260, (at) => visitor.call('addFolder', { folder_name: `f${at}` })),
  )
}

/** On a separate server with mail. */
async function attackLetters({ env }: Target, tell: Tell): Promise<void> {
  const mail = await startMail()
  const url = env['DATABASE_URL'] === '' ? undefined : env['DATABASE_URL']
  const target = await openTarget(url, { ...mail.env, CUELANE_PUBLIC_URL: 'https://cuelane.example.org' })
  const lettersTo = (address: string): string[] => mail.letters.filter((text) => text.includes(`To: ${address}`))
  let forms = 0
  // The same form on the same day is kept once.
  const book = (address: string, from = nextAddress()) =>
    target.nobody(from).send('bookDemo', {
      ...{ name: 'x', company_name: 'x', email: address, phone: '+49 40 123456', service: 'api' },
      ...{ source_language: 'en', target_language: 'es', message: `form ${++forms}` },
    })
  try {
    await target.person('reader')
    const address = 'reader@example.org'
    await until(async () => lettersTo(address).length > 0)
    const [, token = ''] = /https:\S+#([\w-]{43})/.exec(bodyOf(lettersTo(address)[0] ?? '')) ?? []
    await target.nobody().ok('confirmAddress', { token })
    await many(40, () => target.nobody().call('askPassword', { email: address }))
    const from = nextAddress()
    await many(40, () => target.nobody(from).call('askPassword', { email: address }))
    await many(20, () => book('victim@example.org'))
    await many(20, (at) => book(`one${at}@example.org`, from))
    await book('last@example.org')
    await until(async () => lettersTo('last@example.org').length > 0)
    // The queue is polled every two seconds.
    for (let count = -1; count !== mail.letters.length;) {
      count = mail.letters.length
      await new Promise((resolve) => setTimeout(resolve, 3000))
    }
    const asked = lettersTo(address).length - 1
    tell('80 requests for a new password of one account', '1 to 5 letters', `${asked} letters`, asked > 0 && asked <= 5)
    const booked = lettersTo('victim@example.org').length
    tell('20 forms with the address of another', '3 letters', `${booked} letters`)
    const others = mail.letters.filter((text) => /To: one\d+@/.test(text)).length
    tell('20 forms with 20 addresses, from one network', '5 letters', `${others} letters`)
  } finally {
    await target.close()
    await mail.close()
  }
}

const many = <T>(count: number, make: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => make(at)))

export const limits: Area<Target> = { name: 'limits', attack: attackLimits }
