import { createHash } from 'node:crypto'
import { lookup } from 'node:dns/promises'
import { BlockList, isIP } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import PQueue from 'p-queue'
import type { z } from 'zod'
import { wholeNumber } from '../settings.ts'
import { EngineError, type EngineFault } from './engine-error.ts'

export interface ServiceCall {
  /** Name of the engine, for messages. */
  readonly engine: string
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
  /** An object is sent as JSON. */
  readonly body?: FormData | object
  readonly signal: AbortSignal
  readonly patience: Patience
  /** Identifies an account at a service; calls of one account wait for each other. */
  readonly account?: string
  readonly limits?: ServiceLimits
  /** Meaning of statuses that differ from HTTP. */
  readonly faults?: Readonly<Record<number, EngineFault>>
  /** Time limit of one answer; by default five minutes. */
  readonly timeoutMs?: number
}

/** Rate limits of one account. */
export interface ServiceLimits {
  readonly concurrency?: number
  /** Requests a minute. */
  readonly perMinute?: number
}

/** How long calls are retried: a service busy for a minute costs time, not the work. */
export interface Patience {
  readonly attempts: number
  /** First pause; each next one is twice as long. */
  readonly pauseMs: number
  /** The sum of all pauses. */
  readonly totalMs: number
}

/** Environment variables of every network engine, as fields of its settings. */
export const patienceSettings = {
  ENGINE_ATTEMPTS: wholeNumber(1, 100, 6),
  ENGINE_PAUSE_MS: wholeNumber(0, 60_000, 1000),
  ENGINE_PATIENCE_SECONDS: wholeNumber(0, 3600, 150),
}

/** The retry limits of these variables. */
export function patienceOf(set: {
  readonly ENGINE_ATTEMPTS: number
  readonly ENGINE_PAUSE_MS: number
  readonly ENGINE_PATIENCE_SECONDS: number
}): Patience {
  return { attempts: set.ENGINE_ATTEMPTS, pauseMs: set.ENGINE_PAUSE_MS, totalMs: set.ENGINE_PATIENCE_SECONDS * 1000 }
}

/** The shared parts of an account's calls, for a service with bearer keys. */
export function accountOf({
  key = '',
  patience,
}: {
  readonly key: string | undefined
  readonly patience: Patience
}): Pick<ServiceCall, 'account' | 'patience' | 'headers'> {
  return { account: key, patience, ...(key && { headers: { authorization: `Bearer ${key}` } }) }
}

const TIMEOUT_MS = 300_000
const ANSWER_MAX_BYTES = 64 * 1024 ** 2

/**
 * Calls a service and parses its JSON by a schema; retries if it is busy, unreachable or answers nonsense. Throws an
 * EngineError, or the signal's reason.
 */
export async function callService<S extends z.ZodType>(call: ServiceCall, schema: S): Promise<z.output<S>> {
  return repeat(call, async () => {
    const text = (await request(call)).toString('utf8')
    const parsed = schema.safeParse(parseJson(text))
    if (parsed.success) return parsed.data
    throw new EngineError('transient', call.engine, `an answer that cannot be read: ${text.slice(0, 120)}`)
  })
}

