import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { interactionPolicy, Provider } from 'oidc-provider'

/** A user with an account at the provider. */
export interface Person {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** A local OpenID Connect provider in place of Google. */
export interface TestGoogle {
  /** The server's settings for this provider. */
  readonly env: Record<string, string>
  /** The provider's redirect for a known user who agrees. */
  visit(url: string, person: Person | 'declines'): Promise<Record<string, string>>
  /** The next user of the provider; for browsers, which follow redirects. */
  expect(person: Person | 'declines'): void
  close(): Promise<void>
}

const CLIENT = { client_id: 'cuelane-test', client_secret: 'a-secret-of-the-test' }

/** Starts one for an application at this address; users agree without a page. */
export async function startGoogle(publicUrl: string): Promise<TestGoogle> {
  const people = new Map<string, Person>()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [`${publicUrl}/login`] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, { uid }) => `/agree/${uid}`, policy },
    cookies: { keys: ['a-key-of-the-test'] },
    findAccount: (_, id) => {
      const person = people.get(id)
      return person && { accountId: id, claims: () => ({ ...person }) }
    },
  })
  let next: Person | 'declines' = 'declines'
  const know = (person: Person | 'declines'): void => {
    next = person
    if (person !== 'declines') people.set(person.sub, person)
  }
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/agree/')) return void answer(request, response)
    void agree(provider, request, response, next)
  })
  return {
    env: {
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: CLIENT.client_id,
      GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
      CUELANE_PUBLIC_URL: publicUrl,
    },
    visit: async (url, person) => {
      know(person)
      return Object.fromEntries(new URL(await follow(url, publicUrl)).searchParams)
    },
    expect: know,
    close: () => closed(server),
  }
}

type Handler = Parameters<Provider['interactionDetails']>

/** Reports the user's identity and consent, as by a page. */
async function agree(
  provider: Provider,
  request: Handler[0],
  response: Handler[1],
  person: Person | 'declines',
): Promise<void> {
  if (person === 'declines') {
    const refusal = { error: 'access_denied', error_description: 'the person declined' }
    return provider.interactionFinished(request, response, refusal)
  }
  const { params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId: person.sub, clientId: String(params['client_id']) })
  grant.addOIDCScope('openid email profile')
  const result = { select_account: {}, login: { accountId: person.sub }, consent: { grantId: await grant.save() } }
  await provider.interactionFinished(request, response, result)
}

/** Follows redirects with cookies up to the application's address. */
async function follow(url: string, publicUrl: string): Promise<string> {
  const cookies = new Map<string, string>()
  let at = url
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const cut = pair.indexOf('=')
      cookies.set(pair.slice(0, cut), pair.slice(cut + 1))
    }
    const target = response.headers.get('location')
    if (!target) throw new RangeError(`No way on from ${at}: ${response.status} ${await response.text()}`)
    at = new URL(target, at).href
    if (at.startsWith(publicUrl)) return at
  }
  throw new RangeError(`No end of redirects from ${url}`)
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}
