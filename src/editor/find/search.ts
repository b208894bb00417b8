import * as Comlink from 'comlink'
import type { Cue } from '#core/subtitle/cue.ts'
import type { Match, Query, Replacement } from '#core/subtitle/search.ts'
import type { SearchWorker } from '#workers/search/search.worker.ts'
import { delays } from '../options.ts'

/** `slow`: the pattern took too long and was ended. `bad`: it is no pattern. */
export type SearchFault = 'slow' | 'bad'

/** Searches off the page's thread; a search that goes nowhere is ended with its worker. */
export class Search {
  private thread: Worker | undefined
  private remote: Comlink.Remote<SearchWorker> | undefined
  private ended = Promise.withResolvers<'ended'>()

  async find(cues: readonly Cue[], query: Query): Promise<Match[] | SearchFault> {
    return this.ask(query, (remote) => remote.find(cues, query))
  }

  async replace(cues: readonly Cue[], query: Query, replacement: Replacement): Promise<Cue[] | SearchFault> {
    return this.ask(query, (remote) => remote.replace(cues, query, replacement))
  }

  close(): void {
    this.thread?.terminate()
    this.thread = undefined
    this.remote = undefined
  }

  /** Plain text always comes to an end, however many lines there are and however busy the machine is. */
  private async ask<T>(
    { isPattern }: Query,
    work: (remote: Comlink.Remote<SearchWorker>) => Promise<T | undefined>,
  ): Promise<T | SearchFault> {
    for (;;) {
      const late = Promise.withResolvers<'late'>()
      let timer: ReturnType<typeof setTimeout> | undefined
      const remote = this.open()
      // Starting the worker is no fault of the pattern.
      if (isPattern) void remote.ready().then(() => (timer = setTimeout(() => late.resolve('late'), delays.pattern)))
      const answer = await Promise.race([work(remote), late.promise, this.ended.promise])
      clearTimeout(timer)
      if (answer === 'late') this.end()
      if (answer === 'late' || (answer === 'ended' && isPattern)) return 'slow'
      if (answer !== 'ended') return answer ?? 'bad'
    }
  }

  /** Ends the worker with everything that waits in it: what is plain text is asked again. */
  private end(): void {
    this.close()
    this.ended.resolve('ended')
    this.ended = Promise.withResolvers<'ended'>()
  }

  private open(): Comlink.Remote<SearchWorker> {
    if (!this.remote) {
      this.thread = new Worker(new URL('../../../workers/search/search.worker.ts', import.meta.url), { type: 'module' })
      this.remote = Comlink.wrap<SearchWorker>(this.thread)
    }
    return this.remote
  }
}