/** Like `callService`, for a file. */
export async function callServiceForBytes(call: ServiceCall): Promise<Buffer> {
  return repeat(call, async () => {
    const bytes = await request(call)
    if (bytes.length === 0) throw new EngineError('transient', call.engine, 'an empty answer')
    return bytes
  })
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function repeat<T>(call: ServiceCall, once: () => Promise<T>): Promise<T> {
  const { attempts, pauseMs, totalMs } = call.patience
  const lane = laneOf(call)
  let waited = 0
  for (let attempt = 1; ; attempt++) {
    try {
      const rest = lane.restingUntil - Date.now()
      if (rest > 0) await sleep(rest, undefined, { signal: call.signal })
      return await lane.queue.add(once, { signal: call.signal })
    } catch (error) {
      call.signal.throwIfAborted()
      if (!(error instanceof EngineError) || (error.fault !== 'rate' && error.fault !== 'transient')) throw error
      const pause = error.retryAfterMs ?? jittered(pauseMs * 2 ** (attempt - 1))
      waited += pause
      if (attempt >= attempts || waited > totalMs) throw error
      // A rate limit concerns the account: all its calls pause.
      if (error.fault === 'rate') lane.restingUntil = Math.max(lane.restingUntil, Date.now() + pause)
      await sleep(pause, undefined, { signal: call.signal })
    }
  }
}

/** Half to one and a half of a pause, so that waiting callers do not return at once. */
const jittered = (ms: number): number => ms * (0.5 + Math.random())

interface Lane {
  readonly queue: PQueue
  restingUntil: number
}

const lanes = new Map<string, Lane>()

/** State shared by calls of one account at one service. */
function laneOf({ url, account = '', limits = {} }: ServiceCall): Lane {
  const key = `${new URL(url).origin} ${createHash('sha256').update(account).digest('hex')}`
  let lane = lanes.get(key)
  if (!lane) {
    const { concurrency = 4, perMinute } = limits
    // Calls are spread evenly, so that no minute gets twice its share.
    const paced = perMinute ? { intervalCap: 1, interval: 60_000 / perMinute } : {}
    lane = { queue: new PQueue({ concurrency, ...paced }), restingUntil: 0 }
    lanes.set(key, lane)
  }
  return lane
}

async function request(call: ServiceCall): Promise<Buffer> {
  const { engine, signal } = call
  try {
    await refuseStrangeAddress(call)
    const response = await fetch(call.url, requestOf(call))
    const bytes = await readBytes(response, engine)
    if (response.ok) return bytes
    const { status, headers } = response
    const said = bytes.toString('utf8', 0, 300).trim()
    throw new EngineError(faultOf(call, status, said), engine, `${status} ${said}`, retryAfter(headers))
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof EngineError) throw error
    throw new EngineError('transient', engine, reasonOf(error))
  }
}

function requestOf({ method = 'POST', headers, body, signal, timeoutMs = TIMEOUT_MS }: ServiceCall): RequestInit {
  const isJson = body !== undefined && !(body instanceof FormData)
  return {
    method,
    headers: { ...(isJson && { 'content-type': 'application/json' }), ...headers },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    // A redirecting service could lead to an address of this network.
    redirect: 'manual',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  }
}

/** Node says `fetch failed`; the cause has the reason. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message : error.message
}

const REFUSED_CONTENT = /content[_ ]?(?:policy|filter|management)|moderation|unsafe/i

/** RFC 9110 and 6585; some services send 529 for 503. */
function faultOf({ faults }: ServiceCall, status: number, said: string): EngineFault {
  const special = faults?.[status]
  if (special) return special
  if (status === 401 || status === 403) return 'auth'
  if (status === 402 || (status === 429 && /insufficient_quota|quota[_ ]exceeded/i.test(said))) return 'quota'
  if (status === 429 || status === 529) return 'rate'
  if (status >= 500 || status === 408) return 'transient'
  return REFUSED_CONTENT.test(said) ? 'content' : 'input'
}

const RETRY_AFTER_MAX_MS = 3_600_000

/** RFC 9110, 10.2.3: seconds or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), RETRY_AFTER_MAX_MS) : undefined
}

/** Limits an answer's size: an endless one must not fill the memory. */
async function readBytes(response: Response, engine: string): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length
    if (bytes > ANSWER_MAX_BYTES) throw new EngineError('input', engine, `an answer of over ${ANSWER_MAX_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Networks without services: link-local ones, where clouds have metadata, and multicast. */
const strange = new BlockList()
strange.addSubnet('169.254.0.0', 16)
strange.addSubnet('224.0.0.0', 4)
strange.addSubnet('0.0.0.0', 8)
strange.addSubnet('fe80::', 10, 'ipv6')
strange.addSubnet('ff00::', 8, 'ipv6')
strange.addAddress('fd00:ec2::254', 'ipv6')

/** Operators may name machines of their network; the addresses above are never meant. */
async function refuseStrangeAddress({ url, engine }: ServiceCall): Promise<void> {
  const { hostname } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const found = isIP(host) ? [{ address: host, family: isIP(host) }] : await lookup(host, { all: true })
  for (const { address, family } of found)
    if (strange.check(address, family === 6 ? 'ipv6' : 'ipv4'))
      throw new EngineError('auth', engine, `${address} is no address of a service`)
}
