import * as Comlink from 'comlink'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { DetectedLanguage } from '#core/subtitle/text/detect-language.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import type { LanguageWorker } from '#workers/language/language.worker.ts'

let worker: Comlink.Remote<LanguageWorker> | undefined

/** Starts with the first file; it keeps the table of letters. */
function languageWorker(): Comlink.Remote<LanguageWorker> {
  worker ??= Comlink.wrap<LanguageWorker>(
    new Worker(new URL('../../workers/language/language.worker.ts', import.meta.url), { type: 'module' }),
  )
  return worker
}

/** A cue's visible text in one row. */
export const rowOf = ({ text }: Cue): string => plainText(text).replaceAll('\n', ' ')

/** More cues add no certainty. */
const ENOUGH_LINES = 4000

/** The detected language of cues, found in a worker; undefined if it is none of the product's. */
export async function languageOf(cues: readonly Cue[]): Promise<DetectedLanguage | undefined> {
  const step = Math.max(1, Math.ceil(cues.length / ENOUGH_LINES))
  const lines = step === 1 ? cues : cues.filter((_, at) => at % step === 0)
  return languageWorker().detect(lines.map(rowOf))
}
