import { phrasesInSound, wordsInSound } from '../align/espeak/warp.ts'
import { hearTokens } from '../asr/moonshine/hear.ts'
import { knownOf } from '../dictionaries/hunspell.ts'
import { findText, readPictures } from '../ocr/ppocr/read.ts'
import { takeApart } from '../separate/spleeter/take-apart.ts'
import { speechChances } from '../vad/silero/chances.ts'

/** Loads the runtime, to check that it works on this machine. */
async function versionOfRuntime(): Promise<string> {
  const { env } = await import('onnxruntime-node')
  return env.versions.common
}

/** The child's operations, by name. */
export const operations = {
  ...{ versionOfRuntime, findText, readPictures, speechChances, hearTokens, takeApart, knownOf },
  ...{ wordsInSound, phrasesInSound },
}

export type Operations = typeof operations
