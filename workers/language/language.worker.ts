import * as Comlink from 'comlink'
import { type DetectedLanguage, detectLanguage } from '#core/subtitle/detect-language.ts'

/** Compares letters with those of 60 languages, whose table takes a moment to be read: not on the page's thread. */
const worker = {
  detect(lines: readonly string[]): Promise<DetectedLanguage | undefined> {
    return detectLanguage(lines)
  },
}

export type LanguageWorker = typeof worker

Comlink.expose(worker)
