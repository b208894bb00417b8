import { z } from 'zod'
import type { Call } from '#core/contract/call.ts'

interface Schema {
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  contentEncoding?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  $ref?: string
  $defs?: Record<string, Schema>
}

export type Path = readonly (string | number)[]

/** A field of an input that holds one value. */
export interface Leaf {
  readonly path: Path
  /** Its last step that is no number. */
  readonly name: string
  /** Whether its schema is that of an id. */
  readonly isId: boolean
}

/** An input that a row of the contract takes, with all that is optional; `valueOf` says what stands in a field. */
export function exampleInput(
  row: Pick<Call, 'input'>,
  valueOf: (leaf: Leaf) => unknown,
): { input: unknown; leaves: readonly Leaf[] } {
  const root = z.toJSONSchema(row.input, { io: 'input', unrepresentable: 'any' }) as Schema
  const leaves: Leaf[] = []
  return { input: example(root, { root, leaves, valueOf }, []), leaves }
}

interface Walk {
  readonly root: Schema
  readonly leaves: Leaf[]
  readonly valueOf: (leaf: Leaf) => unknown
}

function example(schema: Schema, walk: Walk, path: Path): unknown {
  const { type, properties, items, ...rest } = followed(schema, walk.root)
  if (properties) {
    const entries = Object.entries(properties).map(([name, field]) => [name, example(field, walk, [...path, name])])
    return Object.fromEntries(entries) as unknown
  }
  if (items) return [example(items, walk, [...path, 0])]
  const name = String(path.findLast((step) => typeof step === 'string'))
  const isId = /(^|_)ids?$/.test(name) || (type === 'string' && rest.minLength === 1 && rest.maxLength === 64)
  const leaf = { path, name, isId }
  walk.leaves.push(leaf)
  if (rest.const !== undefined) return rest.const
  const value = walk.valueOf(leaf)
  if (rest.enum) return rest.enum.includes(value) ? value : rest.enum[0]
  if (value !== undefined) return value
  // A share of a picture, of which another may be added.
  if (type === 'number' && rest.maximum === 1) return 0.5
  if (type === 'integer' || type === 'number') return Math.max(1, rest.minimum ?? 1)
  if (type === 'boolean') return true
  if (name === 'mobile') return '+49 40 123456'
  if (rest.format === 'email') return 'x@example.org'
  if (rest.contentEncoding === 'base64' || rest.format === 'base64') return 'QUJD'
  if (rest.pattern?.includes('64')) return 'a'.repeat(64)
  if (rest.pattern?.startsWith('^#')) return '#ffffff'
  return 'x'.repeat(Math.max(8, rest.minLength ?? 0))
}

/** A schema with its references followed. */
function followed(schema: Schema, root: Schema): Schema {
  const name = schema.$ref?.split('/').pop()
  const next = name === undefined ? schema : root.$defs?.[name]
  if (!next) throw new RangeError(`No definition ${schema.$ref}`)
  const choices = next.anyOf ?? next.oneOf
  return choices ? followed(choices.find(({ type }) => type !== 'null') ?? choices[0]!, root) : next
}

/** An input with another value in one field; without the field where it is undefined. */
export function withValue(input: unknown, [step, ...rest]: Path, value: unknown): unknown {
  if (step === undefined) return value
  const copy = Array.isArray(input) ? [...(input as unknown[])] : { ...(input as object) }
  const next = withValue(Reflect.get(copy, step), rest, value)
  if (next === undefined) Reflect.deleteProperty(copy, step)
  else Reflect.set(copy, step, next)
  return copy
}
