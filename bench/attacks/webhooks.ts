import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { bodyOf, elsewhere, privateAddresses, privateServer } from './elsewhere.ts'
import type { Area, Tell } from './rows.ts'
import { type Caller, OPEN_HOST, type Target, until } from './target.ts'

const events = ['task.failed'] as const

async function delivered(owner: Caller): Promise<string> {
  await until(async () => (await owner.ok('listDeliveries', { state: 'pending' })).total === 0)
  return (await owner.ok('listDeliveries', {})).list[0]?.state ?? 'none'
}

async function attackWebhooks(target: Target, tell: Tell): Promise<void> {
  const inside = await privateServer()
  const letters: { headers: IncomingHttpHeaders; body: string }[] = []
  const open = await elsewhere(OPEN_HOST, async (request, response) => {
    const body = await bodyOf(request)
    letters.push({ headers: request.headers, body })
    const { searchParams } = new URL(request.url ?? '/', 'http://x')
    const to = searchParams.get('to')
    if (to !== null)
      return void response.writeHead(Number(searchParams.get('status')), { location: encodeURI(to) }).end()
    if (!searchParams.has('endless')) return void response.end()
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536))) continue
    }
    response.on('drain', more)
    more()
  })
  const send = async (url: string): Promise<string> => {
    const owner = await target.person()
    const hook = await owner.call('addWebhook', { url, events: [...events] })
    if (hook.code !== 0) return 'refused'
    await owner.ok('testWebhook', { id: hook.data.id })
    return (await delivered(owner)) === 'failed' ? 'refused' : 'sent'
  }
  try {
    for (const url of privateAddresses(inside.port))
      tell(url.replace(String(inside.port), 'PORT'), 'refused', await send(url))
    const to = encodeURIComponent(`http://127.0.0.2:${inside.port}/`)
    for (const status of [301, 302, 303, 307, 308])
      tell(
        `a redirect (${status}) into a private network`,
        'refused',
        await send(`http://${OPEN_HOST}:${open.port}/?to=${to}&status=${status}`),
      )
    tell('what the private server was asked for', 'nothing', inside.seen.join(', ') || 'nothing')
    tell('an answer without an end', 'sent', await send(`http://${OPEN_HOST}:${open.port}/?endless`))
    await attackSignatures(target, { url: `http://${OPEN_HOST}:${open.port}/hook`, letters }, tell)
  } finally {
    inside.close()
    open.close()
  }
}

async function attackSignatures(
  target: Target,
  { url, letters }: { url: string; letters: { headers: IncomingHttpHeaders; body: string }[] },
  tell: Tell,
): Promise<void> {
  const [owner, other] = [await target.person(), await target.person()]
  const hook = await owner.ok('addWebhook', { url, events: [...events] })
  const theirs = await other.ok('addWebhook', { url, events: [...events] })
  await owner.ok('testWebhook', { id: hook.id })
  await delivered(owner)
  const { headers, body } = letters.at(-1) ?? { headers: {}, body: '' }
  const [, time = '', signature] = /^t=(\d+),v1=(\w+)$/.exec(String(headers['cuelane-signature'])) ?? []
  const isOf = (secret: string, text: string): boolean =>
    createHmac('sha256', secret).update(`${time}.${text}`).digest('hex') === signature
  const says = (is: boolean): string => (is ? 'right' : 'wrong')
  tell('the signature of what was sent', 'right', says(isOf(hook.secret, body)))
  tell('of a changed body', 'wrong', says(isOf(hook.secret, body.replace('test', 'task'))))
  tell('by the secret of another account for the same address', 'wrong', says(isOf(theirs.secret, body)))
  const isNow = Math.abs(Number(time) - Date.now() / 1000) < 300
  tell('its time', 'now', isNow ? 'now' : time)
  const { text } = await other.send('listWebhooks', {})
  tell('the secret in the list of another account', 'not told', text.includes(hook.secret) ? 'told' : 'not told')
  const { list } = await owner.ok('listDeliveries', {})
  const replay = await other.call('replayDelivery', { id: list[0]?.id ?? '' })
  tell('sending it again by another account', '1002', String(replay.code))
}

export const webhooks: Area<Target> = { name: 'webhooks', attack: attackWebhooks }
