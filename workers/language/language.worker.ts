import * as Comlink from 'comlink'
import { type DetectedLanguage, detectLanguage } from '#core/subtitle/text/detect-language.ts'

/** Compares letters with 60 languages in a worker, since loading their table takes a moment. */
const worker = {
  detect(lines: readonly string[]): Promise<DetectedLanguage | undefined> {
    return detectLanguage(lines)
  },
}

export type LanguageWorker = typeof worker

Comlink.expose(worker)
