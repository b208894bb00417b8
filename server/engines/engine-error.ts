/**
 * Why an engine did not do a piece of work:
 * - `auth`: it does not know the key, or the key may not do this
 * - `quota`: what was paid for is used up
 * - `rate`: too much at once; `retryAfterMs` later it may work
 * - `content`: it refuses this text, sound or picture
 * - `input`: it cannot read this text, sound or picture, or it is too long
 * - `transient`: it is out of order or out of reach for now, or answers nonsense
 */
export type EngineFault = 'auth' | 'quota' | 'rate' | 'content' | 'input' | 'transient'

/** An engine did not do a piece of work; the message is fit to be shown. */
export class EngineError extends Error {
  readonly fault: EngineFault
  /** The engine's name. */
  readonly engine: string
  /** For `rate`: when to ask again, where the engine says. */
  readonly retryAfterMs: number | undefined
  constructor(fault: EngineFault, engine: string, message: string, retryAfterMs?: number) {
    super(`${engine}: ${message}`)
    this.fault = fault
    this.engine = engine
    this.retryAfterMs = retryAfterMs
  }
}
