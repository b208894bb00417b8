import { REQUEST_TIMEOUT_MS } from '#core/domain/limits.ts'
import type { CallRequest } from '#src/api/call.ts'
import type { RequestAnswer, SentRequest } from '#workers/requests/requests.worker.ts'

/** After its time an answer should have come: a worker that says nothing is gone. */
const PATIENCE_MS = REQUEST_TIMEOUT_MS + 5000

interface Waiting {
  readonly until: number
  readonly answered: (answer: unknown) => void
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

function hear({ id, answer }: RequestAnswer): void {
  if (id > 0) {
    waiting.get(id)?.answered(answer)
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
  for (const { answered } of waiting.values()) answered(undefined)
  waiting.clear()
}

/** Sends a request from the worker: the way for `call` to go, undefined while there is none. Rejects where no answer came. */
export function saveRequests(): ((request: CallRequest) => Promise<unknown>) | undefined {
  const taken = running?.isReady ? running.thread : undefined
  return taken && ((request) => answerOf(taken, request))
}

function answerOf(thread: Thread, request: CallRequest): Promise<unknown> {
  const id = ++last
  const answer = new Promise<unknown>((resolve, reject) => {
    const answered = (value: unknown): void =>
      value === undefined ? reject(new Error('No answer came')) : resolve(value)
    waiting.set(id, { until: performance.now() + PATIENCE_MS, answered })
  })
  watch ??= setTimeout(look, PATIENCE_MS)
  // As text: to copy an object costs the page more.
  thread.send(JSON.stringify({ ...request, id, timeoutMs: REQUEST_TIMEOUT_MS } satisfies SentRequest))
  return answer
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
