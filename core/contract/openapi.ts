import { z } from 'zod'
import { APP_VERSION } from '../domain/limits.ts'
import type { Call } from './call.ts'
import { errorTable } from './errors.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of a contract. */
export function openApiDocument(contract: Record<string, Call>): Json {
  const paths: Record<string, Json> = {}
  for (const [name, row] of Object.entries(contract)) {
    paths[row.path] = { ...paths[row.path], [row.method.toLowerCase()]: operation(name, row) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Cuelane', version: APP_VERSION, description: codesText() },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'token' } } },
    paths,
  }
}

function codesText(): string {
  const rows = Object.entries(errorTable).map(([name, row]) => `${row.code} ${name}`)
  return `Every answer is {code, message, data}; code 0 is success. Codes: ${rows.join(', ')}.`
}

function operation(name: string, row: Call): Json {
  const input = z.toJSONSchema(row.input, { io: 'input', unrepresentable: 'any' }) as Json
  const data = z.toJSONSchema(row.data, { unrepresentable: 'any' })
  return {
    operationId: name,
    summary: row.summary,
    'x-access': row.access,
    ...(row.access === 'public' ? {} : { security: [{ token: [] }] }),
    ...(row.method === 'POST'
      ? { requestBody: { required: true, content: { 'application/json': { schema: input } } } }
      : { parameters: queryParameters(input) }),
    responses: { 200: { description: 'Envelope', content: { 'application/json': { schema: envelope(data) } } } },
  }
}

function queryParameters(input: Json): Json[] {
  const properties = (input['properties'] ?? {}) as Json
  const required = (input['required'] ?? []) as string[]
  return Object.entries(properties).map(([key, schema]) => ({
    name: key,
    in: 'query',
    required: required.includes(key),
    schema,
  }))
}

function envelope(data: unknown): Json {
  return {
    type: 'object',
    properties: { code: { type: 'integer' }, message: { type: 'string' }, data },
    required: ['code', 'message', 'data'],
  }
}
