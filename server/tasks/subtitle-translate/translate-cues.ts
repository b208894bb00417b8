import { isUnspaced, type LanguageCode } from '#core/domain/languages.ts'
import { balanceText } from '#core/subtitle/balance.ts'
import { defaultCueRules, unspacedCueRules } from '#core/speech/cues.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { spokenText } from '#core/subtitle/spoken-text.ts'
import { translateInOrder } from '../../engines/translate/in-order.ts'
import { type Run, TaskFailed } from '../../jobs/run.ts'

/** Lines that go to the engine together: enough to give a language model context, few enough to repeat cheaply. */
const BATCH = 40

export interface Translation {
  readonly from: LanguageCode
  readonly to: LanguageCode
  /** Part of the whole task, from 0 to 1. */
  readonly share: readonly [number, number]
}

/** The same cues with the same ids, each text translated and laid out anew. Throws a TaskFailed about a line without one. */
export async function translateCues(run: Run, cues: readonly Cue[], { from, to, share }: Translation): Promise<Cue[]> {
  const { engines } = run.deps
  const version = engines.versionOf('translate', { from, to }, (engine) => engine.version)
  const partOf = (count: number): number => share[0] + ((share[1] - share[0]) * count) / cues.length
  const translated: Cue[] = []
  for (let at = 0; at < cues.length; at += BATCH) {
    const batch = cues.slice(at, at + BATCH)
    const parts = batch.map(({ text }) => spokenText(text))
    const said = [...parts.keys()].filter((index) => parts[index]?.text !== '')
    const texts = said.map((index) => parts[index]?.text ?? '')
    const part = [partOf(at), partOf(at + batch.length)] as const
    const { lines } = await run.step<{ lines: string[] }>(
      { name: 'translate', version, input: { from, to, texts }, share: part },
      async () => {
        if (texts.length === 0) return { lines: [] }
        const lines = await translateInOrder(engines, { texts, from, to, signal: run.signal })
        const missing = said[lines.indexOf(null)]
        if (missing !== undefined) throw new TaskFailed('line_not_translated', { n: at + missing + 1 })
        return { lines: lines.map((line) => line ?? '') }
      },
    )
    const rules = isUnspaced(to) ? unspacedCueRules : defaultCueRules
    for (const [index, cue] of batch.entries()) {
      const line = lines[said.indexOf(index)]
      const text = balanceText(line ?? '', rules.maxLineLength, rules.unspaced)
      // Where nothing is said, as in a drawing, nothing is another language.
      translated.push(said.includes(index) ? { ...cue, text: `${parts[index]?.lead ?? ''}${text}` } : cue)
    }
  }
  return translated
}
