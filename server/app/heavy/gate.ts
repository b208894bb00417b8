import { setTimeout as wait } from 'node:timers/promises'
import PQueue from 'p-queue'
import { LIGHT_COST } from '#core/subtitle/reading-cost.ts'
import { Refusal } from '../refusal.ts'
import { type Answer, Thread } from './thread.ts'
import { type WorkName, works, type Works } from './work.ts'

/** Pieces of work that run at once in a process, and that one account has on their way. */
const AT_ONCE = 2
/** Pieces of work that wait for their turn, and how long one does. */
const MOST_WAITING = 20
const LONGEST_WAIT_MS = 30_000
/** Texts of all that is on its way; in memory each is some twenty times as large. */
const MOST_BYTES = 32 * 1024 ** 2
/** A text of so many bytes holds the main thread for some ms. */
const TURN_BYTES = 128 * 1024
const LONGEST_REST_MS = 500
/** Enough for a text of 40 MB. */
const THREAD_MB = 768

/** Who does the steps of a piece of work: a thread, or who calls. */
export type Steps = Pick<Thread, 'do'>
type Step<N extends WorkName> = [name: N, input: Parameters<Works[N]>[0]]

const onMain: Steps = {
  do<N extends WorkName>(name: N, input: Parameters<Works[N]>[0]) {
    return (works[name] as (given: typeof input) => Promise<Answer<N>>)(input)
  },
}

/** The one gate for what computes long or holds much, each piece with a thread of its own. */
export class HeavyGate {
  private readonly queue = new PQueue({ concurrency: AT_ONCE })
  private readonly turns = new PQueue({ concurrency: 1 })
  private readonly accounts = new Map<string, number>()
  private bytes = 0
  private readonly memoryMb: number

  /** With how much memory a thread ends. */
  constructor(memoryMb = THREAD_MB) {
    this.memoryMb = memoryMb
  }

  /**
   * Does what a caller waits for, with so many bytes of text in memory at once. Throws a Refusal where the caller or the process
   * has too much on its way; saves go first, however full the process is. What is small altogether is done where it is called.
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
      // Who has nothing on the way goes before who has.
      return await this.queue.add(begin, { signal: waiting.signal, priority: isSave ? 1 : -own })
    } finally {
      clearTimeout(timer)
      this.bytes -= bytes
      const left = (this.accounts.get(accountId) ?? 1) - 1
      if (left > 0) this.accounts.set(accountId, left)
      else this.accounts.delete(accountId)
    }
  }

  /** Does a single step with a text of so many bytes. */
  do<N extends WorkName>(accountId: string, bytes: number, ...step: Step<N>): Promise<Answer<N>> {
    return this.run(accountId, bytes, (steps) => steps.do(...step), { total: bytes })
  }

  /** The same for a save. */
  save<N extends WorkName>(accountId: string, bytes: number, ...step: Step<N>): Promise<Answer<N>> {
    return this.run(accountId, bytes, (steps) => steps.do(...step), { total: bytes, isSave: true })
  }

  /** Does a step of what goes on in the background, such as a file of a zip, after all that callers wait for. */
  later<T>(bytes: number, work: (steps: Steps) => Promise<T>): Promise<T> {
    if (bytes <= LIGHT_COST) return work(onMain)
    return this.queue.add(() => this.onThread(work), { priority: -AT_ONCE })
  }

  /**
   * Reads or writes a large text in the database, which holds the main thread in parts: one at a time, and then as long for
   * everything else. Never inside a transaction, which all others may wait for.
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
