import { type CallName, contract, type DataOf, type InputOf as WireInputOf } from '#core/contract/index.ts'

export type { CallName, DataOf }

/** What a call takes. An idempotency key that is left out is made by the client. */
export type InputOf<N extends CallName> =
  WireInputOf<N> extends { idempotency_key: string }
    ? Omit<WireInputOf<N>, 'idempotency_key'> & { idempotency_key?: string }
    : WireInputOf<N>

/** Where a call goes, and whether it names an idempotency key. */
interface CallRoute {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly hasIdempotencyKey: boolean
}

/**
 * Every call that takes a key. A build keeps this table alone: the schemas stay on the server, and the types are written
 * out (scripts/build-client.ts).
 */
export const callRoutes: Readonly<Record<string, CallRoute | undefined>> = Object.fromEntries(
  Object.entries(contract)
    .filter(([, { auth }]) => auth.includes('key'))
    .map(([name, { method, path, input }]) => [
      name,
      { method, path, hasIdempotencyKey: 'shape' in input && 'idempotency_key' in input.shape },
    ]),
)
