import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'
import type { WorkName, Works } from './work.ts'

/** Time limits of a whole piece of work and of one step. */
const LONGEST_MS = 120_000
const ONE_MS = 20_000

interface Bounds {
  readonly ms?: number
  /** The refusal on a timeout. */
  readonly slow?: string
}

/**
 * A worker thread for one piece of heavy work, started with its first step; out of time or memory ends only the thread.
 */
export class Thread {
  private worker: Worker | undefined
  private readonly endsAt = Date.now() + LONGEST_MS
  private readonly memoryMb: number

  constructor(memoryMb: number) {
    this.memoryMb = memoryMb
  }

  /** A step's result. Throws a Refusal if it takes too much time or memory. */
  async do<N extends WorkName>(name: N, input: Parameters<Works[N]>[0], bounds: Bounds = {}): Promise<Answer<N>> {
    const { ms = ONE_MS, slow = 'too_heavy' } = bounds
    const signal = AbortSignal.timeout(Math.max(0, Math.min(ms, this.endsAt - Date.now())))
    this.worker ??= newWorker(this.memoryMb)
    this.worker.postMessage({ name, input })
    try {
      const [result] = (await once(this.worker, 'message', { signal })) as [Answer<N>]
      return result
    } catch (error) {
      if (signal.aborted) throw new Refusal('refused', slow)
      if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') throw new Refusal('refused', 'too_heavy')
      throw error
    }
  }

  async end(): Promise<void> {
    await this.worker?.terminate()
  }
}

/** A step's result. */
export type Answer<N extends WorkName> = Awaited<ReturnType<Works[N]>>

function newWorker(maxOldGenerationSizeMb: number): Worker {
  const worker = new Worker(join(import.meta.dirname, 'thread.child.ts'), {
    resourceLimits: { maxOldGenerationSizeMb },
  })
  // Running out of memory between two steps must not end the process.
  return worker.on('error', () => undefined)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
