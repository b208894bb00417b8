import type { FastifyBaseLogger } from 'fastify'
import type { CallName, DataOf, ParsedInputOf } from '#core/contract/index.ts'
import type { ErrorName } from '#core/contract/errors.ts'
import type { InterfaceLanguage } from '#core/domain/languages.ts'
import type { Account } from '../app/accounts.ts'

export interface Context {
  readonly language: InterfaceLanguage
  readonly token: string
  /** Undefined only in public calls made without a token. */
  readonly account: Account | undefined
  /** Id of the account; a call that needs none must not ask. */
  readonly accountId: string
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

export type Handlers = { [N in CallName]: Handler<N> }
