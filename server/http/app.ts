import { existsSync } from 'node:fs'
import { join } from 'node:path'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import fastifyStatic from '@fastify/static'
import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify'
import { sql } from 'kysely'
import { type ErrorName, errorTable } from '#core/contract/errors.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Deps } from '../app/deps.ts'
import { translateMessage } from '../app/messages.ts'
import { Refusal } from '../app/refusal.ts'
import { ProgramMissing } from '../engines/program.ts'
import { BlobMissing, StorageFull } from '../store/blobs.ts'
import type { EventHub } from '../store/events.ts'
import { newId } from '../store/id.ts'
import { languageOfRequest, registerCalls } from './calls.ts'
import { registerEvents } from './events.ts'
import { registerFiles } from './files.ts'
import { libraryHandlers } from './library.ts'
import { sessionHandlers } from './session.ts'
import { taskHandlers } from './tasks.ts'

export interface AppOptions {
  readonly deps: Deps
  readonly hub: EventHub
  readonly logLevel: string
  /** The built web application; not served where the folder is not there. */
  readonly webDir: string
  /** Origins that pages may read media from beside their own (an S3 endpoint). */
  readonly mediaOrigins: readonly string[]
}

export async function buildApp({ deps, hub, logLevel, webDir, mediaOrigins }: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    logger: { level: logLevel, redact: ['req.headers.token'] },
    genReqId: () => newId(),
    forceCloseConnections: true,
    // One line a request, written below with the time it took.
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      'request',
    )
  })
  await app.register(helmet, securityHeaders(mediaOrigins))
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => Object.assign(new Error('too many requests'), { statusCode: 429 }),
  })
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const answer = answerTo(error, languageOfRequest(request))
    if (answer.logId) request.log.error({ err: error, logId: answer.logId }, 'request failed')
    return reply.code(answer.status).send({ code: answer.code, message: answer.message, data: {} })
  })
  registerCalls(app, deps.db, { ...sessionHandlers(deps), ...libraryHandlers(deps), ...taskHandlers(deps) })
  registerEvents(app, deps.db, hub)
  await registerFiles(app, deps)
  registerHealth(app, deps)
  await registerWeb(app, webDir)
  return app
}

interface Answer {
  status: number
  code: number
  message: string
  logId?: string
}

function answerTo(error: FastifyError | Refusal, language: InterfaceLanguage): Answer {
  const answer = (name: ErrorName, key: string, status = 200, params = {}): Answer => ({
    status,
    code: errorTable[name].code,
    message: translateMessage(language, key, params),
  })
  if (error instanceof Refusal) return answer(error.kind, error.key, 200, error.params)
  if (error instanceof StorageFull) return answer('refused', 'storage_full')
  if (error instanceof ProgramMissing) return answer('refused', 'engine_missing', 200, { name: error.program })
  if (error instanceof BlobMissing) return answer('not_found', 'no_data', 404)
  if (error.statusCode === 429) return answer('refused', 'too_many_requests', 429)
  if (error.statusCode === 413) return answer('refused', 'too_large', 413)
  if (error.statusCode && error.statusCode < 500) return answer('refused', 'operation_failed', error.statusCode)
  const logId = newId()
  return { ...answer('failed', 'failed_with_id', 500, { id: logId }), logId }
}

function securityHeaders(mediaOrigins: readonly string[]) {
  return {
    // No HTTPS is assumed: an installation on a local network has none.
    hsts: false as const,
    crossOriginEmbedderPolicy: false as const,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...mediaOrigins],
        mediaSrc: ["'self'", 'blob:', ...mediaOrigins],
        connectSrc: ["'self'", 'blob:', ...mediaOrigins],
        workerSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        frameAncestors: ["'self'"],
        formAction: ["'self'"],
      },
    },
  }
}

function registerHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/health/live', async () => ({ ok: true }))
  app.get('/health/ready', async (_, reply) => {
    const ok = await sql`select 1`.execute(deps.db).then(
      () => true,
      () => false,
    )
    return reply.code(ok ? 200 : 503).send({ ok })
  })
}

/** The web application: hashed files for ever, its page for every path that is a route of the browser's. */
async function registerWeb(app: FastifyInstance, webDir: string): Promise<void> {
  const isBuilt = existsSync(join(webDir, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: webDir,
      prefix: '/',
      decorateReply: false,
      wildcard: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        const hashed = path.includes(`${webDir}/assets/`)
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    const isPage = isBuilt && request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')
    if (isPage) return reply.header('cache-control', 'no-cache').type('text/html').sendFile('index.html', webDir)
    const message = translateMessage(languageOfRequest(request), 'no_data')
    return reply.code(404).send({ code: errorTable.not_found.code, message, data: {} })
  })
}
