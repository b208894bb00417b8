import { once } from 'node:events'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'
import type { WorkName, Works } from './work.ts'

/** What a piece of work may take altogether, and one step of it. */
const LONGEST_MS = 120_000
const ONE_MS = 20_000

interface Bounds {
  readonly ms?: number
  /** The refusal where it takes longer. */
  readonly slow?: string
}

/** A thread of its own for one piece of heavy work, begun with its first step; out of time or memory, only the thread ends. */
export class Thread {
  private worker: Worker | undefined
  private readonly endsAt = Date.now() + LONGEST_MS
  private readonly memoryMb: number

  constructor(memoryMb: number) {
    this.memoryMb = memoryMb
  }

  /** What a step comes to. Throws a Refusal where it takes too much. */
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

/** What a step comes to. */
export type Answer<N extends WorkName> = Awaited<ReturnType<Works[N]>>

function newWorker(maxOldGenerationSizeMb: number): Worker {
  const worker = new Worker(join(import.meta.dirname, 'thread.child.ts'), {
    resourceLimits: { maxOldGenerationSizeMb },
  })
  // One that runs out of memory between two steps must not end the process.
  return worker.on('error', () => undefined)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
