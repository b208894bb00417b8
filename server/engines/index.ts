import { adapter as pocketsphinx } from './asr/pocketsphinx.ts'
import { adapter as whisperCpp } from './asr/whisper-cpp.ts'
import { adapter as whisperHttp } from './asr/whisper-http.ts'
import { adapter as ffmpeg } from './ffmpeg/system.ts'
import { adapter as tesseract } from './ocr/tesseract.ts'
import type { EngineAdapter } from './ports.ts'
import { adapter as apertium } from './translate/apertium.ts'
import { adapter as chat } from './translate/chat.ts'
import { adapter as espeak } from './tts/espeak-ng.ts'

/** Every engine the product knows; within a port the preferred one first. */
export const engineAdapters: readonly EngineAdapter[] = [
  ffmpeg,
  whisperHttp,
  whisperCpp,
  pocketsphinx,
  chat,
  apertium,
  tesseract,
  espeak,
]
