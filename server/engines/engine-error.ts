/**
 * Why an engine failed: `auth`, `quota` and `rate` (`retryAfterMs`) concern the account, `content` (refused) and `input`
 * (unreadable or too long) the piece of work; `transient` is out of order, out of reach or a nonsense answer.
 */
export type EngineFault = 'auth' | 'quota' | 'rate' | 'content' | 'input' | 'transient'

/** A failed piece of work; the message may be shown. */
export class EngineError extends Error {
  readonly fault: EngineFault
  /** The engine's name. */
  readonly engine: string
  /** For `rate`: when to retry, if the engine says. */
  readonly retryAfterMs: number | undefined
  constructor(fault: EngineFault, engine: string, message: string, retryAfterMs?: number) {
    super(`${engine}: ${message}`)
    this.fault = fault
    this.engine = engine
    this.retryAfterMs = retryAfterMs
  }
}
