import { FileUnreadable } from './file-unreadable.ts'
import { inTime } from './in-time.ts'

/** Several times the largest file's time on a slow computer. */
const LONGEST_MS = 30_000

/** A worker, and its operations. */
export interface Begun<T> {
  readonly remote: T
  end(): void
}

/** Reads files one after the other in a worker, started on demand and ended after a timeout. */
export class ReadingThread<T> {
  private readonly begin: () => Begun<T>
  private readonly longestMs: number
  private thread: Begun<T> | undefined
  private turn: Promise<unknown> = Promise.resolve()

  constructor(begin: () => Begun<T>, longestMs = LONGEST_MS) {
    this.begin = begin
    this.longestMs = longestMs
  }

  /** The result of reading a file, after those before it. Rejects with a FileUnreadable on a timeout. */
  read<R>(work: (remote: T) => Promise<R>): Promise<R> {
    const result = this.turn.then(() => this.readNow(work))
    this.turn = result.catch(() => undefined)
    return result
  }

  private async readNow<R>(work: (remote: T) => Promise<R>): Promise<R> {
    this.thread ??= this.begin()
    const result = await inTime(work(this.thread.remote), this.longestMs)
    if (result !== 'late') return result
    this.thread.end()
    this.thread = undefined
    throw new FileUnreadable('late')
  }
}
