import { errorTable } from '#core/contract/errors.ts'

/** What is known of an answer that is no success. */
export interface Failure {
  /** Of the envelope; 0 where no answer came. */
  readonly code: number
  /** HTTP status; 0 where no answer came. */
  readonly status: number
  /** In the language of the client. */
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
  /** From the header `retry-after`; 0 where there was none. */
  readonly retryAfterSeconds: number
}

/** A call that did not succeed. The classes below say why. */
export class CallError extends Error implements Failure {
  override readonly name: string = 'CallError'
  readonly code: number
  readonly status: number
  readonly data: Readonly<Record<string, unknown>>
  readonly retryAfterSeconds: number
  constructor({ code, status, message, data, retryAfterSeconds }: Failure) {
    super(message)
    this.code = code
    this.status = status
    this.data = data
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** The key is unknown, was deleted, or is not one. */
export class WrongKey extends CallError {
  override readonly name = 'WrongKey'
}

/** The key may not make the call: it lacks a scope, or people alone make it. */
export class NotPermitted extends CallError {
  override readonly name = 'NotPermitted'
  /** The scope that is missing; empty where it is something else. */
  get scope(): string {
    return String(this.data['scope'] ?? '')
  }
}

/** The account has less than the task costs, or the key may not spend that much this month. */
export class NoCredits extends CallError {
  override readonly name = 'NoCredits'
  get needed(): number {
    return Number(this.data['needed'] ?? 0)
  }
  get left(): number {
    return Number(this.data['left'] ?? 0)
  }
  /** Whether it is the limit of the key, not the balance. */
  get isKeyLimit(): boolean {
    return this.data['reason'] === 'key_cap'
  }
}

/** More calls a minute than allowed. The client has waited and tried again already. */
export class TooManyCalls extends CallError {
  override readonly name = 'TooManyCalls'
}

/** Refused: the message says what to do. */
export class Refused extends CallError {
  override readonly name = 'Refused'
}

/** Not there, or not yours. */
export class NotFound extends CallError {
  override readonly name = 'NotFound'
}

/** Done already, running already, or made on a stale revision: `data` has what is stored. */
export class Conflict extends CallError {
  override readonly name = 'Conflict'
}

/** The installation is being worked on. */
export class UnderMaintenance extends CallError {
  override readonly name = 'UnderMaintenance'
}

/** A fault of the server; the message has the number under which its log tells more. */
export class ServerFault extends CallError {
  override readonly name = 'ServerFault'
}

/** No answer came. */
export class Unreachable extends CallError {
  override readonly name = 'Unreachable'
}

const byCode: Readonly<Record<number, new (failure: Failure) => CallError>> = {
  [errorTable.not_permitted.code]: NotPermitted,
  [errorTable.no_token.code]: WrongKey,
  [errorTable.token_expired.code]: WrongKey,
  [errorTable.maintenance.code]: UnderMaintenance,
  [errorTable.refused.code]: Refused,
  [errorTable.not_found.code]: NotFound,
  [errorTable.failed.code]: ServerFault,
  [errorTable.notice.code]: Conflict,
  [errorTable.busy.code]: TooManyCalls,
}

/** The error of a failure, by its status, its reason and its code. */
export function errorOf(failure: Failure): CallError {
  const { status, code, data } = failure
  if (status === 0) return new Unreachable(failure)
  if (status === 429) return new TooManyCalls(failure)
  if (data['reason'] === 'insufficient_credits' || data['reason'] === 'key_cap') return new NoCredits(failure)
  if (status >= 500) return new ServerFault(failure)
  return new (byCode[code] ?? CallError)(failure)
}
