import { z } from 'zod'
import { APP_VERSION } from '../domain/limits.ts'
import type { Call } from './call.ts'
import { errorTable } from './errors.ts'
import { type Rows, routesOf } from './routes.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of a contract. */
export function openApiDocument(contract: Record<string, Call>): Json {
  const paths: Record<string, Json> = {}
  for (const rows of routesOf(contract).values()) {
    const [[, { path, method }]] = rows
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation(rows) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cuelane', version: APP_VERSION, description: codesText() },
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'token' },
        key: { type: 'http', scheme: 'bearer', description: 'The secret of an API key' },
      },
    },
    paths,
  }
}

function codesText(): string {
  const rows = Object.entries(errorTable).map(([name, row]) => `${row.code} ${name}`)
  return `Every answer is {code, message, data}; code 0 is success. Codes: ${rows.join(', ')}.`
}

function operation(rows: Rows): Json {
  const [[name, { method, path, access, auth, permission, scope, limits }]] = rows
  const inputs = rows.map(([, { input }]) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json)
  const data = anyOf(rows.map(([, row]) => z.toJSONSchema(row.data, { unrepresentable: 'any' }) as Json))
  return {
    operationId: name,
    summary: rows.map(([, { summary }]) => summary).join('; '),
    tags: [tagOf(path)],
    'x-access': access,
    ...(auth.includes('key') ? { 'x-scope': scope } : {}),
    ...(permission === undefined ? {} : { 'x-permission': permission }),
    'x-limits': method === 'POST' ? limits : { ...limits, bodyBytes: 0 },
    ...(access === 'public' ? {} : { security: auth.map((credential) => ({ [credential]: [] })) }),
    ...(method === 'POST'
      ? { requestBody: { required: true, content: { 'application/json': { schema: anyOf(inputs) } } } }
      : { parameters: queryParameters(inputs) }),
    responses: { 200: { description: 'Envelope', content: { 'application/json': { schema: envelope(data) } } } },
  }
}

/** What a path is about, by its beginning: the document is read by subjects. */
const tags: readonly (readonly [string, string])[] = [
  ['/admin/jowoai.openapi', 'Keys'],
  ['/aiclient/user.openkey', 'Keys'],
  ['/admin/jowoai.webhook', 'Webhooks'],
  ['/admin/jowoai.', 'Start tasks'],
  ['/admin/history.', 'Tasks'],
  ['/aiclient/user.info/getExecuteList', 'Tasks'],
  ['/admin/home.upload', 'Upload'],
  ['/admin/file.video', 'Videos'],
  ['/admin/file.srt', 'Subtitles'],
  ['/aiclient/produce.', 'Results'],
  ['/admin/space.', 'Library'],
  ['/admin/file.', 'Library'],
  ['/admin/staff.', 'Staff'],
]

function tagOf(path: string): string {
  return tags.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'Other'
}

/** Parameters of all inputs that the path takes; needed are those that each of them needs. */
function queryParameters(inputs: readonly Json[]): Json[] {
  const propertiesOf = (input: Json) => (input['properties'] ?? {}) as Record<string, Json>
  const names = new Set(inputs.flatMap((input) => Object.keys(propertiesOf(input))))
  return [...names].map((name) => ({
    name,
    in: 'query',
    required: inputs.every((input) => ((input['required'] ?? []) as string[]).includes(name)),
    schema: anyOf(inputs.map((input) => propertiesOf(input)[name]).filter((schema) => schema !== undefined)),
  }))
}

function anyOf(schemas: readonly Json[]): Json {
  return schemas.length === 1 ? schemas[0]! : { anyOf: schemas }
}

function envelope(data: unknown): Json {
  return {
    type: 'object',
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data },
    required: ['code', 'message', 'data'],
  }
}
