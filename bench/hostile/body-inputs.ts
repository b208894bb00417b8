import { z } from 'zod'
import type { Call } from '#core/contract/call.ts'
import { contract } from '#core/contract/index.ts'
import { type Inputs, jsonTexts, MB, runOf } from './inputs.ts'

/** A body for a row. */
export interface SentBody {
  readonly row: Call
  readonly body: string
}

type Schema = z.core.JSONSchema.JSONSchema

/** Pieces of text that the fields' patterns look ahead in. */
const pieces = ['a', ' ', '\u200b', 'a@', 'a.', '-', '1']

/** For each field of each row, valid bodies except for this field, which has the maximal size. */
export function bodies(): Inputs<SentBody> {
  return Object.entries(contract).flatMap(([name, row]: [string, Call]) => {
    if (row.method !== 'POST') return []
    const size = Math.min(MB, row.limits.bodyBytes) - 200
    const schema = z.toJSONSchema(row.input, { io: 'input', unrepresentable: 'any' })
    const fields = Object.entries(schema.properties ?? {}).flatMap(([field, of]) =>
      grown(of as Schema, size).map(([kind, make]): Inputs<SentBody>[number] => [
        `${name}.${field}: ${kind}`,
        () => ({ row, body: JSON.stringify({ ...(sample(schema) as object), [field]: make() }) }),
      ]),
    )
    return name === 'addVersion' ? [...fields, ...odd(row)] : fields
  })
}

const odd = (row: Call): Inputs<SentBody> => jsonTexts().map(([kind, make]) => [kind, () => ({ row, body: make() })])

/** Values that fill so many bytes: of the right kind, and of others. */
function grown(schema: Schema, size: number): Inputs<unknown> {
  const of = first(schema)
  const many = (item: unknown) => (): unknown[] =>
    Array.from({ length: Math.floor(size / (JSON.stringify(item).length + 1)) }, () => item)
  if (of.type === 'array') {
    const item = sample((of.items ?? {}) as Schema)
    return [
      ['many items', many(item ?? 1)],
      ['many numbers', many(1)],
      ['many empty objects', many({})],
      ['many empty lists', many([])],
    ]
  }
  if (of.type === 'string') return pieces.map((piece) => [JSON.stringify(piece), () => runOf(piece, size / 2)])
  if (of.type !== 'object') return []
  const keys = Math.floor(size / 14)
  return [
    ['many keys', () => Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, 'x']))],
    ...Object.entries(of.properties ?? {}).flatMap(([name, inner]) =>
      grown(inner as Schema, size).map(([kind, make]): Inputs<unknown>[number] => [
        `${name}: ${kind}`,
        () => ({ ...(sample(of) as object), [name]: make() }),
      ]),
    ),
  ]
}

/** The smallest value of a form. */
function sample(schema: Schema): unknown {
  const of = first(schema)
  if (of.const !== undefined) return of.const
  if (of.enum) return of.enum[0]
  if (of.default !== undefined) return of.default
  if (of.type === 'string') return 'a'.repeat(of.minLength ?? 0)
  if (of.type === 'number' || of.type === 'integer') return Math.max(0, of.minimum ?? 0)
  if (of.type === 'boolean') return false
  if (of.type === 'null') return null
  if (of.type === 'array') return Array.from({ length: of.minItems ?? 0 }, () => sample((of.items ?? {}) as Schema))
  const needed = new Set(of.required ?? [])
  const own = Object.entries(of.properties ?? {}).filter(([name]) => needed.has(name))
  return Object.fromEntries(own.map(([name, inner]) => [name, sample(inner as Schema)]))
}

function first(schema: Schema): Schema {
  const [one] = schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []
  return one === undefined ? schema : first(one)
}
