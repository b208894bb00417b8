import * as Comlink from 'comlink'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import {
  compileQuery,
  findMatches,
  type Match,
  type Query,
  type Replacement,
  replaceMatches,
} from '#core/subtitle/cue/search.ts'

/** User patterns can take for ever: a worker can be killed. */
const worker = {
  /** Answers once the worker runs. */
  ready: (): true => true,
  find(cues: readonly Cue[], query: Query): Match[] | undefined {
    const compiled = compileQuery(query)
    return compiled && findMatches(cues, compiled)
  },
  replace(cues: readonly Cue[], query: Query, replacement: Replacement): Cue[] | undefined {
    const compiled = compileQuery(query)
    return compiled && replaceMatches(cues, compiled, replacement, query.isPattern)
  },
}

export type SearchWorker = typeof worker

Comlink.expose(worker)
