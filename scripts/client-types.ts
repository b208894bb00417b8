import { format } from 'oxfmt'
import { z } from 'zod'
import { callRoutes } from '#client/calls.ts'
import { contract } from '#core/contract/index.ts'

/** The used part of JSON Schema. */
interface Schema {
  readonly type?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, Schema>>
}

/** Named types with their text, each once. */
type Named = Map<string, string>

/** TypeScript of a schema. */
function typeOf(schema: Schema, isInput: boolean): string {
  const inner = (one: Schema): string => typeOf(one, isInput)
  if (schema.$ref !== undefined) return nameOf(schema.$ref, isInput)
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return either.map((one) => inner(one)).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return schema.prefixItems
        ? `[${schema.prefixItems.map((one) => inner(one)).join(', ')}]`
        : listType(inner(schema.items ?? {}))
    case 'object':
      return objectType(schema, inner)
    default:
      return 'unknown'
  }
}

const listType = (item: string): string => `readonly ${/^[$\w]+$/.test(item) ? item : `(${item})`}[]`

function objectType(
  { properties = {}, required = [], additionalProperties }: Schema,
  inner: (one: Schema) => string,
): string {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const isOptional = !required.includes(name) || name === 'idempotency_key'
    return `readonly ${/^[$\w]+$/.test(name) ? name : JSON.stringify(name)}${isOptional ? '?' : ''}: ${inner(schema)}`
  })
  const others = typeof additionalProperties === 'object' ? inner(additionalProperties) : undefined
  if (others !== undefined) fields.push(`readonly [name: string]: ${fields.length > 0 ? 'unknown' : others}`)
  return fields.length > 0 ? `{ ${fields.join('; ')} }` : '{}'
}

function nameOf(ref: string, isInput: boolean): string {
  return `${ref.replace('#/$defs/', '')}${isInput ? 'Input' : ''}`
}

/** TypeScript of a zod schema, as input (`isInput`) or output. */
function printed(schema: z.ZodType, named: Named, isInput: boolean): string {
  const json = z.toJSONSchema(schema, { io: isInput ? 'input' : 'output', unrepresentable: 'any' }) as Schema
  for (const [name, one] of Object.entries(json.$defs ?? {})) {
    const text = typeOf(one, isInput)
    const full = nameOf(name, isInput)
    const before = named.get(full)
    if (before !== undefined && before !== text) throw new Error(`Two types named ${full}`)
    named.set(full, text)
  }
  return typeOf(json, isInput)
}

/** The declaration file of all calls for keys: inputs and outputs. */
export async function printCallTypes(): Promise<string> {
  const named: Named = new Map()
  const rows = Object.entries(contract).filter(([name]) => callRoutes[name])
  const inputs = rows.map(([name, { input }]) => `  ${name}: ${printed(input, named, true)}`)
  const answers = rows.map(
    ([name, { data, summary }]) => `  /** ${summary} */\n  ${name}: ${printed(data, named, false)}`,
  )
  const types = [...named].map(([name, text]) => `export type ${name} = ${text}`)
  const text = [
    '/** Written by the build from the contract of the server. */',
    ...types,
    `export interface Inputs {\n${inputs.join('\n')}\n}`,
    `export interface Answers {\n${answers.join('\n')}\n}`,
    'export type CallName = keyof Inputs',
    '/** What a call takes. An idempotency key that is left out is made by the client. */',
    'export type InputOf<N extends CallName> = Inputs[N]',
    '/** What a call answers. */',
    'export type DataOf<N extends CallName> = Answers[N]',
  ].join('\n')
  return (await format('types.ts', text)).code
}
