import * as Comlink from 'comlink'
import type { Cue } from '#core/subtitle/cue.ts'
import type { DetectedLanguage } from '#core/subtitle/detect-language.ts'
import { plainText } from '#core/subtitle/markup.ts'
import type { LanguageWorker } from '#workers/language/language.worker.ts'

let worker: Comlink.Remote<LanguageWorker> | undefined

/** Begins with the first file; it keeps the table of letters for the next. */
function languageWorker(): Comlink.Remote<LanguageWorker> {
  worker ??= Comlink.wrap<LanguageWorker>(
    new Worker(new URL('../../workers/language/language.worker.ts', import.meta.url), { type: 'module' }),
  )
  return worker
}

/** A cue's text as a viewer reads it, in one row. */
export const rowOf = ({ text }: Cue): string => plainText(text).replaceAll('\n', ' ')

/** More lines than these tell no more. */
const ENOUGH_LINES = 4000

/** The language that the lines show, found in a worker; undefined where they show none of the product's. */
export async function languageOf(cues: readonly Cue[]): Promise<DetectedLanguage | undefined> {
  const step = Math.max(1, Math.ceil(cues.length / ENOUGH_LINES))
  const lines = step === 1 ? cues : cues.filter((_, at) => at % step === 0)
  return languageWorker().detect(lines.map(rowOf))
}
