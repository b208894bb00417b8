import type { z } from 'zod'
import type { subtitleTranslate } from '#core/tasks/subtitle-translate.ts'
import { isUnspaced } from '#core/domain/languages.ts'
import { balanceText } from '#core/subtitle/balance.ts'
import { defaultCueRules, unspacedCueRules } from '#core/speech/cues.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import type { Recipe } from '../task.ts'

/** Lines that go to the engine together: enough to give a language model context, few enough to repeat cheaply. */
const BATCH = 40

/** A version in another language: the same cues with the same ids, each text translated and laid out anew. */
export const translateRecipe: Recipe<z.output<typeof subtitleTranslate.config>> = async (run, job) => {
  const { source_language: from, to_language: to } = job.config
  const engine = run.deps.engines.need('translate', { from, to })
  const cues = await job.frozenCues()
  const translated: Cue[] = []
  for (let at = 0; at < cues.length; at += BATCH) {
    const batch = cues.slice(at, at + BATCH)
    const texts = batch.map((cue) => cue.text.replace(/\s*\n\s*/g, ' '))
    const share = [at / cues.length, (at + batch.length) / cues.length] as const
    const { lines } = await run.step<{ lines: string[] }>(
      { name: 'translate', version: engine.version, input: { from, to, texts }, share },
      async () => ({ lines: await engine.translate(texts, { from, to, signal: run.signal }) }),
    )
    const rules = isUnspaced(to) ? unspacedCueRules : defaultCueRules
    for (const [index, cue] of batch.entries()) {
      translated.push({ ...cue, text: balanceText(lines[index] ?? '', rules.maxLineLength, rules.unspaced) })
    }
  }
  return { version: { name: job.task.name, source: 'translate', language: to, cues: translated } }
}
