import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chainOf, plainGoals, type Goals } from '#core/domain/goals.ts'
import { estimatedCharacters, planSteps } from '#core/tasks/chain.ts'
import type { TaskKind } from '#core/tasks/kind.ts'
import { subtitleTranslate } from '#core/tasks/subtitle-translate.ts'
import { videoDubbingOnly } from '#core/tasks/video-dubbing-only.ts'
import { videoDubbing } from '#core/tasks/video-dubbing.ts'
import { videoErase } from '#core/tasks/video-erase.ts'
import { videoExtract } from '#core/tasks/video-extract.ts'
import { videoSynthesis } from '#core/tasks/video-synthesis.ts'
import { videoTranslate } from '#core/tasks/video-translate.ts'
import { estimateOf } from '#src/pages/start/compose/estimate.ts'

const kinds: readonly TaskKind[] = [
  ...[subtitleTranslate, videoDubbing, videoDubbingOnly, videoErase, videoExtract],
  ...[videoSynthesis, videoTranslate],
]

/** A browser's length differs from the server's by some frames. */
const DIFFERENCE_MS = 200

const goalSets: fc.Arbitrary<Goals> = fc.record({
  subtitles: fc.boolean(),
  translate: fc.boolean(),
  dub: fc.boolean(),
  erase: fc.boolean(),
  source: fc.constantFrom('', 'en', 'ja'),
  targets: fc.uniqueArray(fc.constantFrom('es', 'fr', 'de', 'zh_cn'), { maxLength: 4 }),
  shown: fc.constantFrom('none', 'burn', 'soft'),
  stops: fc.subarray(['extract', 'translate'] as const),
})

/** What the kinds of the planned tasks ask for a video. */
function priceByKinds(goals: Goals, durationMs: number): number {
  const source = goals.source || 'en'
  const { to_languages: languages, synthesis_type: shown, ...rest } = chainOf(goals)
  const has = { source, languages: new Set<string>(), isErased: false }
  return planSteps({ ...rest, languages, shown }, has).reduce((sum, { taskType }) => {
    const kind = kinds.find(({ type }) => type === taskType)
    const facts = { durationMs, characters: estimatedCharacters(durationMs, source) }
    return sum + (kind ? kind.price(facts, { erase_type: 'basic' }) : 0)
  }, 0)
}

test('law: the price before an upload is never below the price after it', () => {
  const lengths = fc.array(
    fc.tuple(fc.integer({ min: 500, max: 10_800_000 }), fc.integer({ max: DIFFERENCE_MS, min: 0 })),
    {
      minLength: 1,
      maxLength: 5,
    },
  )
  fc.assert(
    fc.property(goalSets, lengths, (goals, videos) => {
      const estimate = estimateOf(
        goals,
        videos.map(([ms, less]) => ms - less),
      ).reduce((sum, { credits }) => sum + credits, 0)
      const price = videos.reduce((sum, [ms]) => sum + priceByKinds(goals, ms), 0)
      expect(estimate).toBeGreaterThanOrEqual(price)
    }),
  )
})

test('a minute of subtitles, and of a dub in two languages', () => {
  expect(estimateOf(plainGoals, [50_000])).toEqual([
    { step: 'extract', credits: 2 },
    { step: 'check', credits: 0 },
  ])
  const dub = estimateOf({ ...plainGoals, translate: true, dub: true, targets: ['es', 'fr'] }, [50_000])
  expect(dub.filter(({ step }) => step === 'dub').map(({ credits }) => credits)).toEqual([8, 8])
})
