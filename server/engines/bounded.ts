import { EngineError } from './engine-error.ts'

/**
 * An engine with a time limit: a call ends with the signal among its arguments, or with an EngineError after this time.
 * Programs and services that it started have limits too.
 */
export function bounded<T extends object>(engine: T, name: string, longestMs: number): T {
  return new Proxy(engine, {
    get: (target, key): unknown => {
      const value: unknown = Reflect.get(target, key)
      if (typeof value !== 'function') return value
      return (...args: unknown[]): unknown => {
        const answer: unknown = Reflect.apply(value, target, args)
        return answer instanceof Promise ? inTime(answer, name, longestMs, signalOf(args)) : answer
      }
    },
  })
}

function signalOf(args: readonly unknown[]): AbortSignal | undefined {
  for (const arg of args) {
    if (typeof arg !== 'object' || arg === null || !('signal' in arg)) continue
    if (arg.signal instanceof AbortSignal) return arg.signal
  }
  return undefined
}

async function inTime(
  answer: Promise<unknown>,
  name: string,
  longestMs: number,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const { promise, reject } = Promise.withResolvers<never>()
  const late = (): void => reject(new EngineError('transient', name, `gave no answer for ${longestMs / 1000} s`))
  const abort = (): void => reject(signal?.reason as Error)
  const timer = setTimeout(late, longestMs)
  signal?.addEventListener('abort', abort, { once: true })
  // Avoids an unhandled rejection if the caller has stopped waiting.
  answer.catch(() => undefined)
  try {
    if (signal?.aborted) abort()
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}
