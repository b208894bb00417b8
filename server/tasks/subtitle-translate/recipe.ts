import { z } from 'zod'
import { translateConfig } from '#core/contract/task.ts'
import { isUnspaced } from '#core/domain/languages.ts'
import { balanceText } from '#core/subtitle/balance.ts'
import { defaultCueRules, unspacedCueRules } from '#core/speech/cues.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { fromWire, type WireCue } from '#core/subtitle/wire.ts'
import type { TaskResult } from '../../app/tasks.ts'
import type { Recipe } from '../index.ts'
import { TaskFailed } from '../../jobs/run.ts'

/** Lines that go to the engine together: enough to give a language model context, few enough to repeat cheaply. */
const BATCH = 40

const frozen = translateConfig.extend({ cues: z.array(z.custom<WireCue>()) })

/** A version in another language: the same cues with the same ids, each text translated and laid out anew. */
export const translateRecipe: Recipe = async (run, task, video): Promise<TaskResult> => {
  const config = frozen.parse(task.config)
  const { source_language: from, to_language: to } = config
  const engine = run.deps.engines.for('translate', { from, to })
  if (!engine) throw new TaskFailed('no_translate_engine', { from, to })
  const cues = fromWire(config.cues)
  if (!cues) throw new TaskFailed('lines_unreadable')
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
  return { version: { name: video.name, source: 'translate', language: to, cues: translated } }
}
