import type { FastifyBaseLogger } from 'fastify'
import type { CallName, DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { ErrorName } from '#core/contract/errors.ts'
import type { Account } from '../app/accounts.ts'
import type { Scope } from '../app/scope.ts'

/** What a handler knows of the request besides its input. */
export interface Context extends Scope {
  readonly token: string
  /** Undefined only in public calls made without a token. */
  readonly account: Account | undefined
  /** Id of the account; a public call without a token that asks for it is refused. */
  readonly accountId: string
  /** The browser's description. */
  readonly device: string
  /** The client's address, as rate limits count it. */
  readonly network: string
  /** Scheme, host and port by which the browser reached this server. */
  readonly origin: string
  readonly log: FastifyBaseLogger
}

/** Data that comes with a code other than success. */
export class Notice<T> {
  readonly kind: ErrorName
  readonly key: string
  readonly data: T
  constructor(kind: ErrorName, key: string, data: T) {
    this.kind = kind
    this.key = key
    this.data = data
  }
}

export type Handler<N extends CallName> = (
  input: ParsedInputOf<N>,
  context: Context,
) => Promise<DataOf<N> | Notice<DataOf<N>>>

/** The handlers of a resource: exactly one per call. */
export type HandlersOf<Calls> = { [N in keyof Calls & CallName]: Handler<N> }

/** The empty object of a call without data. */
export const done = (): Record<string, never> => ({})

export type Handlers = { [N in CallName]: Handler<N> }

/** A write's data, or the newer revision's with the notice that nothing was written. */
export function unlessStale<T>({ stale, data }: { stale: boolean; data: T }): T | Notice<T> {
  return stale ? new Notice('notice', 'stale_revision', data) : data
}
