import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Envelope } from '#core/contract/call.ts'
import { type CallName, contract, type DataOf, type InputOf } from '#core/contract/index.ts'
import { addStaffAccount } from '#server/app/staff.ts'
import { openEmbedded, openPostgres } from '#server/store/db.ts'
import { newId } from '#server/store/id.ts'
import { fakeStripe } from '#tests/support/stripe.ts'
import { onDatabase } from '#tests/support/postgres.ts'
import { type ServerProcess, spawnServer } from '#tests/support/process.ts'

/** The only address allowed for imports and webhooks; all others of this machine are private. */
export const OPEN_HOST = '127.0.0.1'
export const WEBHOOK_SECRET = 'whsec_attacks'
export const PASSWORD = 'secret-123'

export interface Answer<T = unknown> extends Envelope<T> {
  readonly status: number
  /** As it came. */
  readonly text: string
}

/** A caller's headers of authentication. */
type Proof = Readonly<Record<string, string>>

/** A caller, from a distinct network unless another is given. */
export class Caller {
  readonly name: string
  private readonly url: string
  private readonly headers: Record<string, string>

  constructor(url: string, name: string, proof: Proof, address = nextAddress()) {
    this.url = url
    this.name = name
    this.headers = { language: 'en', 'x-forwarded-for': address, ...proof }
  }

  /** Any input, also ones that the types forbid. */
  async send(name: CallName, input: unknown): Promise<Answer> {
    const { method, path } = contract[name]
    const isPost = method === 'POST'
    return this.fetch(isPost ? path : `${path}?${queryOf(input)}`, {
      method,
      ...(isPost && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) }),
    })
  }

  async call<N extends CallName>(name: N, input: InputOf<N>): Promise<Answer<DataOf<N>>> {
    return (await this.send(name, input)) as Answer<DataOf<N>>
  }

  /** Anything but success is thrown. */
  async ok<N extends CallName>(name: N, input: InputOf<N>): Promise<DataOf<N>> {
    const { code, message, data } = await this.call(name, input)
    if (code !== 0) throw new Error(`${name}: ${code} ${message}`)
    return data
  }

  /** Requests a path literally: `fetch` normalises dots. */
  async statusOf(path: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
    const { hostname, port } = new URL(this.url)
    const asked = request({ hostname, port, path, headers: { ...this.headers, ...headers } }).end()
    const [answer] = (await once(asked, 'response')) as [IncomingMessage]
    answer.destroy()
    return answer.statusCode ?? 0
  }

  /** A file. */
  async bytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
    return new Uint8Array(await (await fetch(this.url + path, { headers: this.headers })).arrayBuffer())
  }

  /** A request with the headers of the caller. */
  async fetch(path: string, init: RequestInit = {}): Promise<Answer> {
    const given = init.headers as Record<string, string> | undefined
    const answer = await fetch(this.url + path, { ...init, headers: { ...this.headers, ...given } })
    const text = await answer.text()
    return { status: answer.status, text, ...envelopeOf(text) }
  }
}

function envelopeOf(text: string): Envelope {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed === 'object' && parsed !== null && 'code' in parsed) return parsed as Envelope
  } catch {
    // A file, or nothing.
  }
  return { code: -1, message: '', data: undefined }
}

function queryOf(input: unknown): string {
  const entries = Object.entries(input as object).filter(([, value]) => value !== undefined)
  return new URLSearchParams(entries.map(([name, value]) => [name, String(value)])).toString()
}

let addresses = 0
/** A network without any caller yet. */
export function nextAddress(): string {
  const at = ++addresses
  return `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`
}

/** A server in a separate process, and its users. */
export class Target {
  /** Of the first start; the address stays the same after a kill. */
  readonly env: Readonly<Record<string, string>>
  readonly database: string
  readonly stripe: Awaited<ReturnType<typeof fakeStripe>>
  readonly staff: Caller
  server: ServerProcess
  private people = 0

  constructor(parts: Pick<Target, 'env' | 'database' | 'stripe' | 'server'> & { staffToken: string }) {
    this.env = parts.env
    this.database = parts.database
    this.stripe = parts.stripe
    this.server = parts.server
    this.staff = this.caller('staff', { token: parts.staffToken })
  }

