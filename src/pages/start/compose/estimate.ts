import type { ChainStepKind } from '#core/domain/chain.ts'
import { chainOf, type Goals } from '#core/domain/goals.ts'
import { estimatedCharacters, planSteps } from '#core/tasks/chain.ts'
import { priceOfDub, priceOfText, priceOfVideo, rates } from '#core/tasks/prices.ts'

/** What one kind of step costs. */
export interface PricePart {
  readonly step: ChainStepKind
  readonly credits: number
}

/** A browser and the server can differ by some frames about a file's length; the price is never above the shown one. */
const LEEWAY_MS = 250

/** What videos of these lengths cost by step, before the server has them. */
export function estimateOf(goals: Goals, lengthsMs: readonly number[]): PricePart[] {
  const source = goals.source || 'en'
  const { to_languages: languages, synthesis_type: shown, ...choice } = chainOf(goals)
  const steps = planSteps({ ...choice, languages, shown }, { source, languages: new Set(), isErased: false })
  return steps.map(({ step, taskType }) => ({
    step,
    credits: lengthsMs.reduce((sum, ms) => sum + priceOf(taskType, ms + LEEWAY_MS, source), 0),
  }))
}

function priceOf(taskType: string, durationMs: number, source: string): number {
  const characters = estimatedCharacters(durationMs, source)
  switch (taskType) {
    case 'video_extract':
    case 'video_synthesis':
    case 'video_translate':
      return priceOfVideo(rates[taskType], durationMs)
    case 'video_erase':
      return priceOfVideo(rates.video_erase.basic, durationMs)
    case 'subtitle_translate':
      return priceOfText(rates.subtitle_translate, characters)
    case 'video_dubbing':
    case 'video_dubbing_only':
      return priceOfDub({ durationMs, characters })
    default:
      return 0
  }
}
