import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorName, errorTable } from '#core/contract/errors.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { TooManyCalls } from '../app/keys/use.ts'
import { translateMessage } from '../app/messages.ts'
import { Refusal } from '../app/refusal.ts'
import { ProgramMissing } from '../engines/program.ts'
import { BlobMissing } from '../store/blobs.ts'
import { newId } from '../store/id.ts'
import { isStorageFull } from '../store/storage-full.ts'
import { languageOfRequest } from './authenticate.ts'

interface Answer {
  status: number
  code: number
  message: string
  /** Reasons for which the browser offers help. */
  data?: object
  /** Number of an internal error in the log. */
  logId?: string
  retryAfterSeconds?: number
}

/** How long a refused request's body is read and dropped, so that its answer gets through. */
const LINGER_MS = 2000

/** Refusals that clients distinguish: the answer has the reason and its numbers. */
const reasons: ReadonlySet<string> = new Set([
  ...['busy', 'insufficient_credits', 'invalid_input', 'key_cap', 'key_scope', 'no_such_task'],
  ...['line_gone', 'recording_unreadable', 'recording_too_long', 'recording_silent'],
])

/** Answers a failed request, wherever it failed. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { logId, status, code, message, data = {}, retryAfterSeconds } = answerTo(error, languageOfRequest(request))
  if (logId) request.log.error({ err: error, logId }, 'request failed')
  if (!request.raw.complete) dropBody(request.raw)
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds)
  void reply.code(status).send({ code, message, data })
}

/** An unwanted body is read and dropped; its connection is closed if it does not end soon. */
function dropBody(raw: IncomingMessage): void {
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, LINGER_MS).unref()
  raw.once('close', () => clearTimeout(timer))
}

function answerTo(error: unknown, language: InterfaceLanguage): Answer {
  const answer = (name: ErrorName, key: string, status = 200, params = {}): Answer => ({
    status,
    code: errorTable[name].code,
    message: translateMessage(language, key, params),
  })
  if (error instanceof Refusal) {
    const data = reasons.has(error.key) ? { reason: error.key, ...error.params } : {}
    if (error.kind !== 'busy') return { ...answer(error.kind, error.key, 200, error.params), data }
    return { ...answer('busy', error.key, 429, error.params), data, retryAfterSeconds: Number(error.params['n']) }
  }
  if (isStorageFull(error)) return answer('refused', 'storage_full')
  if (error instanceof ProgramMissing) return answer('refused', 'engine_missing', 200, { name: error.program })
  if (error instanceof BlobMissing) return answer('not_found', 'no_data', 404)
  const status = statusOf(error)
  if (error instanceof TooManyCalls)
    return { ...answer('refused', 'too_many_requests', 429), retryAfterSeconds: error.retryAfterSeconds }
  if (status === 429) return answer('refused', 'too_many_requests', 429)
  if (status === 413) return answer('refused', 'too_large', 413)
  if (status < 500) return answer('refused', 'operation_failed', status)
  const logId = newId()
  return { ...answer('failed', 'failed_with_id', 500, { id: logId }), logId }
}

function statusOf(error: unknown): number {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined
  return typeof status === 'number' ? status : 500
}

/** Answers a malformed request, whose language is unknown too. */
export function answerUnreadable(error: FastifyError | (Error & { code?: string }), socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const [status, key] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? ['431 Request Header Fields Too Large', 'too_large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? ['408 Request Timeout', 'operation_failed']
        : ['400 Bad Request', 'operation_failed']
  const body = JSON.stringify({ code: errorTable.refused.code, message: translateMessage('en', key), data: {} })
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    'cache-control: no-store',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}
