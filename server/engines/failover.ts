import { EngineError, type EngineFault } from './engine-error.ts'
import { ProgramFailed, ProgramMissing } from './program.ts'

/** How long a failed engine is asked last: faults that a person must fix last longer. */
const restMs: Record<EngineFault, number> = {
  auth: 600_000,
  quota: 600_000,
  rate: 60_000,
  transient: 30_000,
  // These concern one piece of work, not the engine.
  content: 0,
  input: 0,
}

/** Engines that failed recently. */
export class EngineRests {
  private readonly until = new Map<object, number>()
  private readonly now: () => number

  constructor(now: () => number = Date.now) {
    this.now = now
  }

  /**
   * Does a piece of work with the first engine that can; recently failed ones come last. Throws the first engine's error
   * if none can, the signal's reason, or an error that is no EngineError.
   */
  async inTurn<E extends { readonly engine: object }, T>(
    engines: readonly [E, ...E[]],
    signal: AbortSignal,
    work: (entry: E) => Promise<T>,
  ): Promise<T> {
    const faults = new Map<E, unknown>()
    for (const entry of this.order(engines)) {
      signal.throwIfAborted()
      try {
        const result = await work(entry)
        this.until.delete(entry.engine)
        return result
      } catch (error) {
        signal.throwIfAborted()
        if (!isOfEngine(error)) throw error
        faults.set(entry, error)
        this.rest(entry.engine, error)
      }
    }
    throw engines.map((entry) => faults.get(entry)).find((fault) => fault !== undefined)
  }

  private order<E extends { readonly engine: object }>(engines: readonly E[]): E[] {
    const now = this.now()
    const rests = ({ engine }: E): boolean => (this.until.get(engine) ?? 0) > now
    return [...engines.filter((entry) => !rests(entry)), ...engines.filter(rests)]
  }

  private rest(engine: object, error: EngineError | ProgramFailed | ProgramMissing): void {
    // A program that fails on one file may succeed on the next.
    if (!(error instanceof EngineError)) return
    const ms = error.retryAfterMs ?? restMs[error.fault]
    if (ms > 0) this.until.set(engine, this.now() + ms)
  }
}

/** Whether another engine may succeed. */
export function isOfEngine(error: unknown): error is EngineError | ProgramFailed | ProgramMissing {
  return error instanceof EngineError || error instanceof ProgramFailed || error instanceof ProgramMissing
}
