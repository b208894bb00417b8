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
    tags: [...new Set([...tags.map(([, name]) => name), 'Other'])].map((name) => ({ name })),
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
  const inputs = rows.map(([, { input }]) => schemaOf(input, 'input'))
  const data = anyOf(rows.map(([, row]) => schemaOf(row.data, 'output')))
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

/** A readable schema: the default bounds of integers are left out. */
function schemaOf(type: z.ZodType, io: 'input' | 'output'): Json {
  return z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  }) as Json
}

/** Subjects of paths by prefix, in the document's order; the first match counts. */
const tags: readonly (readonly [string, string])[] = [
  ['/admin/space.', 'Library'],
  ['/admin/home.upload', 'Upload'],
  ['/admin/file.video', 'Videos'],
  ['/admin/file.srt', 'Subtitles'],
  ['/admin/file.', 'Library'],
  ['/admin/jowoai.openapi', 'Keys'],
  ['/aiclient/user.openkey', 'Keys'],
  ['/admin/jowoai.webhook', 'Webhooks'],
  ['/admin/jowoai.', 'Start tasks'],
  ['/admin/history.', 'Tasks'],
  ['/aiclient/user.info/getExecuteList', 'Tasks'],
  ['/aiclient/produce.', 'Results'],
  ['/admin/staff.', 'Staff'],
]

function tagOf(path: string): string {
  return tags.find(([beginning]) => path.startsWith(beginning))?.[1] ?? 'Other'
}

/** Parameters of all inputs of the path; required if each input requires them. */
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
