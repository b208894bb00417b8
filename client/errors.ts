import { errorTable } from '#core/contract/errors.ts'

/** Facts of a failed answer. */
export interface Failure {
  /** Of the envelope; 0 without an answer. */
  readonly code: number
  /** HTTP status; 0 without an answer. */
  readonly status: number
  /** In the language of the client. */
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
  /** From the header `retry-after`; 0 without it. */
  readonly retryAfterSeconds: number
}

/** A failed call. Its subclasses say why. */
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

/** The key may not make the call: a scope is missing, or it is for users only. */
export class NotPermitted extends CallError {
  override readonly name = 'NotPermitted'
  /** The missing scope; empty for other reasons. */
  get scope(): string {
    return String(this.data['scope'] ?? '')
  }
}

/** The account or the key's monthly cap has fewer credits than the task costs. */
export class NoCredits extends CallError {
  override readonly name = 'NoCredits'
  get needed(): number {
    return Number(this.data['needed'] ?? 0)
  }
  get left(): number {
    return Number(this.data['left'] ?? 0)
  }
  /** Whether the cap is exceeded, not the balance. */
  get isKeyLimit(): boolean {
    return this.data['reason'] === 'key_cap'
  }
}

/** More calls a minute than allowed, after the client's retries. */
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

/** Done already, running already, or on a stale revision: `data` has the stored state. */
export class Conflict extends CallError {
  override readonly name = 'Conflict'
}

/** The installation is in maintenance. */
export class UnderMaintenance extends CallError {
  override readonly name = 'UnderMaintenance'
}

/** A server fault; the message has its log number. */
export class ServerFault extends CallError {
  override readonly name = 'ServerFault'
}

/** No answer arrived. */
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

/** Maps a failure to an error class by status, reason and code. */
export function errorOf(failure: Failure): CallError {
  const { status, code, data } = failure
  if (status === 0) return new Unreachable(failure)
  if (status === 429) return new TooManyCalls(failure)
  if (data['reason'] === 'insufficient_credits' || data['reason'] === 'key_cap') return new NoCredits(failure)
  if (status >= 500) return new ServerFault(failure)
  return new (byCode[code] ?? CallError)(failure)
}
