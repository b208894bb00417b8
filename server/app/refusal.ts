import type { ErrorName } from '#core/contract/errors.ts'
import type { Failure } from './messages.ts'

/** A deliberate answer other than success. `key` is in the `errors` catalogue. */
export class Refusal extends Error {
  readonly kind: ErrorName
  readonly key: string
  readonly params: Record<string, string | number>
  constructor(kind: ErrorName, key: string, params: Record<string, string | number> = {}) {
    super(`${kind}: ${key}`)
    this.kind = kind
    this.key = key
    this.params = params
  }
}

/** The row is missing or another user’s: the answer does not say which. */
export function notFound(): Refusal {
  return new Refusal('not_found', 'no_data')
}

/** The refusal for a task's stored failure. */
export function refusalOf(stored: string): Refusal {
  const { key, params } = JSON.parse(stored) as Failure
  return new Refusal('refused', key, params)
}
