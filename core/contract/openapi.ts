import { z } from 'zod'
import { APP_VERSION } from '../domain/limits.ts'
import type { Call } from './call.ts'
import { errorTable } from './errors.ts'

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
        key: { type: 'apiKey', in: 'header', name: 'key' },
      },
    },
    paths,
  }
}

type Rows = [[string, Call], ...[string, Call][]]

/** Rows of the contract by method and path. */
export function routesOf(contract: Record<string, Call>): Map<string, Rows> {
  const routes = new Map<string, Rows>()
  for (const [name, row] of Object.entries(contract)) {
    const place = `${row.method} ${row.path}`
    const rows = routes.get(place)
    if (rows) rows.push([name, row])
    else routes.set(place, [[name, row]])
  }
  return routes
}

function codesText(): string {
  const rows = Object.entries(errorTable).map(([name, row]) => `${row.code} ${name}`)
  return `Every answer is {code, message, data}; code 0 is success. Codes: ${rows.join(', ')}.`
}

function operation(rows: Rows): Json {
  const [[name, { method, access, auth, permission, limits }]] = rows
  const inputs = rows.map(([, { input }]) => z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Json)
  const data = anyOf(rows.map(([, row]) => z.toJSONSchema(row.data, { unrepresentable: 'any' }) as Json))
  return {
    operationId: name,
    summary: rows.map(([, { summary }]) => summary).join('; '),
    'x-access': access,
    ...(permission === undefined ? {} : { 'x-permission': permission }),
    'x-limits': method === 'POST' ? limits : { ...limits, bodyBytes: 0 },
    ...(access === 'public' ? {} : { security: auth.map((credential) => ({ [credential]: [] })) }),
    ...(method === 'POST'
      ? { requestBody: { required: true, content: { 'application/json': { schema: anyOf(inputs) } } } }
      : { parameters: queryParameters(inputs) }),
    responses: { 200: { description: 'Envelope', content: { 'application/json': { schema: envelope(data) } } } },
  }
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
