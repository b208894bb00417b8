import { type CallName, contract, type DataOf, type InputOf as WireInputOf } from '#core/contract/index.ts'

export type { CallName, DataOf }

/** A call's input. The client adds a missing idempotency key. */
export type InputOf<N extends CallName> =
  WireInputOf<N> extends { idempotency_key: string }
    ? Omit<WireInputOf<N>, 'idempotency_key'> & { idempotency_key?: string }
    : WireInputOf<N>

/** Method, path, and whether the call has an idempotency key. */
interface CallRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly hasIdempotencyKey: boolean
}

/**
 * Calls for API keys. Builds keep only this table: schemas stay on the server, types are generated
 * (scripts/build-client.ts).
 */
export const callRoutes: Readonly<Record<string, CallRoute | undefined>> = Object.fromEntries(
  Object.entries(contract)
    .filter(([, { auth }]) => auth.includes('key'))
    .map(([name, { method, path, input }]) => [
      name,
      { method, path, hasIdempotencyKey: 'shape' in input && 'idempotency_key' in input.shape },
    ]),
)
