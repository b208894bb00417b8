import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import { LIGHT_COST } from '#core/subtitle/text/reading-cost.ts'
import { Refusal } from '../refusal.ts'
import { type Answer, Thread } from './thread.ts'
import { type WorkName, works, type Works } from './work.ts'

/** Pieces of work that run at once in a process, and that one account may have in it. */
const AT_ONCE = 2
/** Pieces of work that may wait, and the longest wait. */
const MOST_WAITING = 20
const LONGEST_WAIT_MS = 30_000
/** Bytes of text in work at once; in memory each takes some twenty times as much. */
const MOST_BYTES = 32 * 1024 ** 2
/** A text of this size blocks the main thread for some ms. */
const TURN_BYTES = 128 * 1024
const LONGEST_REST_MS = 500
/** Enough for a text of 40 MB. */
const THREAD_MB = 768

/** Runs the steps of a piece of work: a thread, or the caller itself. */
export type Steps = Pick<Thread, 'do'>
type Step<N extends WorkName> = [name: N, input: Parameters<Works[N]>[0]]

const onMain: Steps = {
  do<N extends WorkName>(name: N, input: Parameters<Works[N]>[0]) {
    return (works[name] as (given: typeof input) => Promise<Answer<N>>)(input)
  },
}

/** Limits work that computes long or holds much memory; each piece has its own thread. */
export class HeavyGate {
  private readonly queue = new PQueue({ concurrency: AT_ONCE })
  private readonly turns = new PQueue({ concurrency: 1 })
  private readonly accounts = new Map<string, number>()
  private bytes = 0
  private readonly memoryMb: number

  /** The memory limit of a thread. */
  constructor(memoryMb = THREAD_MB) {
    this.memoryMb = memoryMb
  }

  /**
   * Runs work that a caller waits for, with this many bytes of text. Refuses if the caller or the process has too much in
   * work; saves go first, and small work runs in place.
   */
  async run<T>(
    accountId: string,
    bytes: number,
    work: (steps: Steps) => Promise<T>,
    { total = Infinity, isSave = false } = {},
  ): Promise<T> {
    if (total <= LIGHT_COST) return work(onMain)
    const own = this.accounts.get(accountId) ?? 0
    const isFull = this.queue.size >= MOST_WAITING || (this.bytes > 0 && this.bytes + bytes > MOST_BYTES)
    if (own >= AT_ONCE || (isFull && !isSave)) throw this.busy()
    this.accounts.set(accountId, own + 1)
    this.bytes += bytes
    const waiting = new AbortController()
    const timer = setTimeout(() => waiting.abort(this.busy()), LONGEST_WAIT_MS)
    const begin = (): Promise<T> => {
      clearTimeout(timer)
      return this.onThread(work)
    }
    try {
      // Callers without work in progress go first.
      return await this.queue.add(begin, { signal: waiting.signal, priority: isSave ? 1 : -own })
    } finally {
      clearTimeout(timer)
      this.bytes -= bytes
      const left = (this.accounts.get(accountId) ?? 1) - 1
      if (left > 0) this.accounts.set(accountId, left)
      else this.accounts.delete(accountId)
    }
  }

  /** Runs a single step with a text of this size. */
  do<N extends WorkName>(accountId: string, bytes: number, ...step: Step<N>): Promise<Answer<N>> {
    return this.run(accountId, bytes, (steps) => steps.do(...step), { total: bytes })
  }

  /** The same for a save. */
  save<N extends WorkName>(accountId: string, bytes: number, ...step: Step<N>): Promise<Answer<N>> {
    return this.run(accountId, bytes, (steps) => steps.do(...step), { total: bytes, isSave: true })
  }

  /** Runs a step of background work, such as a file of a zip, after everything that callers wait for. */
  later<T>(bytes: number, work: (steps: Steps) => Promise<T>): Promise<T> {
    if (bytes <= LIGHT_COST) return work(onMain)
    return this.queue.add(() => this.onThread(work), { priority: -AT_ONCE })
  }

  /**
   * Reads or writes a large text in the database, one at a time with pauses, as it blocks the main thread. Never inside a
   * transaction, which others may wait for.
   */
  async inTurn<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    if (bytes <= TURN_BYTES) return work()
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    void this.turns.add(async () => {
      const begin = performance.now()
      await work().then(resolve, reject)
      await wait(Math.min(performance.now() - begin, LONGEST_REST_MS))
    })
    return promise
  }

  private busy(): Refusal {
    return new Refusal('busy', 'busy', { n: 2 + this.queue.size })
  }

  private async onThread<T>(work: (steps: Steps) => Promise<T>): Promise<T> {
    const thread = new Thread(this.memoryMb)
    try {
      return await work(thread)
    } finally {
      await thread.end()
    }
  }
}
