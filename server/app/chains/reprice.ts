import type { Deps } from '../deps.ts'
import { Refusal } from '../refusal.ts'
import { startable } from '../tasks/check.ts'
import { StartSource } from '../tasks/source.ts'
import { checkQuote } from '../tasks/start.ts'
import { configFor } from './plan.ts'
import { type ChainRow, type JoinedStep, stateOfStep } from './steps.ts'

/** A step whose price may have changed, with the version that it works on. */
interface Repriced {
  readonly step: JoinedStep
  readonly fileId: string
  /** Source language of its video. */
  readonly language: string
}

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
  const wanted = repricedOf(steps)
  const source = new StartSource(deps.db, chain.account_id)
  await source.readAhead(wanted.map(({ step, fileId }) => ({ video: step.video_id, subtitle: fileId })))
  for (const { step, fileId, language } of wanted) {
    try {
      const config = configFor(deps, chain.choice, { taskType: step.task_type, language: step.language }, language)
      const input = { ...config, video_id: step.video_id, file_id: fileId }
      const { credits } = await checkQuote(source, startable(deps, step.task_type), input)
      prices.set(`${step.video_id} ${step.key}`, credits)
    } catch (error) {
      // Its reason is shown when it begins.
      if (!(error instanceof Refusal)) throw error
    }
  }
  return prices
}

function repricedOf(steps: readonly JoinedStep[]): Repriced[] {
  const wanted: Repriced[] = []
  for (const own of Map.groupBy(steps, ({ video_id }) => video_id).values()) {
    if (!own.some(({ state }) => state === 'stopped' || state === 'no_credits')) continue
    const language = own.find(({ step }) => step === 'extract')?.language ?? ''
    for (const step of own) {
      const text = own.find(({ key }) => key === step.text_of)
      const isKnown = text !== undefined && ['done', 'existing'].includes(stateOfStep(text))
      if (step.task_type === '' || !isKnown || (step.state !== 'waiting' && step.state !== 'no_credits')) continue
      wanted.push({ step, fileId: text.subtitle_id ?? '', language })
    }
  }
  return wanted
}
