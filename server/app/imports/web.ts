import { lookup as dnsLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { Agent, buildConnector, type Dispatcher, request } from 'undici'
import { addressStanding, type Network } from './addresses.ts'
import { ImportFault } from './fault.ts'

export interface WebRequest {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PROPFIND'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Redirects to follow; the last answer is returned as it is. */
  readonly redirects?: number
  readonly signal: AbortSignal
}

export interface WebAnswer {
  /** The final address after redirects. */
  readonly url: string
  readonly status: number
  /** Header names in lower case. */
  header(name: string): string
  readonly body: Readable
}

/** Resolves a host name. */
export type Resolve = (host: string) => Promise<readonly LookupAddress[]>

export interface WebOptions {
  /** Networks that imports may read though they are not public, also by http. */
  readonly networks: readonly Network[]
  readonly resolve?: Resolve
}

const MAX_REDIRECTS = 8
const CONNECT_MS = 15_000
const HEADERS_MS = 60_000
const BODY_MS = 60_000

/** Thrown if no address of a host may be connected to. */
class AddressRefused extends Error {}

const resolveByDns: Resolve = async (host) =>
  new Promise((give, fail) =>
    dnsLookup(host, { all: true, verbatim: true }, (error, found) => (error ? fail(error) : give(found))),
  )

/**
 * Reads other servers for a user's address. Each connection, redirects included, goes to an address that was checked
 * after the look-up, so that DNS rebinding has no effect.
 */
export class Web {
  private readonly options: Required<WebOptions>
  private readonly agent: Agent

  constructor(options: WebOptions) {
    this.options = { resolve: resolveByDns, ...options }
    this.agent = new Agent({
      connect: this.connector(),
      headersTimeout: HEADERS_MS,
      bodyTimeout: BODY_MS,
      keepAliveTimeout: 1000,
    })
  }

  /** The answer after redirects; its body must be read or destroyed. Throws an ImportFault. */
  async open(wanted: WebRequest): Promise<WebAnswer> {
    let { url, headers = {} } = wanted
    const { redirects = MAX_REDIRECTS } = wanted
    for (let step = 0; step <= MAX_REDIRECTS; step++) {
      const answer = await this.openOnce({ ...wanted, url, headers })
      const location = answer.header('location')
      if (step === redirects && redirects < MAX_REDIRECTS) return answer
      if (![301, 302, 303, 307, 308].includes(answer.status) || location === '') return answer
      answer.body.destroy()
      const next = this.follow(url, location)
      // Credentials of one server must not go to another.
      if (next.origin !== new URL(url).origin) headers = withoutSecrets(headers)
      url = next.href
    }
    throw new ImportFault('import_unreachable', { host: new URL(url).host })
  }

  /** Ends all connections. */
  async close(): Promise<void> {
    await this.agent.destroy()
  }

  private follow(from: string, location: string): URL {
    if (!URL.canParse(location, from)) throw new ImportFault('import_unreachable', { host: new URL(from).host })
    return new URL(location, from)
  }

  private async openOnce({ url, method = 'GET', headers = {}, body, signal }: WebRequest): Promise<WebAnswer> {
    const { protocol, username, host } = new URL(url)
    // Plain http is allowed to the operator's networks only; the connection checks that.
    if (username !== '' || (protocol !== 'https:' && protocol !== 'http:')) throw new ImportFault('import_not_secure')
    if (protocol === 'http:' && this.options.networks.length === 0) throw new ImportFault('import_not_secure')
    try {
      const answer = await request(url, {
        // The type lacks WebDAV methods, which pass through.
        method: method as Dispatcher.HttpMethod,
        headers: { 'user-agent': 'Cuelane', 'accept-encoding': 'identity', ...headers },
        body: body ?? null,
        dispatcher: this.agent,
        signal,
      })
      // An abandoned body ends with an error that has no listener.
      answer.body.on('error', () => undefined)
      return {
        url,
        status: answer.statusCode,
        header: (name) => [answer.headers[name] ?? ''].flat()[0] ?? '',
        body: answer.body,
      }
    } catch (error) {
      throw this.faultOf(error, host, signal)
    }
  }

  /** Maps a failed connection or body to a fault. */
  faultOf(error: unknown, host: string, signal: AbortSignal): unknown {
    if (signal.aborted || error instanceof ImportFault) return signal.aborted ? signal.reason : error
    if (isRefused(error)) return new ImportFault('import_address_private', { host })
    return new ImportFault('import_unreachable', { host }, { isPassing: true })
  }

  private connector(): buildConnector.connector {
    const { networks, resolve } = this.options
    const isAllowed = (address: string, isSecure: boolean): boolean => {
      const standing = addressStanding(address, networks)
      return standing === 'allowed' || (standing === 'public' && isSecure)
    }
    const connectBy = (isSecure: boolean): buildConnector.connector =>
      buildConnector({
        timeout: CONNECT_MS,
        lookup: checkedLookup(resolve, (address) => isAllowed(address, isSecure)),
      })
    const secure = connectBy(true)
    const plain = connectBy(false)
    return (options, callback) => {
      const isSecure = options.protocol === 'https:'
      const host = options.hostname.replace(/^\[|\]$/g, '')
      // `lookup` is not called for an address in place of a name.
      if (isIP(host) !== 0 && !isAllowed(host, isSecure)) return callback(new AddressRefused(host), null)
      return (isSecure ? secure : plain)(options, callback)
    }
  }
}

/** Returns a name's addresses that may be connected to. */
function checkedLookup(resolve: Resolve, isAllowed: (address: string) => boolean): LookupFunction {
  return (host, options, callback) => {
    resolve(host)
      .then((found) => {
        const allowed = found.filter(({ address }) => isAllowed(address))
        const [first] = allowed
        if (!first) throw new AddressRefused(host)
        if (options.all === true) callback(null, [...allowed])
        else callback(null, first.address, first.family)
      })
      .catch((error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), ''))
  }
}

/** Searches aggregated errors and causes too. */
function isRefused(error: unknown): boolean {
  if (error instanceof AddressRefused) return true
  if (error instanceof AggregateError) return error.errors.some(isRefused)
  return error instanceof Error && error.cause !== undefined && isRefused(error.cause)
}

function withoutSecrets(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(?:authorization|cookie)$/i.test(name)))
}
