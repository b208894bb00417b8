import type { Envelope } from '#core/contract/call.ts'
import { errorTable, OK, reactionTo } from '#core/contract/errors.ts'
import type { CallName, DataOf, InputOf } from '#core/contract/index.ts'
import { REQUEST_TIMEOUT_MS } from '#core/domain/limits.ts'
import { screenLanguage } from './language.ts'
import { pause } from './pause.ts'
import { callRoutes } from './routes.ts'
import { account, clearSession } from './session.ts'
import { randomId } from './random-id.ts'

/** A failed answer, or none. `code` is 0 if the server is unreachable. */
export class CallFailed extends Error {
  readonly code: number
  readonly data: unknown
  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }

  /** No answer: a retry may succeed. */
  get isOffline(): boolean {
    return this.code === 0
  }
}

/** The key of a refusal, if the server sends one. */
export function reasonOf(data: unknown): string | undefined {
  return typeof data === 'object' && data !== null && 'reason' in data && typeof data.reason === 'string'
    ? data.reason
    : undefined
}

/** What the whole application does on a server's request. */
export interface Reactions {
  /** To the login page, then back here. */
  onLogin(message: string): void
  onMaintenance(message: string): void
  /** A call succeeded. */
  onDone(name: CallName): void
}

let reactions: Reactions = { onLogin: () => undefined, onMaintenance: () => undefined, onDone: () => undefined }

/** Sets the handlers; none before that. */
export function setReactions(next: Reactions): void {
  reactions = next
}

/** A call in progress: its body becomes JSON. */
interface CallRequest {
  readonly path: string
  readonly method: string
  readonly headers: Record<string, string>
  readonly body?: unknown
}

interface CallOptions {
  readonly signal?: AbortSignal
  /** Whether the request outlives the page; one with a large body does not, since browsers refuse it. */
  readonly keepalive?: boolean
}

/** Browsers allow 64 KiB to all requests that outlive their page. */
const MAX_KEPT_BYTES = 60_000

/** Makes a call of the contract; rejects with a CallFailed. Runs the code's side effects. */
export async function call<N extends CallName>(
  name: N,
  input: InputOf<N>,
  options: CallOptions = {},
): Promise<DataOf<N>> {
  const row = callRoutes[name]
  const isPost = row.method === 'POST'
  const sentBy = account.token
  const request: CallRequest = {
    path: isPost ? row.path : `${row.path}?${queryOf(input)}`,
    method: row.method,
    headers: headers(isPost),
    ...(isPost && { body: input }),
  }
  let envelope: Envelope<DataOf<N>>
  try {
    envelope = (await sendUntilFree(request, options)) as Envelope<DataOf<N>>
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new CallFailed(0, '')
  }
  if (envelope.code === OK) {
    reactions.onDone(name)
    return envelope.data
  }
  const { reaction } = reactionTo(envelope.code)
  // A session that the user has ended or changed meanwhile needs no message.
  if (reaction === 'login' && sentBy === account.token && !account.hasLeft) {
    clearSession()
    reactions.onLogin(envelope.message)
  }
  if (reaction === 'maintenance') reactions.onMaintenance(envelope.message)
  throw new CallFailed(envelope.code, messageOf(envelope), envelope.data)
}

/** Attempts of a call while the server is overloaded. */
const MOST_TRIES = 4

/** A call refused by overload is repeated after the server's delay. */
async function sendUntilFree(request: CallRequest, options: CallOptions): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    const answer = await send(request, options)
    const { code, data } = answer as Envelope<{ n?: number }>
    if (code !== errorTable.busy.code || tries === MOST_TRIES) return answer
    await pause((data.n ?? 1) * 1000, options.signal)
    options.signal?.throwIfAborted()
  }
}

async function send(
  { path, method, headers, body }: CallRequest,
  { signal, keepalive = false }: CallOptions,
): Promise<unknown> {
  const text = body === undefined ? undefined : JSON.stringify(body)
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const response = await fetch(path, {
    method,
    headers,
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    keepalive: keepalive && isSmall(text),
    ...(text !== undefined && { body: text }),
  })
  return response.json()
}

const isSmall = (text = ''): boolean =>
  text.length <= MAX_KEPT_BYTES && new TextEncoder().encode(text).length <= MAX_KEPT_BYTES

/** For invalid input, users see what is wrong; the field's name is for programs. */
function messageOf({ message, data }: Envelope): string {
  if (typeof data !== 'object' || data === null || !('reason' in data) || data.reason !== 'invalid_input')
    return message
  const detail = 'detail' in data ? data.detail : ''
  return typeof detail === 'string' && detail !== '' ? detail : message
}

/** Headers of every request: language, session and the kind of body. */
export function headers(json = false): Record<string, string> {
  return {
    language: screenLanguage(),
    ...(account.token ? { token: account.token } : {}),
    ...(json ? { 'content-type': 'application/json' } : {}),
  }
}

function queryOf(input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input)) if (value !== undefined) query.set(key, String(value))
  return query.toString()
}

/** A key for a write that the user might repeat by accident. */
export function idempotencyKey(): string {
  return randomId()
}
