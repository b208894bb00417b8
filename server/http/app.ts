import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import { sql } from 'kysely'
import type { MenuLanguage } from '#core/domain/languages.ts'
import { REQUEST_TIMEOUT_MS } from '#core/domain/limits.ts'
import type { Deps } from '../app/deps.ts'
import { GoogleProvider, type GoogleSetup } from '../app/google/provider.ts'
import { Maintenance } from '../app/staff/settings.ts'
import { ReaderRights } from '../app/reader-rights.ts'
import { Sessions } from '../app/sessions.ts'
import { MEDIA_PREFIX } from '../app/signed-urls.ts'
import type { EventHub } from '../store/events.ts'
import { newId } from '../store/id.ts'
import { registerCalls } from './calls.ts'
import { endConnectionsOnClose } from './connections.ts'
import { answerError, answerUnreadable } from './errors.ts'
import { registerEvents } from './events.ts'
import { registerFiles } from './files.ts'
import { apiKeyHandlers } from './api-key.ts'
import { registerBrowserModels } from './browser-models.ts'
import { batchHandlers } from './batch.ts'
import { chainHandlers } from './chain.ts'
import { engineHandlers } from './engine.ts'
import { financeHandlers } from './finance.ts'
import { folderHandlers } from './folder.ts'
import { formHandlers } from './form.ts'
import { registerFonts } from './fonts.ts'
import { importHandlers } from './import.ts'
import { ResponseCache } from './response-cache.ts'
import { languageHandlers } from './language.ts'
import { memoryHandlers } from './memory.ts'
import { noticeHandlers } from './notice.ts'
import { proHandlers } from './pro.ts'
import { operationHandlers } from './operation.ts'
import { privacyHandlers } from './privacy.ts'
import { projectHandlers } from './project.ts'
import { resultHandlers } from './result.ts'
import { profileHandlers } from './profile.ts'
import { commentHandlers } from './comment.ts'
import { reviewHandlers } from './review.ts'
import { roleHandlers } from './role.ts'
import { sampleHandlers } from './sample.ts'
import { sessionHandlers } from './session.ts'
import { shareHandlers } from './share.ts'
import { staffHandlers } from './staff.ts'
import { subtitleHandlers } from './subtitle.ts'
import { systemHandlers } from './system.ts'
import { takeHandlers } from './take.ts'
import { taskHandlers } from './task.ts'
import { uploadHandlers } from './upload.ts'
import { videoHandlers } from './video.ts'
import { voiceHandlers } from './voice.ts'
import { deliverToWebhook, registerPayWebhooks } from './pay-webhooks.ts'
import { webhookHandlers } from './webhook.ts'
import { registerWeb, securityHeaders } from './web.ts'
import { workflowHandlers } from './workflow.ts'
import { registerZips } from './zips.ts'

export interface AppOptions {
  readonly deps: Deps
  readonly hub: EventHub
  readonly logLevel: string
  /** The built web application; not served if the folder is missing. */
  readonly webDir: string
  /** Other origins that pages may read media from (an S3 endpoint). */
  readonly mediaOrigins: readonly string[]
  /** Trusted proxies in front: how many, or their addresses. */
  readonly trustProxy?: number | string | undefined
  /** Languages that the language menu offers. */
  readonly languages: readonly MenuLanguage[]
  /** How users sign in by Google, or what is missing for it. */
  readonly google: GoogleSetup
  /** Where the log goes; standard output by default. */
  readonly logStream?: { write(line: string): void }
}

/** The server's HTTP side, ready to listen. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { deps, hub, webDir, mediaOrigins, google } = options
  const app = newApp(options)
  await app.register(helmet, securityHeaders(mediaOrigins))
  await app.register(rateLimit, {
    global: false,
    errorResponseBuilder: () => Object.assign(new Error('too many requests'), { statusCode: 429 }),
  })
  app.setErrorHandler(answerError)
  const sessions = new Sessions(deps.db, hub)
  const maintenance = new Maintenance(deps.db)
  registerCalls(
    app,
    { db: deps.db, sessions, maintenance, responses: new ResponseCache(hub) },
    {
      ...sessionHandlers(deps, sessions, google.settings && new GoogleProvider(google.settings)),
      ...languageHandlers(deps),
      ...uploadHandlers(deps),
      ...importHandlers(deps),
      ...folderHandlers(deps),
      ...videoHandlers(deps),
      ...subtitleHandlers(deps),
      ...roleHandlers(deps),
      ...operationHandlers(deps),
      ...reviewHandlers(deps),
      ...commentHandlers(deps),
      ...shareHandlers(deps),
      ...workflowHandlers(deps),
      ...sampleHandlers(deps),
      ...taskHandlers(deps),
      ...takeHandlers(deps),
      ...memoryHandlers(deps),
      ...batchHandlers(deps),
      ...chainHandlers(deps),
      ...projectHandlers(deps),
      ...proHandlers(deps),
      ...resultHandlers(deps),
      ...voiceHandlers(deps),
      ...engineHandlers(deps, google.remedy),
      ...formHandlers(deps),
      ...noticeHandlers,
      ...systemHandlers(deps, { languages: options.languages, google: google.remedy === null }),
      ...profileHandlers(deps, sessions),
      ...financeHandlers(deps, sessions, ({ body, signature }) => deliverToWebhook(app, 'test', body, signature)),
      ...apiKeyHandlers,
      ...privacyHandlers(deps, sessions),
      ...webhookHandlers(deps),
      ...staffHandlers(deps, sessions, maintenance),
    },
  )
  registerEvents(app, sessions, hub)
  const rights = new ReaderRights(deps.db, sessions)
  await registerFiles(app, deps, rights)
  registerZips(app, deps, rights)
  await registerPayWebhooks(app, deps)
  registerFonts(app)
  registerBrowserModels(app)
  registerHealth(app, deps)
  await registerWeb(app, webDir)
  return app
}

function newApp({ logLevel, logStream, trustProxy }: AppOptions): FastifyInstance {
  const app = Fastify({
    logger: {
      level: logLevel,
      redact: ['req.headers.token', 'req.headers.authorization'],
      ...(logStream && { stream: logStream }),
    },
    genReqId: () => newId(),
    trustProxy: typeof trustProxy === 'number' ? (_, hop) => hop < trustProxy : (trustProxy ?? false),
    requestTimeout: REQUEST_TIMEOUT_MS,
    forceCloseConnections: false,
    return503OnClosing: false,
    frameworkErrors: answerError,
    clientErrorHandler: answerUnreadable,
    // One line per request, written below with its duration.
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode: status, elapsedTime } = reply
    request.log.info(
      { method: request.method, path: loggedPath(request), status, ms: Math.round(elapsedTime) },
      'request',
    )
  })
  app.addHook('onSend', async (_, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  endConnectionsOnClose(app)
  return app
}

/** A request's path for the log, without queries and signatures, which would give access to a file. */
function loggedPath({ url }: FastifyRequest): string {
  const [path = ''] = url.split('?')
  if (!path.startsWith(MEDIA_PREFIX)) return path
  const [expires = '', , ...key] = path.slice(MEDIA_PREFIX.length).split('/')
  return `${MEDIA_PREFIX}${expires}/…/${key.join('/')}`
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
