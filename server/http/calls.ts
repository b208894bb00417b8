import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Access, Call } from '#core/contract/call.ts'
import { errorTable, OK } from '#core/contract/errors.ts'
import { contract } from '#core/contract/index.ts'
import { openApiDocument, routesOf } from '#core/contract/openapi.ts'
import { interfaceLanguage, type InterfaceLanguage } from '#core/domain/languages.ts'
import { type Account, accountOfToken, isVisitor } from '../app/accounts.ts'
import { translateMessage } from '../app/messages.ts'
import { Refusal } from '../app/refusal.ts'
import type { Db } from '../store/db.ts'
import { type Context, type Handlers, Notice } from './context.ts'

type AnyHandler = (input: unknown, context: Context) => Promise<unknown>

/** Attempts a minute and address at calls that check or make passwords. */
const LOGIN_LIMIT = { max: 20, timeWindow: '1 minute' }
const limited = new Set<string>(['loginAccount', 'registerAccount', 'loginAnonymous'])

/** A version of 100,000 lines is about 20 MB of JSON, the waveform of three hours 11 MB of base64. */
const bodyLimits: Record<string, number> = {
  editVersion: 64 * 1024 ** 2,
  editVersions: 64 * 1024 ** 2,
  patchVersion: 64 * 1024 ** 2,
  addVersion: 64 * 1024 ** 2,
  keepDerived: 32 * 1024 ** 2,
}

/** One route for each method and path of the contract. */
export function registerCalls(app: FastifyInstance, db: Db, handlers: Handlers): void {
  for (const rows of routesOf(contract).values()) {
    const [[name, first]] = rows
    app.route({
      method: first.method,
      url: first.path,
      config: limited.has(name) ? { rateLimit: LOGIN_LIMIT } : {},
      bodyLimit: bodyLimits[name] ?? 1024 ** 2,
      handler: async (request) => {
        const [called, row] = rows.find(([, { input }]) => input.safeParse(sourceOf(request)).success) ?? rows[0]
        const context = await contextOf(request, db, row.access)
        const input = parseInput(row, request, context.language)
        const handler = handlers[called as keyof Handlers] as AnyHandler
        return envelope(await handler(input, context), row, context.language)
      },
    })
  }
  app.get('/openapi.json', async () => openApiDocument(contract))
}

function envelope(result: unknown, row: Call, language: InterfaceLanguage): unknown {
  if (!(result instanceof Notice)) return { code: OK, message: '', data: row.data.parse(result) }
  return {
    code: errorTable[result.kind].code,
    message: translateMessage(language, result.key),
    data: row.data.parse(result.data),
  }
}

export function languageOfRequest(request: FastifyRequest): InterfaceLanguage {
  return interfaceLanguage(header(request, 'language'))
}

function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Who calls; a Refusal where the access of the call is not met. */
export async function contextOf(request: FastifyRequest, db: Db, access: Access): Promise<Context> {
  const token = header(request, 'token')
  const language = languageOfRequest(request)
  const account = token || access !== 'public' ? await accountFor(db, token, access) : undefined
  return {
    language,
    token,
    account,
    log: request.log,
    get accountId() {
      if (!account) throw new Refusal('no_token', 'no_token')
      return account.id
    },
  }
}

async function accountFor(db: Db, token: string, access: Access): Promise<Account | undefined> {
  if (access === 'public') return accountOfToken(db, token).catch(() => undefined)
  if (!token) throw new Refusal('no_token', 'no_token')
  const account = await accountOfToken(db, token)
  if (access !== 'visitor' && isVisitor(account)) throw new Refusal('not_permitted', 'log_in_first')
  if (access === 'staff' && !account.is_staff) throw new Refusal('not_permitted', 'not_permitted')
  return account
}

const localeError = { en: z.locales.en().localeError, zh_cn: z.locales.zhCN().localeError }

function sourceOf(request: FastifyRequest): unknown {
  return request.method === 'POST' ? (request.body ?? {}) : request.query
}

function parseInput(row: Call, request: FastifyRequest, language: InterfaceLanguage): unknown {
  const parsed = row.input.safeParse(sourceOf(request), { error: localeError[language] })
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]!
  throw new Refusal('refused', 'invalid_input', { field: issue.path.join('.') || 'input', detail: issue.message })
}
