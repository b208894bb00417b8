import type { FastifyInstance, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { z } from 'zod'
import type { Call, Envelope } from '#core/contract/call.ts'
import { errorTable, OK } from '#core/contract/errors.ts'
import { wordsOfIssue } from '#core/contract/issue.ts'
import { contract } from '#core/contract/index.ts'
import { openApiDocument } from '#core/contract/openapi.ts'
import { type Rows, rowChooser, routesOf } from '#core/contract/routes.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import { translateMessage } from '../app/messages.ts'
import { isVisitor } from '../app/accounts.ts'
import type { Maintenance } from '../app/staff/settings.ts'
import { type Reader, readFor } from '../app/readers.ts'
import { Refusal } from '../app/refusal.ts'
import type { Sessions } from '../app/sessions.ts'
import type { Db } from '../store/db.ts'
import { sha256 } from '../store/id.ts'
import {
  authenticate,
  type Caller,
  checkDemands,
  deviceOf,
  header,
  languageOfRequest,
  weakest,
} from './authenticate.ts'
import { Bodies, isLight } from './bodies.ts'
import { type Context, type Handlers, Notice } from './context.ts'
import { networkOf } from './network.ts'
import { JsonMeasure } from './json-measure.ts'
import { isCached, type ResponseCache } from './response-cache.ts'

type AnyHandler = (input: unknown, context: Context) => Promise<unknown>

interface Served {
  readonly db: Db
  readonly sessions: Sessions
  readonly maintenance: Maintenance
  readonly bodies: Bodies
  /** Undefined if answers are not cached. */
  readonly responses?: ResponseCache
  readonly handlers: Record<string, AnyHandler>
}

/** A route per method and path of the contract, and the document that describes them. */
export function registerCalls(
  app: FastifyInstance,
  served: Omit<Served, 'handlers' | 'bodies'>,
  handlers: Handlers,
): void {
  // The row's schema has parsed a handler's input, as the types of Handlers say.
  registerRows(app, contract, { ...served, bodies: new Bodies(), handlers: handlers as Record<string, AnyHandler> })
  const document = openApiDocument(contract)
  app.get('/openapi.json', async () => document)
}

/** Routes for rows of a contract. */
export function registerRows(app: FastifyInstance, rows: Record<string, Call>, served: Served): void {
  for (const sharing of routesOf(rows).values()) registerRoute(app, sharing, served)
}

function registerRoute(
  app: FastifyInstance,
  rows: Rows,
  { handlers, maintenance, responses, bodies, ...served }: Served,
): void {
  const [[, first], ...others] = rows
  const demands = weakest([first, ...others.map(([, row]) => row)])
  const rowFor = rowChooser(rows)
  const isAlways = first.isAlways === true
  const callers = new WeakMap<FastifyRequest, Caller>()
  const most = Math.max(...rows.map(([, row]) => row.limits.bodyBytes))
  app.route({
    method: first.method,
    url: first.path,
    ...limitsOf(rows, (request) => callers.get(request)?.account.id ?? networkOf(request.ip)),
    onRequest: async (request) => {
      const caller = await authenticate(request, served, demands)
      if (caller) callers.set(request, caller)
      if (!isAlways) await maintenance.refuse(caller?.account, languageOfRequest(request))
      if (first.method === 'POST')
        bodies.take(request, {
          caller: caller?.account.id ?? networkOf(request.ip),
          isVisitor: !caller || isVisitor(caller.account),
          most,
        })
    },
    preParsing: async (request, _, payload) => {
      return isLight(request) ? payload : payload.pipe(new JsonMeasure())
    },
    handler: async (request, reply) => {
      const caller = callers.get(request)
      const source = first.method === 'POST' ? (request.body ?? {}) : request.query
      const [name, row] = rowFor(source)
      checkDemands(caller, row)
      const context = contextOf(request, served.db, caller)
      const input = parseInput(row, source, context.language)
      const handler = handlers[name]
      if (!handler) throw new RangeError(`No handler for ${name}`)
      const make = async () => envelope(await handler(input, context), row, context.language)
      const reader = readerOf(context, caller)
      const answer = () => (reader ? readFor(reader, make) : make())
      if (!responses || !caller) return answer()
      const { id } = caller.account
      if (row.method !== 'GET') return answer().finally(() => responses.forget(id))
      if (!isCached(name)) return answer()
      reply.type('application/json; charset=utf-8')
      return responses.of(id, [name, context.language, reader, input], answer)
    },
  })
}

/** The reader that addresses in the answer are signed for. */
function readerOf({ token }: Context, caller: Caller | undefined): Reader | undefined {
  if (!caller) return undefined
  return caller.key ? { key: caller.key.id } : { session: sha256(token) }
}

/** Body and rate limits of the rows; where several share a route, the widest. */
function limitsOf(rows: Rows, accountOf: (request: FastifyRequest) => string): RouteShorthandOptions {
  const all = rows.map(([, row]) => row.limits)
  const bodyLimit = Math.max(...all.map(({ bodyBytes }) => bodyBytes))
  const rates = all.flatMap(({ perMinute }) => (perMinute === undefined ? [] : [perMinute]))
  if (rates.length < all.length) return { bodyLimit }
  const isByAddress = all.every(({ per }) => per === 'address')
  return {
    bodyLimit,
    config: {
      rateLimit: {
        max: Math.max(...rates),
        timeWindow: '1 minute',
        hook: 'onRequest',
        keyGenerator: isByAddress ? (request: FastifyRequest) => networkOf(request.ip) : accountOf,
      },
    },
  }
}

function envelope(result: unknown, row: Call, language: InterfaceLanguage): Envelope {
  if (!(result instanceof Notice)) return { code: OK, message: '', data: row.data.parse(result) }
  return {
    code: errorTable[result.kind].code,
    message: translateMessage(language, result.key),
    data: row.data.parse(result.data),
  }
}

function contextOf(request: FastifyRequest, db: Db, caller: Caller | undefined): Context {
  return {
    db,
    language: languageOfRequest(request),
    token: header(request, 'token'),
    device: deviceOf(request),
    network: networkOf(request.ip),
    account: caller?.account,
    keyId: caller?.key?.id,
    origin: `${request.protocol}://${request.host}`,
    log: request.log,
    get accountId() {
      if (!caller) throw new Refusal('no_token', 'no_token')
      return caller.account.id
    },
  }
}

const localeError = { en: z.locales.en().localeError, zh_cn: z.locales.zhCN().localeError }

function parseInput(row: Call, source: unknown, language: InterfaceLanguage): unknown {
  const parsed = row.input.safeParse(source, { error: localeError[language] })
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const field = issue?.path.join('.') || 'input'
  const words = issue && wordsOfIssue(issue)
  const detail = words ? translateMessage(language, words.key, words.params) : (issue?.message ?? '')
  throw new Refusal('refused', 'invalid_input', { field, detail })
}
