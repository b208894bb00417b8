import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { startable } from '../tasks/check.ts'
import { StartSource } from '../tasks/source.ts'
import { checkQuote } from '../tasks/start.ts'
import { textFor } from './begin.ts'
import { configFor } from './plan.ts'
import { type ChainRow, type JoinedStep, stateOfStep } from './steps.ts'

/**
 * Prices of the steps that wait, by the texts as they are now, where the chain has stopped for corrections; by video and
 * key. Steps whose text does not exist yet keep their price.
 */
export async function pricesNow(
  deps: Deps,
  chain: ChainRow,
  steps: readonly JoinedStep[],
): Promise<Map<string, number>> {
  const prices = new Map<string, number>()
  if (chain.is_ended) return prices
  for (const [videoId, own] of Map.groupBy(steps, ({ video_id }) => video_id)) {
    if (!own.some(({ state }) => state === 'stopped' || state === 'no_credits')) continue
    const source = new StartSource(deps.db, chain.account_id)
    const language = own.find(({ step }) => step === 'extract')?.language ?? ''
    for (const step of own) {
      const text = own.find(({ key }) => key === step.text_of)
      const isKnown = text !== undefined && ['done', 'existing'].includes(stateOfStep(text))
      if (step.task_type === '' || !isKnown || (step.state !== 'waiting' && step.state !== 'no_credits')) continue
      try {
        const file_id = await textFor(deps.db, chain, step, own)
        const config = configFor(deps, chain.choice, { taskType: step.task_type, language: step.language }, language)
        const input = { ...config, video_id: videoId, file_id }
        const { credits } = await checkQuote(source, startable(deps, step.task_type), input)
        prices.set(`${videoId} ${step.key}`, credits)
      } catch (error) {
        // Its reason is shown when it begins.
        if (!(error instanceof Refusal)) throw error
      }
    }
  }
  return prices
}
