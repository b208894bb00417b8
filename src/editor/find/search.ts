import * as Comlink from 'comlink'
import type { Cue } from '#core/subtitle/cue.ts'
import type { Match, Query } from '#core/subtitle/search.ts'
import type { SearchWorker } from '#workers/search/search.worker.ts'

/** A pattern that has not answered by then never will. */
const PATIENCE_MS = 3000

/** `slow`: the pattern took too long and was ended. `bad`: it is no pattern. */
export type SearchFault = 'slow' | 'bad'

/** Searches off the page's thread; a search that goes nowhere is ended with its worker. */
export class Search {
  private thread: Worker | undefined
  private remote: Comlink.Remote<SearchWorker> | undefined

  async find(cues: readonly Cue[], query: Query): Promise<Match[] | SearchFault> {
    return this.ask((remote) => remote.find(cues, query))
  }

  async replace(cues: readonly Cue[], query: Query, replacement: string): Promise<Cue[] | SearchFault> {
    return this.ask((remote) => remote.replace(cues, query, replacement))
  }

  close(): void {
    this.thread?.terminate()
    this.thread = undefined
    this.remote = undefined
  }

  private async ask<T>(
    work: (remote: Comlink.Remote<SearchWorker>) => Promise<T | undefined>,
  ): Promise<T | SearchFault> {
    let timer: ReturnType<typeof setTimeout> | undefined
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(() => resolve('late'), PATIENCE_MS)
    })
    const answer = await Promise.race([work(this.open()), late])
    clearTimeout(timer)
    if (answer !== 'late') return answer ?? 'bad'
    this.close()
    return 'slow'
  }

  private open(): Comlink.Remote<SearchWorker> {
    if (!this.remote) {
      this.thread = new Worker(new URL('../../../workers/search/search.worker.ts', import.meta.url), { type: 'module' })
      this.remote = Comlink.wrap<SearchWorker>(this.thread)
    }
    return this.remote
  }
}
