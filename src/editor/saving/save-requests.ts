import * as Comlink from 'comlink'
import { REQUEST_TIMEOUT_MS } from '#core/domain/limits.ts'
import type { CallRequest } from '#src/api/call.ts'
import type { RequestsWorker } from '#workers/requests/requests.worker.ts'

/** After the answer should have come: a worker that says nothing is gone. */
const SILENT_MS = 5000

let remote: Comlink.Remote<RequestsWorker> | undefined
let running: Worker | undefined

/** Begins the worker that saves go through; it stays for the next version. Until it is there the page sends by itself. */
export async function beginSaveRequests(): Promise<void> {
  if (running) return
  const thread = new Worker(new URL('../../../workers/requests/requests.worker.ts', import.meta.url), {
    type: 'module',
  })
  // What can not be fetched now is tried again with the next version.
  thread.addEventListener('error', end)
  running = thread
  const made = Comlink.wrap<RequestsWorker>(thread)
  if ((await made.begin()) && running === thread) remote = made
}

function end(): void {
  running?.terminate()
  running = undefined
  remote = undefined
}

/** Sends a request from the worker: the way for `call` to go, undefined while there is none. Rejects where no answer came. */
export function saveRequests(): ((request: CallRequest) => Promise<unknown>) | undefined {
  const taken = remote
  return taken && ((request) => answerOf(taken, request))
}

async function answerOf(taken: Comlink.Remote<RequestsWorker>, request: CallRequest): Promise<unknown> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    end()
    reject(new Error('The worker is gone'))
  }, REQUEST_TIMEOUT_MS + SILENT_MS)
  try {
    const answer = await Promise.race([taken.send({ ...request, timeoutMs: REQUEST_TIMEOUT_MS }), silence])
    if (answer === undefined) throw new Error('No answer came')
    return answer
  } finally {
    clearTimeout(timer)
  }
}
