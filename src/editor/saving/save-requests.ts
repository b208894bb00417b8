import { REQUEST_TIMEOUT_MS } from '#core/domain/limits.ts'
import type { CallRequest } from '#src/api/call.ts'
import type { RequestAnswer, SentRequest, Withdrawal } from '#workers/requests/requests.worker.ts'

/** After its time an answer should have come: a worker that says nothing is gone. */
const PATIENCE_MS = REQUEST_TIMEOUT_MS + 5000

interface Waiting {
  readonly until: number
  readonly ended: (end: Omit<RequestAnswer, 'id'>) => void
}

interface Thread {
  send(text: string): void
  end(): void
}

let running: { readonly thread: Thread; readonly ready: PromiseWithResolvers<void>; isReady: boolean } | undefined
const waiting = new Map<number, Waiting>()
let last = 0
let watch: ReturnType<typeof setTimeout> | undefined

/** Begins the worker that saves go through; it stays for the next version. Until it is there the page sends by itself. */
export function beginSaveRequests(): Promise<void> {
  running ??= { thread: begin(), ready: Promise.withResolvers<void>(), isReady: false }
  return running.ready.promise
}

/** One for all pages, where a browser has that: of each request of a page's own worker the browser tells the page, at its cost. */
function begin(): Thread {
  const onMessage = ({ data }: MessageEvent<RequestAnswer>): void => hear(data)
  if (typeof SharedWorker === 'function') {
    const worker = new SharedWorker(new URL('../../../workers/requests/requests.worker.ts', import.meta.url), {
      type: 'module',
    })
    const { port } = worker
    worker.addEventListener('error', end)
    port.addEventListener('message', onMessage)
    port.start()
    return { send: (text) => port.postMessage(text), end: () => port.close() }
  }
  const worker = new Worker(new URL('../../../workers/requests/requests.worker.ts', import.meta.url), {
    type: 'module',
  })
  // What can not be fetched now is tried again with the next version.
  worker.addEventListener('error', end)
  worker.addEventListener('message', onMessage)
  return { send: (text) => worker.postMessage(text), end: () => worker.terminate() }
}

function hear({ id, ...end }: RequestAnswer): void {
  if (id > 0) {
    waiting.get(id)?.ended(end)
    waiting.delete(id)
  } else if (running) {
    running.isReady = true
    running.ready.resolve()
  }
}

function end(): void {
  running?.thread.end()
  running?.ready.resolve()
  running = undefined
  for (const { ended } of waiting.values()) ended({})
  waiting.clear()
}

/** A way for one call to go. */
export class SaveRequest {
  /** The request was taken back before it went: `send` has rejected then. */
  isTakenBack = false
  private readonly id = ++last
  private readonly thread: Thread
  private readonly waitMs: number

  constructor(thread: Thread, waitMs: number) {
    this.thread = thread
    this.waitMs = waitMs
  }

  /** Rejects where no answer came. */
  readonly send = (request: CallRequest): Promise<unknown> => {
    const { id, waitMs } = this
    const answer = new Promise<unknown>((resolve, reject) => {
      const ended = ({ answer: value, isWithdrawn }: Omit<RequestAnswer, 'id'>): void => {
        if (value !== undefined) return resolve(value)
        this.isTakenBack = isWithdrawn === true
        reject(new Error(isWithdrawn ? 'Taken back' : 'No answer came'))
      }
      waiting.set(id, { until: performance.now() + waitMs + PATIENCE_MS, ended })
    })
    watch ??= setTimeout(look, PATIENCE_MS)
    const sent: SentRequest = { ...request, id, timeoutMs: REQUEST_TIMEOUT_MS, ...(waitMs > 0 && { waitMs }) }
    // As text: to copy an object costs the page more.
    this.thread.send(JSON.stringify(sent))
    return answer
  }

  /** Takes the request back if it still waits; if it has gone its answer comes. */
  withdraw(): void {
    this.thread.send(JSON.stringify({ withdrawn: this.id } satisfies Withdrawal))
  }
}

/** A request that the worker sends after so many milliseconds; undefined while there is no worker. */
export function saveRequest(waitMs: number): SaveRequest | undefined {
  return running?.isReady ? new SaveRequest(running.thread, waitMs) : undefined
}

/** One timer for all requests: one for each would cost each save its part. */
function look(): void {
  watch = undefined
  if (waiting.size === 0) return
  const now = performance.now()
  const first = Math.min(...[...waiting.values()].map(({ until }) => until))
  if (first <= now) end()
  else watch = setTimeout(look, first - now)
}
