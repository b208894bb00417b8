import * as Comlink from 'comlink'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { Match, Query, Replacement } from '#core/subtitle/cue/search.ts'
import type { SearchWorker } from '#workers/search/search.worker.ts'
import { delays } from '../../model/options.ts'

/** `slow`: the pattern was stopped after its time limit. `bad`: it is invalid. */
export type SearchFault = 'slow' | 'bad'

/** Searches in a worker, which is terminated if a search does not end. */
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

  /** A search for plain text always ends, so it has no time limit. */
  private async ask<T>(
    { isPattern }: Query,
    work: (remote: Comlink.Remote<SearchWorker>) => Promise<T | undefined>,
  ): Promise<T | SearchFault> {
    for (;;) {
      const late = Promise.withResolvers<'late'>()
      let timer: ReturnType<typeof setTimeout> | undefined
      const remote = this.open()
      // Counts from the worker's start, which is no fault of the pattern.
      if (isPattern) void remote.ready().then(() => (timer = setTimeout(() => late.resolve('late'), delays.pattern)))
      const answer = await Promise.race([work(remote), late.promise, this.ended.promise])
      clearTimeout(timer)
      if (answer === 'late') this.end()
      if (answer === 'late' || (answer === 'ended' && isPattern)) return 'slow'
      if (answer !== 'ended') return answer ?? 'bad'
    }
  }

  /** Terminates the worker with all pending requests; those for plain text are repeated. */
  private end(): void {
    this.close()
    this.ended.resolve('ended')
    this.ended = Promise.withResolvers<'ended'>()
  }

  private open(): Comlink.Remote<SearchWorker> {
    if (!this.remote) {
      this.thread = new Worker(new URL('../../../../workers/search/search.worker.ts', import.meta.url), {
        type: 'module',
      })
      this.remote = Comlink.wrap<SearchWorker>(this.thread)
    }
    return this.remote
  }
}
