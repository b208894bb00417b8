import { z } from 'zod'
import type { Call } from './call.ts'

/** Rows that share method and path, with their names. */
export type Rows = [[string, Call], ...[string, Call][]]

/** Rows of the contract by method and path. */
export function routesOf(contract: Record<string, Call>): Map<string, Rows> {
  const routes = new Map<string, Rows>()
  for (const [name, row] of Object.entries(contract)) {
    const route = `${row.method} ${row.path}`
    const rows = routes.get(route)
    if (rows) rows.push([name, row])
    else routes.set(route, [[name, row]])
  }
  return routes
}

/**
 * Selects the row for an input by the field with a distinct value per row. An input without it gets the first row, whose
 * check reports what is missing.
 */
export function rowChooser(rows: Rows): (input: unknown) => [string, Call] {
  const [first, ...others] = rows
  if (others.length === 0) return () => first
  const field = Object.keys(literalsOf(first[1])).find(
    (name) => new Set(rows.map(([, row]) => literalsOf(row)[name])).size === rows.length,
  )
  if (field === undefined) throw new RangeError(`Nothing tells the rows of ${first[1].path} apart`)
  const byValue = new Map(rows.map((row) => [literalsOf(row[1])[field], row]))
  return (input) => byValue.get(valueOf(input, field)) ?? first
}

function valueOf(input: unknown, field: string): unknown {
  return typeof input === 'object' && input !== null ? Reflect.get(input, field) : undefined
}

function literalsOf({ input }: Call): Record<string, unknown> {
  if (!(input instanceof z.ZodObject)) return {}
  const literals: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(input.shape))
    if (schema instanceof z.ZodLiteral) literals[name] = schema.value
  return literals
}