  get url(): string {
    return this.server.url
  }

  caller(name: string, proof: Proof, address?: string): Caller {
    return new Caller(this.url, name, proof, address)
  }

  nobody(address?: string): Caller {
    return this.caller('nobody', {}, address)
  }

  async visitor(): Promise<Caller> {
    return this.caller('a visitor', { token: (await this.nobody().ok('loginAnonymous', {})).access_token })
  }

  /** A new account, which may have keys. */
  async person(name = `person${++this.people}`): Promise<Caller> {
    const input = { name, email: `${name}@example.org`, password: PASSWORD }
    const { access_token } = await this.nobody().ok('registerAccount', input)
    return this.caller(name, { token: access_token })
  }

  /** A program with an API key of an account. */
  async program(owner: Caller, settings: Partial<InputOf<'addApiKey'>> = {}): Promise<Caller & { keyId: string }> {
    const usual = {
      name: 'Night job',
      scopes: ['read', 'write', 'run'],
      per_minute: 1000,
      month_credits: null,
    } as const
    const made = await owner.ok('addApiKey', { ...usual, scopes: [...usual.scopes], ...settings })
    const caller = this.caller(`a key of ${owner.name}`, { authorization: `Bearer ${made.secret}` })
    return Object.assign(caller, { keyId: made.id })
  }

  /** Kills the process as a power cut does. */
  async kill(): Promise<void> {
    await this.server.kill()
  }

  async startAgain(): Promise<void> {
    this.server = await start({ ...this.env, PORT: new URL(this.url).port })
  }

  async close(): Promise<void> {
    await this.server.kill()
    this.stripe.server.closeAllConnections()
    this.stripe.server.close()
    await rm(this.env['CUELANE_DATA'] ?? '', { recursive: true, force: true })
    const { DATABASE_URL: url = '', DATABASE_SCHEMA: schema = '' } = this.env
    if (url !== '') await onDatabase(url, `drop schema if exists ${schema}, ${schema}_jobs cascade`)
  }
}

/** Running servers: none survives the attacks. */
const running = new Set<ServerProcess>()
process.once('exit', () => running.forEach(({ child }) => child.kill('SIGKILL')))

async function start(env: Readonly<Record<string, string>>): Promise<ServerProcess> {
  const server = await spawnServer(env)
  running.add(server)
  server.child.once('exit', () => running.delete(server))
  if (server.child.exitCode !== null) throw new Error(server.output)
  return server
}

/** A server with a separate folder: on the embedded database, or a PostgreSQL schema. */
export async function openTarget(
  databaseUrl: string | undefined,
  more: Readonly<Record<string, string>> = {},
): Promise<Target> {
  const stripe = await fakeStripe()
  const schema = `attacks_${newId()
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')}`
  const env: Record<string, string> = {
    CUELANE_DATA: more['CUELANE_DATA'] ?? (await mkdtemp(join(tmpdir(), 'cuelane-attacks-'))),
    ...(databaseUrl === undefined ? { DATABASE_URL: '' } : { DATABASE_URL: databaseUrl, DATABASE_SCHEMA: schema }),
    CUELANE_TRUST_PROXY: '1',
    CUELANE_PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_ADDRESS: stripe.address,
    CUELANE_IMPORT_NETWORKS: `${OPEN_HOST}/32`,
    CUELANE_WEBHOOK_RETRY_SECONDS: '0',
    CUELANE_RETRY_SECONDS: '0',
    ...more,
  }
  const store = await (databaseUrl === undefined
    ? openEmbedded(env['CUELANE_DATA'] ?? '')
    : openPostgres(databaseUrl, schema))
  const password = await addStaffAccount(store.db, 'operator').finally(() => store.close())
  const server = await start(env)
  const login = new Caller(server.url, 'staff', {})
  const { access_token } = await login.ok('loginAccount', { account: 'operator', password })
  const database = databaseUrl === undefined ? 'embedded' : 'PostgreSQL'
  const target = new Target({ env, database, stripe, server, staffToken: access_token })
  await target.staff.ok('setKeysForNewAccounts', { is_on: true })
  return target
}

/** Waits until a condition holds; the total time limit ends it. */
export async function until(holds: () => Promise<boolean>, everyMs = 200): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, everyMs))
}
