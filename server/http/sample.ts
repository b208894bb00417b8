import type { sampleCalls } from '#core/contract/sample.ts'
import type { Deps } from '../app/deps.ts'
import { listSamples, openSample } from '../app/samples.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the calls about samples. */
export function sampleHandlers(deps: Deps): HandlersOf<typeof sampleCalls> {
  return {
    listSamples: (_, { language }) => listSamples(deps, language),
    openSample: ({ sample_id }, { accountId, language }) => openSample(deps, accountId, language, sample_id),
  }
}
