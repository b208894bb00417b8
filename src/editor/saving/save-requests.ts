import { REQUEST_TIMEOUT_MS } from '#core/domain/limits.ts'
import type { CallRequest } from '#src/api/call.ts'
import type { RequestAnswer, SentRequest } from '#workers/requests/requests.worker.ts'

/** After the answer should have come: a worker that says nothing is gone. */
const SILENT_MS = 5000

let running: { readonly thread: Worker; readonly ready: PromiseWithResolvers<void>; isReady: boolean } | undefined
const waiting = new Map<number, (answer: unknown) => void>()
let last = 0

/** Begins the worker that saves go through; it stays for the next version. Until it is there the page sends by itself. */
export function beginSaveRequests(): Promise<void> {
  if (running) return running.ready.promise
  const thread = new Worker(new URL('../../../workers/requests/requests.worker.ts', import.meta.url), {
    type: 'module',
  })
  running = { thread, ready: Promise.withResolvers<void>(), isReady: false }
  thread.addEventListener('message', ({ data }: MessageEvent<RequestAnswer>) => hear(data))
  // What can not be fetched now is tried again with the next version.
  thread.addEventListener('error', end)
  return running.ready.promise
}

function hear({ id, answer }: RequestAnswer): void {
  if (id > 0) waiting.get(id)?.(answer)
  else if (running) {
    running.isReady = true
    running.ready.resolve()
  }
}

function end(): void {
  running?.thread.terminate()
  running?.ready.resolve()
  running = undefined
  for (const answered of waiting.values()) answered(undefined)
}

/** Sends a request from the worker: the way for `call` to go, undefined while there is none. Rejects where no answer came. */
export function saveRequests(): ((request: CallRequest) => Promise<unknown>) | undefined {
  const taken = running?.isReady ? running.thread : undefined
  return taken && ((request) => answerOf(taken, request))
}

function answerOf(thread: Worker, request: CallRequest): Promise<unknown> {
  const id = ++last
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  const timer = setTimeout(end, REQUEST_TIMEOUT_MS + SILENT_MS)
  waiting.set(id, (answer) => {
    clearTimeout(timer)
    waiting.delete(id)
    if (answer === undefined) reject(new Error('No answer came'))
    else resolve(answer)
  })
  thread.postMessage({ ...request, id, timeoutMs: REQUEST_TIMEOUT_MS } satisfies SentRequest)
  return promise
}
