import { FileUnreadable } from './file-unreadable.ts'
import { inTime } from './in-time.ts'

/** Several times what the largest file takes on a slow computer. */
const LONGEST_MS = 30_000

/** A thread, and what it does. */
export interface Begun<T> {
  readonly remote: T
  end(): void
}

/** Reads files one after the other in a thread, which begins with the first and ends with one that takes too long. */
export class ReadingThread<T> {
  private readonly begin: () => Begun<T>
  private readonly longestMs: number
  private thread: Begun<T> | undefined
  private turn: Promise<unknown> = Promise.resolve()

  constructor(begin: () => Begun<T>, longestMs = LONGEST_MS) {
    this.begin = begin
    this.longestMs = longestMs
  }

  /** What reading a file comes to, when those before it are read. Rejects with a FileUnreadable where it takes too long. */
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
